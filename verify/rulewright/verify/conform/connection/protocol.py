"""The messages to an engine and its answers: lines of JSON; see `docs/engines.md`.

A request is one line ``{"id": N, "op": …}``, an answer one line with the same ``id``. The engine
says in its first answer what it offers; nothing else is asked of it, or compared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from json import JSONDecodeError
from typing import TYPE_CHECKING, Literal, get_args

from ...plays.json_values import Json
from ...plays.strict_json import StrictError, is_nested_within, is_whole, shortened, strict

if TYPE_CHECKING:
    # An engine that is a class starts again and again: it needs nothing of programs.
    from rulewright.dsl.ir.program import Instance, Program

VERSION = 1
MOST_DIGITS = 4_000
"""The most digits of a number in a message: weights may be of any reasonable size."""
DEEPEST = 50
"""The most lists and objects in one another in a message: what compares and tells values goes into each."""
LONGEST = 500
"""The most characters that are told of what an engine did."""
SEEN = 60
"""The most characters that are told of a line that is no answer."""

Offer = Literal["decides", "legal", "weights", "outcome", "position", "views", "refuses"]
"""What an engine may offer beyond taking actions.

``refuses``: it can be asked to take an illegal action, refuses it, and goes on.
"""

OFFERS: tuple[Offer, ...] = get_args(Offer)
STATE: tuple[Offer, ...] = ("decides", "legal", "weights", "outcome", "position", "views")
"""The parts of a state that an engine may send."""

Failing = Literal[
    "does not start",
    "died",
    "hangs",
    "closes its output",
    "floods its output",
    "talks nonsense",
    "answers late",
    "speaks unasked",
    "speaks another protocol",
    "changes its name",
    "does not keep its word",
    "reports an error",
    "takes too much memory",
    "starts too many processes",
    "leaves processes behind",
    "does not end",
]
"""How an engine can fail as a program, whatever the rules are."""


class EngineFailure(Exception):  # noqa: N818
    """An engine failed as a program: ``kind`` is the name of the failure, the text has the details."""

    def __init__(self, kind: Failing, detail: str) -> None:
        self.kind = kind
        self.detail = said(detail, LONGEST)
        super().__init__(f"{kind}: {self.detail}" if detail else kind)


class Declined(Exception):  # noqa: N818
    """An engine says that it has no such game; the message is its own."""


@dataclass(frozen=True, slots=True)
class ActionRefused:
    """An engine does not take an action; ``why`` is in its own words, empty if it does not say."""

    why: str = ""

    def sentence(self) -> str:
        """The same as a sentence.

        >>> ActionRefused("c3 is taken").sentence()
        'it refuses: c3 is taken'
        """
        return f"it refuses: {self.why}" if self.why else "it is refused"


@dataclass(frozen=True, slots=True)
class Hello:
    """An engine's identification, and what it offers."""

    name: str
    version: str
    offers: frozenset[Offer]


@dataclass(frozen=True, slots=True)
class Ending:
    """An engine's report of how play ended; ``scores`` is None if it gives none."""

    kind: str
    winners: frozenset[str]
    scores: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class State:
    """An engine's report of the present state; what it does not offer has its default.

    ``decides``: a player's name, ``chance``, or empty where play is over. ``outcome`` is None while play
    goes on.
    """

    decides: str = ""
    legal: tuple[str, ...] = ()
    weights: Mapping[str, int] = field(default_factory=dict)
    outcome: Ending | None = None
    position: Mapping[str, Json] = field(default_factory=dict)
    views: Mapping[str, Mapping[str, Json]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Setup:
    """Which game is to be played."""

    instance: Instance
    players: tuple[str, ...]

    def json(self) -> dict[str, Json]:
        """The game as it is sent."""
        return {
            "ruleset": self.instance.ruleset,
            "variant": self.instance.variant,
            "instance": self.instance.name,
            "parameters": dict(self.instance.parameters),
            "readings": dict(self.instance.readings),
            "players": list(self.players),
        }


def said(words: str, most: int) -> str:
    """What an engine says, in one line of printable characters, at most so many.

    >>> said("no\\n  idea\\x1b[2J", 80), said("a long story", 7)
    ('no idea\\\\x1b[2J', 'a long…')
    """
    some = words[: 10 * most]  # a long text takes long
    line = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in " ".join(some.split()))
    return line if len(line) <= most and len(some) == len(words) else line[: most - 1] + "…"


def setup_of(program: Program) -> Setup:
    """The game that a program is."""
    return Setup(program.instance, program.players.labels)


