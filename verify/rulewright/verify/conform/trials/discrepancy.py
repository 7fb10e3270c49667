"""How an engine differs from the rules, at one point of a play."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rulewright.engines.game import Action, Game, Unrested

from ...plays.json_values import Json
from ...plays.play import Play, play_of
from ..connection.protocol import Ending, Offer, State, said
from ..rules.expected import Expected, beginning, in_lowest_terms
from ..rules.plain import hidden


class Aspect(StrEnum):
    """What is wrong. The value is how it is called in JSON, and in the names of saved files."""

    ENGINE = "engine"
    """The engine itself fails."""
    REFUSES = "refuses"
    """It refuses a legal action."""
    DECIDES = "decides"
    """Somebody else decides."""
    OUTCOME = "outcome"
    """Play ends otherwise."""
    SCORES = "scores"
    """Play ends with other scores."""
    TOO_FEW = "too few"
    """There are too few legal actions."""
    TOO_MANY = "too many"
    """There are too many legal actions."""
    WEIGHTS = "weights"
    """Chance has other weights."""
    POSITION = "position"
    """Something else lies there."""
    LEAKS = "leaks"
    """A player sees what is hidden."""
    HIDES = "hides"
    """A player does not see what is open."""
    VIEWS = "views"
    """A player sees something else."""
    ACCEPTS = "accepts"
    """An illegal action is taken."""
    CHANGES = "changes"
    """After an illegal action was refused something has changed."""
    UNREPEATABLE = "unrepeatable"
    """The same play comes out in two ways."""


MOST = 5
"""The most things of one kind that are named."""
LONGEST, LONGEST_NAME = 2_000, 80
"""The most characters of what either side says, and of a name in it."""


@dataclass(frozen=True, slots=True)
class Repeats:
    """How many new processes showed a difference, ``of`` how many that played the same: fewer than all, or none
    of none, if the time was up before there was one."""

    shown: int
    of: int


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """A play after which an engine differs from the rules.

    ``play``: the texts of the actions up to there. ``tried``: an illegal action that was tried then;
    ``by``: by whom, if not by the player to decide. ``rules`` and ``engine`` say what each makes of it;
    ``clauses`` are those that are violated. ``requests``: how many the engine had been sent by then.
    ``before``: the plays of the same process without which the play does not show it, if there are any;
    illegal actions are then tried in each position. ``repeats``: None if it recurred whenever that was
    tried.
    """

    aspect: Aspect
    play: tuple[str, ...]
    rules: str
    engine: str
    clauses: tuple[str, ...] = ()
    tried: str = ""
    by: str = ""
    requests: int = 0
    before: tuple[tuple[str, ...], ...] | None = None
    repeats: Repeats | None = None

    @property
    def attempted(self) -> str:
        """What was tried, and by whom if not by the player to decide."""
        return f"{self.tried} by {self.by}" if self.by else self.tried

    @property
    def lost(self) -> bool:
        """Whether no new process showed it again."""
        return self.repeats is not None and not self.repeats.shown

    @property
    def untried(self) -> bool:
        """Whether the time was up before a new process could show it again."""
        return self.repeats is not None and not self.repeats.of

    @property
    def length(self) -> int:
        """How many actions it takes to see it."""
        return len(self.play) + bool(self.tried)


def play_to(game: Game[Any], found: Discrepancy) -> Play:
    """The play that leads to a discrepancy, by the rules."""
    expected = beginning(game)
    actions: list[Action] = []
    for text in found.play:
        actions.append(expected.actions[text])
        expected = expected.after(text)
    return play_of(game, actions)


def legal_part(game: Game[Any], texts: Iterable[str]) -> tuple[str, ...]:
    """The play made of the legal actions among these: what is illegal in its place is left out."""
    expected, play = beginning(game), list[str]()
    for text in texts:
        if text in expected.actions:
            try:
                expected = expected.after(text)
            except Unrested:
                break
            play.append(text)
    return tuple(play)


def compared(
    expected: Expected[Any], state: State, offers: frozenset[Offer], play: tuple[str, ...],
    applied: tuple[str, ...] = (),
) -> Discrepancy | None:  # fmt: skip
    """The first difference of a state, in what the engine offers.

    ``applied``: the clauses of the last action, which are violated if it leads elsewhere. Where the
    rules do not say how to go on, nothing an engine does is wrong.
    """
    if expected.unanswered:
        return None
    for aspect, rules, engine in _differences(expected, state, offers):
        return Discrepancy(
            aspect,
            play,
            said(rules, LONGEST),
            said(engine, LONGEST),
            _violated(aspect, expected, state) or applied or expected.clauses,
        )
    return None


def unknown(expected: Expected[Any], state: State) -> set[str]:
    """The names of variables in a state that the rules do not have, so that nothing is compared with them."""
    views = (name for view in state.views.values() for name in view)
    return {*state.position, *views} - expected.position.keys()


def _violated(aspect: Aspect, expected: Expected[Any], state: State) -> tuple[str, ...]:
    """The clauses of the options that the rules and an engine do not share; those by which play ended."""
    if aspect in (Aspect.TOO_FEW, Aspect.TOO_MANY):
        wrong = [*_not_shared(aspect, expected, state), *_doubled(state)]
        return expected.clauses_of(wrong[0])
    return (
        expected.clauses if aspect in (Aspect.OUTCOME, Aspect.SCORES) and expected.outcome else ()
    )


def _not_shared(aspect: Aspect, expected: Expected[Any], state: State) -> Sequence[str]:
    """The actions that are legal by the rules alone, or for the engine alone."""
    if aspect is Aspect.TOO_FEW:
        legal = set(state.legal)
        return [text for text in expected.actions if text not in legal]
    return [text for text in dict.fromkeys(state.legal) if text not in expected.actions]


def _doubled(state: State) -> Sequence[str]:
    """The actions that an engine lists more than once."""
    return [text for text, times in Counter(state.legal).items() if times > 1]


def _differences(
    expected: Expected[Any], state: State, offers: frozenset[Offer]
) -> Iterator[tuple[Aspect, str, str]]:
    if "outcome" in offers:
        yield from _outcomes(expected.outcome, state.outcome)
    if "decides" in offers and state.decides != expected.decides:
        yield Aspect.DECIDES, _decider(expected.decides), _decider(state.decides)
    if "legal" in offers and expected.decides != "chance":
        yield from _actions(expected, state)
    if "weights" in offers and expected.decides == "chance":
        ours, theirs = expected.weights, in_lowest_terms(state.weights)
        if ours != theirs:
            yield Aspect.WEIGHTS, _proportions(ours), _proportions(theirs)
    if "position" in offers:
        for name, value in expected.position.items():
            if name in state.position and not same(value, state.position[name]):
                one, two = apart(value, state.position[name])
                yield Aspect.POSITION, f"{name}{one}", f"{name}{two}"
    if "views" in offers:
        for player, view in state.views.items():
            yield from _views(expected, player, view)


def _outcomes(ours: Ending | None, theirs: Ending | None) -> Iterator[tuple[Aspect, str, str]]:
    if (ours is None) != (theirs is None):
        yield Aspect.OUTCOME, ended(ours), ended(theirs)
    if ours is None or theirs is None:
        return
    if (ours.kind, ours.winners) != (theirs.kind, theirs.winners):
        yield Aspect.OUTCOME, ended(ours), ended(theirs)
    if ours.scores is not None and theirs.scores is not None and ours.scores != theirs.scores:
        yield Aspect.SCORES, _scores(ours.scores), _scores(theirs.scores)


def _actions(expected: Expected[Any], state: State) -> Iterator[tuple[Aspect, str, str]]:
    missing = _not_shared(Aspect.TOO_FEW, expected, state)
    extra = _not_shared(Aspect.TOO_MANY, expected, state)
    if missing:
        some, they = _some(missing), _they(missing)
        instead = f", but {_some(extra)}" if extra else ""
        yield Aspect.TOO_FEW, f"{some} legal", f"{they} not among the legal actions{instead}"
    if extra:
        yield (
            Aspect.TOO_MANY,
            f"{_some(extra)} not legal",
            f"{_they(extra)} among the legal actions",
        )
    doubled = _doubled(state)
    if doubled:
        each = "one action" if len(doubled) == 1 else "one action each"
        yield Aspect.TOO_MANY, f"{_some(doubled)} {each}", f"{_they(doubled)} listed more than once"


def _views(
    expected: Expected[Any], player: str, view: Mapping[str, Json]
) -> Iterator[tuple[Aspect, str, str]]:
    if player not in expected.game.program.players.labels:
        yield Aspect.VIEWS, f"there is no player {named(player)}", "it says what this player sees"
        return
    for name, value in expected.view(player).items():
        if name not in view or same(value, view[name]):
            continue
        one, two = apart(value, view[name])
        aspect = Aspect.VIEWS
        if _any(lambda a, b: a == hidden() and b != hidden(), value, view[name]):
            aspect = Aspect.LEAKS
        elif _any(lambda a, b: a != hidden() and b == hidden(), value, view[name]):
            aspect = Aspect.HIDES
        yield aspect, f"{player} sees {name}{one}", f"{player} sees {name}{two}"


def same(ours: Json, theirs: Json) -> bool:
    """Whether two values in JSON are the same; numbers are not truth values."""
    return (ours == theirs and repr(ours) == repr(theirs)) or _alike(ours, theirs)


def _alike(ours: Json, theirs: Json) -> bool:
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return ours.keys() == theirs.keys() and all(_alike(v, theirs[k]) for k, v in ours.items())
    if isinstance(ours, list) and isinstance(theirs, list):
        return len(ours) == len(theirs) and all(map(_alike, ours, theirs))
    return type(ours) is type(theirs) and ours == theirs


def apart(ours: Json, theirs: Json) -> tuple[str, str]:
    """Where two values differ first, as text: ``[a1] is X`` and ``[a1] is none``."""
    if isinstance(ours, dict) and isinstance(theirs, dict) and hidden() not in (ours, theirs):
        for key in [*ours, *(k for k in theirs if k not in ours)]:
            if key not in theirs:
                return f"[{key}]{_is(ours[key])}", f"[{key}] is not there"
            if key not in ours:
                return f"[{named(key)}] is not there", f"[{named(key)}]{_is(theirs[key])}"
            if not same(ours[key], theirs[key]):
                one, two = apart(ours[key], theirs[key])
                return f"[{key}]{one}", f"[{key}]{two}"
    one, two = _is(ours), _is(theirs)
    if one == two:  # a number and its digits, nothing and the word none
        return f"{one}, in JSON {json.dumps(ours)}", f"{two}, in JSON {json.dumps(theirs)}"
    return one, two


def named(text: str) -> str:
    """A name in an engine's words: short, and in quotes if it would not be told from another one.

    >>> named("place a1"), named(" place  a1")
    ('place a1', '" place  a1"')
    """
    if said(text, LONGEST_NAME) == text:
        return text
    written = json.dumps(text)
    return written if len(written) <= LONGEST_NAME else f"{written[: LONGEST_NAME - 1]}…"


def _is(value: Json) -> str:
    if value == hidden():
        return " is hidden"
    return f" is {shown(value)}"


def shown(value: Json) -> str:
    """A value in JSON as a person reads it."""
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case dict():
            return "{" + ", ".join(f"{k}: {shown(v)}" for k, v in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(shown, value)) + "]"
        case _:
            return str(value)


def _any(test: Any, ours: Json, theirs: Json) -> bool:
    if test(ours, theirs):
        return True
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return any(_any(test, v, theirs[k]) for k, v in ours.items() if k in theirs)
    if isinstance(ours, list) and isinstance(theirs, list):
        return any(_any(test, a, b) for a, b in zip(ours, theirs, strict=False))
    return False


def ended(ending: Ending | None) -> str:
    """How play ended, in words."""
    if ending is None:
        return "play goes on"
    match ending.kind:
        case "win":
            verb = "win" if len(ending.winners) > 1 else "wins"
            return f"play is over: {' and '.join(sorted(ending.winners)) or 'nobody'} {verb}"
        case "draw" | "lose":
            return f"play is over: {'a draw' if ending.kind == 'draw' else 'everybody loses'}"
    return f"play is over: {ending.kind}"


def _scores(scores: Mapping[str, int]) -> str:
    return ", ".join(f"{player} has {score}" for player, score in sorted(scores.items()))


def _decider(who: str) -> str:
    return f"{who} is to decide" if who else "play is over"


def _proportions(weights: Mapping[str, int]) -> str:
    total = sum(weights.values())
    return ", ".join(f"{text} {weight}/{total}" for text, weight in sorted(weights.items()))


def _some(texts: Sequence[str]) -> str:
    """Actions as the subject of a sentence, with its verb."""
    rest = f" and {len(texts) - MOST} more" if len(texts) > MOST else ""
    return ", ".join(map(named, texts[:MOST])) + rest + (" is" if len(texts) == 1 else " are")


def _they(texts: Sequence[str]) -> str:
    return "it is" if len(texts) == 1 else "they are"
