"""The other end of the protocol: a Python object that answers on lines of JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import TextIO

from ...plays.json_values import Json
from ...plays.strict_json import is_whole
from .local import LocalEngine
from .protocol import VERSION, Declined, EngineFailure, decoded

Answer = dict[str, Json]


def serve(engine: LocalEngine, lines: Iterable[str], out: TextIO) -> None:
    """Answer every line until there is none."""
    for line in lines:
        if line.strip():
            out.write(json.dumps(answered(engine, line), ensure_ascii=True) + "\n")
            out.flush()


def answered(engine: LocalEngine, line: str) -> Answer:
    """The answer to one line; what cannot be answered is an ``error`` in words."""
    number: Json = None
    try:
        # Bytes that are not UTF-8 come out of a stream as surrogates: they are the same bytes again.
        request = decoded(line.encode(errors="surrogateescape"))
        number = request.get("id")
        if not is_whole(number):
            return {"id": None, "error": '"id" should be a whole number'}
        op = request.get("op")
        if not isinstance(op, str) or op not in OPERATIONS:
            return {"id": number, "error": f'"op" should be one of {", ".join(OPERATIONS)}'}
        if op in ("apply", "state") and not engine.started:
            return {"id": number, "error": f'no game was begun: "new" comes before "{op}"'}
        return {"id": number, **OPERATIONS[op](engine, request)}
    except EngineFailure as error:
        words = error.detail if error.kind == "reports an error" else str(error)
        return {"id": number, "error": words}


def _hello(engine: LocalEngine, request: Answer) -> Answer:
    if request.get("protocol") != VERSION:
        return {"error": f"this is protocol {VERSION}"}
    return engine.greeting()


def _new(engine: LocalEngine, request: Answer) -> Answer:
    game = request.get("game")
    if not isinstance(game, dict):
        return {"error": '"game" should be an object'}
    try:
        engine.begin(game)
    except Declined as why:
        return {"ok": False, "why": str(why)}
    return {"ok": True, "state": engine.sent()}


def _apply(engine: LocalEngine, request: Answer) -> Answer:
    action, by = request.get("action"), request.get("by")
    if not isinstance(action, str) or not isinstance(by, str):
        return {"error": '"action" and "by" should be texts'}
    refused = engine.refusal(action, by)
    if refused is not None:
        return {"ok": False, "why": refused.why} if refused.why else {"ok": False}
    return {"ok": True, "state": engine.sent()}


def _state(engine: LocalEngine, request: Answer) -> Answer:
    return {"state": engine.sent()}


OPERATIONS: dict[str, Callable[[LocalEngine, Answer], Answer]] = {
    "hello": _hello,
    "new": _new,
    "apply": _apply,
    "state": _state,
}