def decoded(line: bytes) -> dict[str, Json]:
    """A line as an object. Raises EngineFailure."""
    try:
        data = strict(line.decode("utf-8"), MOST_DIGITS)
    except StrictError as error:
        raise nonsense(str(error)) from None
    except UnicodeDecodeError as error:
        raise nonsense(f"{_seen(line)} is not in UTF-8 (byte {error.start + 1})") from None
    except JSONDecodeError as error:
        where = f"{error.msg[:1].lower()}{error.msg[1:]}, character {error.pos + 1}"
        raise nonsense(f"{_seen(line)} is no JSON ({where})") from None
    except RecursionError:
        raise _too_deep() from None
    if not isinstance(data, dict):
        raise nonsense(f"{_seen(line)} is no object")
    if not is_nested_within(data, DEEPEST):
        raise _too_deep()
    return data


def _seen(line: bytes) -> str:
    """The beginning of a line, as text."""
    return said(line[: 10 * SEEN].decode("utf-8", "backslashreplace"), SEEN) or "an empty line"


def _too_deep() -> EngineFailure:
    return nonsense(f"more than {DEEPEST} lists and objects stand in one another")


def read_hello(data: Mapping[str, Json]) -> Hello:
    """The answer to ``hello``. Raises EngineFailure."""
    version = data.get("protocol")
    if version != VERSION or isinstance(version, bool):
        raise EngineFailure("speaks another protocol", f"{shortened(version)}, not {VERSION}")
    offers = _list(data.get("offers", []), '"offers"')
    known = [offer for offer in OFFERS if offer in offers]
    if len(known) != len(offers):
        raise nonsense(f'"offers" should name each of {", ".join(OFFERS)} at most once')
    return Hello(
        _text(data.get("name"), '"name"'),
        _text(data.get("version", ""), '"version"'),
        frozenset(known),
    )


def read_state(data: Json, offers: frozenset[Offer]) -> State:
    """The state in an answer; only what is offered is looked at. Raises EngineFailure."""
    if not offers & set(STATE):
        return State()
    state = _object(data, '"state"')
    for offer in STATE:
        if offer in offers and offer not in state:
            raise EngineFailure("does not keep its word", f'it offers "{offer}" and sends none')
    given = {offer: state.get(offer) for offer in STATE if offer in offers}
    return State(
        decides="" if given.get("decides") is None else _text(given["decides"], '"decides"'),
        legal=_legal(given.get("legal", [])),
        weights={k: _whole(v, '"weights"') for k, v in _pairs(given.get("weights"), '"weights"')},
        outcome=_ending(given.get("outcome")),
        position=dict(_pairs(given.get("position"), '"position"')),
        views={
            who: dict(_pairs(view, f'the view of "{who}"'))
            for who, view in _pairs(given.get("views"), '"views"')
        },
    )


def nonsense(detail: str) -> EngineFailure:
    """An answer means nothing."""
    return EngineFailure("talks nonsense", detail)


def read_yes(data: Mapping[str, Json]) -> bool:
    """Whether an answer says yes. Raises EngineFailure."""
    ok = data.get("ok")
    if not isinstance(ok, bool):
        raise nonsense('"ok" should be true or false')
    return ok


def _legal(data: Json) -> tuple[str, ...]:
    return tuple(_texts(data, '"legal"'))


def _ending(data: Json) -> Ending | None:
    if data is None:
        return None
    given = _object(data, '"outcome"')
    winners = _texts(given.get("winners", []), '"winners"')
    if len(set(winners)) != len(winners):
        raise nonsense('"winners" should name each winner once')
    scores = given.get("scores")
    return Ending(
        _text(given.get("kind"), '"kind" of the outcome'),
        frozenset(winners),
        None
        if scores is None
        else {k: _whole(v, '"scores"') for k, v in _pairs(scores, '"scores"')},
    )


def _pairs(data: Json, what: str) -> Sequence[tuple[str, Json]]:
    return [] if data is None else list(_object(data, what).items())


def _object(data: Json, what: str) -> dict[str, Json]:
    if not isinstance(data, dict):
        raise nonsense(f"{what} should be an object")
    return data


def _list(data: Json, what: str) -> list[Json]:
    if not isinstance(data, list):
        raise nonsense(f"{what} should be a list")
    return data


def _texts(data: Json, what: str) -> list[str]:
    found = [item for item in _list(data, what) if isinstance(item, str)]
    if found != data:
        raise nonsense(f"{what} should hold texts")
    return found


def _text(data: Json, what: str) -> str:
    if not isinstance(data, str):
        raise nonsense(f"{what} should be a text")
    return data


def _whole(data: Json, what: str) -> int:
    if not is_whole(data):
        raise nonsense(f"{what} should hold whole numbers")
    return data
