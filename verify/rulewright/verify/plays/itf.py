"""Plays as files: Apalache's Informal Trace Format, with information for people in #meta."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.program import Fault, Instance, Program, Variable
from rulewright.engines.game import Action, Game

from .itf_values import ItfError, from_itf, to_itf
from .json_values import Json
from .play import Move, Play, Position, play_of, resting_variables
from .strict_json import StrictError, is_whole, strict

FORMAT = "https://apalache-mc.org/docs/adr/015adr-trace.html"
TOOL = "rulewright"
REPORTED = 5_000
"""A report has the variables of a play if these are no more values."""


class TraceError(ValueError):
    """A file is not a trace, or not one of this game; the message says where and why."""


@dataclass(frozen=True, slots=True)
class Sides:
    """What the rules say after a play, by which clauses, and what a user's engine does.

    ``tried``: an illegal action that was tried then.
    """

    rules: str
    engine: str
    clauses: tuple[str, ...] = ()
    tried: str = ""


@dataclass(frozen=True, slots=True)
class Trace:
    """A trace as read from a file: which game, the actions, and the variables claimed after each.

    ``check`` names the check that the play is about, ``violated`` is the text of its property.
    ``states`` is empty for a play that was written down as moves only. ``sides``: in what an engine differed
    from the rules, if that is what the play is about.
    """

    instance: Instance
    actions: tuple[Action, ...]
    states: tuple[Mapping[str, Json], ...]
    loop: int | None
    check: str
    violated: str
    verdict: str
    sides: Sides | None = None


def to_json(
    play: Play, *, check: str = "", violated: str = "", verdict: str = "", most: int | None = None,
    sides: Sides | None = None,
) -> dict[str, Json]:  # fmt: skip
    """The play in the format, ready for :func:`json.dumps`.

    If more than ``most`` values would have to be written the variables are left out: the moves are
    there, and it can be replayed.
    """
    variables = resting_variables(play.program)
    if most is not None and len(play.positions) * sum(_values_of(v.type) for v in variables) > most:
        variables = ()
    moves: list[Move | None] = [None, *play.moves]
    result: dict[str, Json] = {
        "#meta": {
            "format": "ITF",
            "format-description": FORMAT,
            "source": play.program.instance.ruleset,
            "description": violated,
            TOOL: {
                **_instance(play.program.instance),
                "check": check,
                "violated": violated,
                "verdict": verdict,
                "outcome": "" if play.outcome is None else play.outcome.label,
                "outcome_clauses": [] if play.outcome is None else list(play.outcome.clauses),
                **({} if sides is None else {"differs": _sides(sides)}),
            },
        },
        "vars": [v.name for v in variables],
        "states": [
            _state(play.program, variables, number, place, move)
            for number, (place, move) in enumerate(zip(play.positions, moves, strict=True))
        ],
    }
    if play.loop is not None:
        result["loop"] = play.loop
    return result


def read(text: str | bytes) -> Trace:
    """A trace from the contents of a file. Raises TraceError."""
    data = _parse(text)
    meta = _object(data.get("#meta"), '"#meta"')
    ours = meta.get(TOOL)
    if not isinstance(ours, dict):
        raise TraceError(
            f'a trace in this format, but not one of ours: "#meta" has no "{TOOL}" that names '
            "the game and its instance"
        )
    states = data.get("states")
    if not isinstance(states, list) or not states:
        raise TraceError('"states" should be a list with at least one state')
    loop = data.get("loop")
    if loop is not None and not (is_whole(loop) and 0 <= loop < len(states)):
        raise TraceError(f'"loop" should be the number of a state below {len(states)}')
    objects = [_object(state, f"state {number}") for number, state in enumerate(states)]
    claimed = tuple({k: v for k, v in state.items() if k != "#meta"} for state in objects)
    return Trace(
        instance=_read_instance(ours),
        actions=tuple(_action(state, n) for n, state in enumerate(objects) if n),
        states=claimed if any(claimed) else (),
        loop=loop,
        check=_text(ours, "check"),
        violated=_text(ours, "violated"),
        verdict=_text(ours, "verdict"),
        sides=_read_sides(ours),
    )


def replay(game: Game[object], trace: Trace) -> Play:
    """Play the trace's actions and compare every variable of every state.

    Raises ReplayError for an illegal action and TraceError if the file disagrees with the game.
    """
    play = play_of(game, trace.actions, trace.loop)
    for number, (place, claimed) in enumerate(zip(play.positions, trace.states, strict=True)):
        _compare(play.program, number, place, claimed)
    return play


def _values_of(t: ty.Type) -> int:
    """The most single values in a value of the type."""
    match t:
        case ty.Map(key, inner):
            return ty.size(key) * _values_of(inner)
        case ty.List(_, limit):
            return limit
        case ty.Set(element):
            return ty.size(element)
        case _:
            return 1


def _state(
    program: Program, variables: Sequence[Variable], number: int, place: Position, move: Move | None
) -> Json:
    meta: dict[str, Json] = {"index": number}
    if move is not None:
        meta |= {
            "actor": move.actor,
            "action": move.text,
            "clauses": list(move.clauses),
            "choice": move.action.choice,
            "args": list(move.action.args),
        }
    values = {v.name: to_itf(v.type, place.values[v.name]) for v in variables}
    node = program.nodes[place.node]
    meta["rests_at"] = node.message if isinstance(node, Fault) else node.name
    return {"#meta": meta, **values}


def _compare(program: Program, number: int, place: Position, claimed: Mapping[str, Json]) -> None:
    known = {v.name: v.type for v in resting_variables(program)}
    for name in known.keys() ^ claimed.keys():
        problem = "is missing" if name in known else "is no variable of this game"
        raise TraceError(f"state {number}: {name} {problem}")
    for name, t in known.items():
        try:
            value = from_itf(t, claimed[name])
        except ItfError as error:
            raise TraceError(f"state {number}: {name}: {error}") from error
        if value != place.values[name]:
            played, written = (json.dumps(to_itf(t, v)) for v in (place.values[name], value))
            raise TraceError(
                f"state {number}: the file says {name} is {written}, "
                f"but played by the rules it is {played}"
            )


def _instance(instance: Instance) -> dict[str, Json]:
    return {
        "ruleset": instance.ruleset,
        "title": instance.title,
        "variant": instance.variant,
        "instance": instance.name,
        "parameters": dict(instance.parameters),
        "readings": dict(instance.readings),
    }


def _read_instance(data: Mapping[str, Json]) -> Instance:
    names = [data.get(key) for key in ("ruleset", "title", "variant", "instance")]
    parameters = _object(data.get("parameters"), '"parameters"')
    readings = _object(data.get("readings"), '"readings"')
    ruleset, title, variant, name = (n if isinstance(n, str) else "" for n in names)
    numbers = [(k, v) for k, v in parameters.items() if is_whole(v)]
    options = [(k, v) for k, v in readings.items() if isinstance(v, str)]
    sound = len(numbers) == len(parameters) and len(options) == len(readings)
    if not ruleset or not variant or not sound:
        raise TraceError(f'"#meta" / "{TOOL}" does not name a ruleset, a variant and its settings')
    return Instance(ruleset, title, variant, name, tuple(numbers), tuple(options))


def _sides(sides: Sides) -> dict[str, Json]:
    return {
        "rules": sides.rules,
        "engine": sides.engine,
        "clauses": list(sides.clauses),
        "tried": sides.tried,
    }


def _read_sides(data: Mapping[str, Json]) -> Sides | None:
    if data.get("differs") is None:
        return None
    sides = _object(data["differs"], f'"#meta" / "{TOOL}" / "differs"')
    clauses = sides.get("clauses", [])
    if not isinstance(clauses, list):
        raise TraceError(f'"#meta" / "{TOOL}" / "differs" / "clauses" should be a list')
    cited = tuple(c for c in clauses if isinstance(c, str))
    rules, engine, tried = (_text(sides, name) for name in ("rules", "engine", "tried"))
    return Sides(rules, engine, cited, tried)


def _parse(text: str | bytes) -> dict[str, Json]:
    try:
        decoded = text.decode("utf-8") if isinstance(text, bytes) else text
    except UnicodeDecodeError as error:
        raise TraceError(f"not a text file (byte {error.start} is no UTF-8)") from error
    try:
        data = strict(decoded)
    except StrictError as error:
        raise TraceError(f"not a trace: {error}") from error
    except json.JSONDecodeError as error:
        cut = error.pos >= len(decoded.rstrip()) or error.msg.startswith("Unterminated")
        hint = "; the file seems to be cut off" if cut and decoded.strip() else ""
        raise TraceError(
            f"not JSON: line {error.lineno}, column {error.colno}: {error.msg}{hint}"
        ) from error
    except RecursionError as error:
        raise TraceError("not a trace: nested too deeply") from error
    if not isinstance(data, dict) or "states" not in data or "#meta" not in data:
        raise TraceError('JSON, but not a trace: it should have "#meta", "vars" and "states"')
    return data


def _object(data: Json, what: str) -> dict[str, Json]:
    if not isinstance(data, dict):
        raise TraceError(f"{what} should be an object")
    return data


def _action(state: Mapping[str, Json], number: int) -> Action:
    meta = _object(state.get("#meta"), f'state {number}: "#meta"')
    choice, args = meta.get("choice"), meta.get("args")
    if not is_whole(choice) or not isinstance(args, list):
        raise TraceError(f'state {number}: "#meta" needs "choice" and "args" of the action')
    return Action(choice, tuple(_whole(a, number) for a in args))


def _text(data: Mapping[str, Json], name: str) -> str:
    found = data.get(name, "")
    if not isinstance(found, str):
        raise TraceError(f'"#meta" / "{TOOL}" / "{name}" should be a text')
    return found


def _whole(data: Json, number: int) -> int:
    if not is_whole(data):
        raise TraceError(f'state {number}: "args" should hold whole numbers')
    return data
