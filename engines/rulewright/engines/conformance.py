"""What every implementation of ``game.Game`` must do, tested on random plays.

``conform(game, seed)`` raises AssertionError with what is wrong. An engine passes if it does so on
every program. Each method is called, and its answer about a position is compared with that of the
Python engine about the position at the same node with the same values of all variables; whether
those answers are right is another question.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from random import Random
from typing import TypeVar

from rulewright.dsl.ir.program import Chance, Decision, End, Fault
from rulewright.dsl.ir.types import Bool, Int, Map, bounds, contains, default
from rulewright.dsl.ir.unknown import refuse

from .game import CHANCE, Action, Game, IllegalAction, Outcome, Step, Unrested
from .python.game import PythonGame
from .python.game import PythonState as Like

S = TypeVar("S", bound=Hashable)
T = TypeVar("T")


def conform(game: Game[S], seed: int, plays: int = 3, moves: int = 30) -> int:
    """Play at random and examine every state on the way; returns how many states were examined."""
    random, looked_at = Random(seed), 0
    python = PythonGame(game.program, game.move_limit)
    for _ in range(plays):
        state = game.new()
        assert state == game.new(), "two new games differ"
        assert _alike(game, python, state) == python.new(), "play begins elsewhere in Python"
        for _ in range(moves):
            looked_at += 1
            legal = examine(game, state)
            check_alike(game, python, state)
            if not legal:
                break
            state = advance(game, state, random.choice(legal))
    return looked_at


def examine(game: Game[S], state: S) -> Sequence[Action]:
    """Examine one state in every respect; returns its legal actions."""
    legal = game.legal(state)
    check_encoding(game, state)
    check_values(game, state)
    check_node(game, state, legal)
    check_actions(game, state, legal)
    check_refusals(game, state, legal)
    check_views(game, state)
    check_successors(game, state, legal)
    check_strategies(game, state)
    check_determinization(game, state)
    return legal


def advance(game: Game[S], state: S, action: Action) -> S:
    """Play an action twice: the same state must result, and the old one must not change."""
    before = game.encode(state)
    step = game.step(state, action)
    assert game.step(state, action) == step, f"{action} leads to different states"
    assert game.apply(state, action) == step.state, f"{action} is not applied as it is stepped"
    assert step.turns >= 0
    assert game.encode(state) == before, f"{action} changed the state it was played in"
    return step.state


def _alike(game: Game[S], python: PythonGame, state: S) -> Like:
    """The state of the Python engine that rests where this one does, with the same values."""
    values = {v.name: game.value(state, v.name) for v in game.program.variables}
    return python.at(game.node(state), values)


def check_alike(game: Game[S], python: PythonGame, state: S) -> None:
    """The Python engine gives the same answers about the same position."""
    program, like = game.program, _alike(game, python, state)
    legal = python.legal(like)
    assert list(game.legal(state)) == list(legal), "other actions than in Python"
    assert game.decides(state) == python.decides(like), "somebody else decides in Python"
    assert game.outcome(state) == python.outcome(like), "another outcome than in Python"
    players = range(len(program.players.labels))
    for n, check in enumerate(program.checks):
        for player in (None,) if check.player is None else players:
            holds = python.holds(n, like, player)
            assert game.holds(n, state, player) == holds, f"{check.name} differs in Python"
    for player in players:
        assert game.has_hidden(player) == python.has_hidden(player), "more is hidden, or less"
        for n, strategy in enumerate(program.strategies):
            value = python.strategy_value(n, like, player)
            said = game.strategy_value(n, state, player)
            assert said == value, f"{strategy.name} differs in Python"
    for action in legal:
        assert game.weight(state, action) == python.weight(like, action), "another weight"
        assert game.text(state, action) == python.text(like, action), "another text"
        after = _outcome_of(game.step, state, action)
        reached: object = after
        if isinstance(after, Step):
            reached = Step(_alike(game, python, after.state), after.turns)
        expected = _outcome_of(python.step, like, action)
        assert _plain(reached) == _plain(expected), f"{action} leads elsewhere in Python"


def check_encoding(game: Game[S], state: S) -> None:
    """Encoding and decoding are inverse, of one length, and decide equality."""
    data = game.encode(state)
    again = game.decode(data)
    assert again == state, "a decoded state is another one"
    assert hash(again) == hash(state), "equal states have different hashes"
    assert game.encode(again) == data, "a decoded state is encoded otherwise"
    assert len(data) == len(game.encode(game.new())), "states have different lengths"
    for wrong in (data[:-1], data + b"\0", b""):
        try:
            game.decode(wrong)
        except ValueError:
            continue
        raise AssertionError(f"{wrong!r} is no state, but was decoded")


def check_values(game: Game[S], state: S) -> None:
    """Every variable holds a value of its type; what nobody reads holds the default."""
    program = game.program
    forgotten = program.resets[game.node(state)].variables
    for v in program.variables:
        value = game.value(state, v.name)
        assert contains(v.type, value), f"{value!r} is no value of {v.name}"
        if v.kind == "scratch" or v.name in forgotten:
            assert value == default(v.type), f"{v.name} is kept, though nobody reads it"


def check_node(game: Game[S], state: S, legal: Sequence[Action]) -> None:
    """Who decides and how play ended agree with the node."""
    node, outcome = game.program.nodes[game.node(state)], game.outcome(state)
    who = game.decides(state)
    match node:
        case Decision():
            assert who is not None, "nobody decides at a decision"
            assert 0 <= who < len(game.program.players.labels), f"{who} is no player"
        case Chance():
            assert who == CHANCE, "chance does not decide at its node"
            assert all(game.weight(state, action) > 0 for action in legal), "a weight of nothing"
        case End() | Fault():
            assert who is None, "somebody decides after the end"
            assert not legal, "there are actions after the end"
        case _:
            refuse(node)
    assert (outcome is not None) == isinstance(node, End | Fault), "an end without outcome"
    if outcome is not None:
        check_outcome(game, node, outcome)


def check_outcome(game: Game[S], node: object, outcome: Outcome) -> None:
    """An outcome is one of its node."""
    labels = game.program.players.labels
    assert outcome.winners == tuple(sorted(set(outcome.winners))), "winners out of order"
    assert all(0 <= w < len(labels) for w in outcome.winners), "a winner who does not play"
    assert isinstance(node, End | Fault)
    assert outcome.clauses == node.clauses
    if isinstance(node, Fault):
        assert (outcome.kind, outcome.label) == ("fault", f"fault: {node.message}")
        return
    assert outcome.kind == node.kind
    assert (outcome.scores is None) == (node.scores is None), "scores without a ranking"
    assert outcome.scores is None or len(outcome.scores) == len(labels)
    if outcome.kind == "win" and outcome.winners:
        assert outcome.label == "+".join(labels[w] for w in outcome.winners)


def check_actions(game: Game[S], state: S, legal: Sequence[Action]) -> None:
    """Actions ascend, differ in their text, and are understood however they are spelled."""
    assert list(legal) == sorted(set(legal)), "actions are not ascending"
    assert game.legal(state) == legal, "other actions when asked again"
    shown = [game.text(state, action) for action in legal]
    for action, text in zip(legal, shown, strict=True):
        assert game.allows(state, action), f"{action} is legal, and is not allowed"
        if shown.count(text) == 1:
            assert game.parse(state, text) == action, f"{text!r} is not understood"
    plain = [" ".join(text.casefold().split()) for text in shown]
    for action, text in zip(legal, shown, strict=True):
        if plain.count(" ".join(text.casefold().split())) == 1 and "(" not in text:
            name, _, rest = text.partition(" ")
            spelled = f"  {name.upper()} ( {', '.join(rest.split())} ) "
            assert game.parse(state, spelled) == action, f"{spelled!r} is not understood"


def check_refusals(game: Game[S], state: S, legal: Sequence[Action]) -> None:
    """Whatever is not legal is refused."""
    for action in sorted(_others(game, state) - set(legal)):
        assert not game.allows(state, action), f"{action} is not legal, but is allowed"
        try:
            game.apply(state, action)
        except IllegalAction:
            continue
        raise AssertionError(f"{action} is not legal, but was played")
    assert _refusal(game, state, "no such action 17"), "nonsense is refused without a word"


def _refusal(game: Game[S], state: S, text: str) -> str:
    try:
        action = game.parse(state, text)
    except IllegalAction as refusal:
        return str(refusal)
    raise AssertionError(f"{text!r} was understood as {action}")


def _others(game: Game[S], state: S) -> set[Action]:
    """Actions near legal ones: wrong choices, wrong arguments, too many and too few."""
    node = game.program.nodes[game.node(state)]
    found = {Action(-1, ()), Action(0, ()), Action(99, (0,)), Action(0, (1 << 70,))}
    for action in list(game.legal(state))[:10]:
        found |= {
            Action(action.choice, (*action.args, 0)),
            Action(action.choice, action.args[:-1]),
            Action(action.choice + 1, action.args),
        }
    if isinstance(node, Decision):
        for i, choice in enumerate(node.choices):
            ends = [bounds(p.type) for p in choice.parameters if isinstance(p.type, Bool | Int)]
            if len(ends) == len(choice.parameters) and ends:
                found |= {
                    Action(i, tuple(lo - 1 for lo, _ in ends)),
                    Action(i, tuple(hi + 1 for _, hi in ends)),
                }
    return found


def check_successors(game: Game[S], state: S, legal: Sequence[Action]) -> None:
    """All successors at once are those one by one, and untested actions do what tested ones do."""
    listed = list(game.successors(state))
    assert [action for action, _ in listed] == list(legal), "successors of other actions"
    for action, after in listed:
        tested = _outcome_of(game.step, state, action)
        assert _plain(after) == _plain(tested), f"{action} leads elsewhere among the successors"
        untested = _outcome_of(game.apply_legal, state, action)
        expected = tested.state if isinstance(tested, Step) else tested
        assert _plain(untested) == _plain(expected), f"{action} leads elsewhere untested"


def _outcome_of(way: Callable[[S, Action], T], state: S, action: Action) -> T | Unrested:
    try:
        return way(state, action)
    except Unrested as error:
        return error


def _plain(found: object) -> object:
    """The result of an action, for comparison: if it never rests, why."""
    return (type(found), str(found)) if isinstance(found, Unrested) else found


def check_strategies(game: Game[S], state: S) -> None:
    """A strategy's value of a state is a number of its type, and the same when asked again."""
    for number, strategy in enumerate(game.program.strategies):
        for player in range(len(game.program.players.labels)):
            value = game.strategy_value(number, state, player)
            assert contains(strategy.type, value), f"{strategy.name} says {value}"
            assert game.strategy_value(number, state, player) == value


def check_determinization(game: Game[S], state: S) -> None:
    """What a player cannot see may change, and nothing else; the same numbers draw the same."""
    for player in range(len(game.program.players.labels)):
        drawn = game.determinize(state, player, Random(1))
        assert game.determinize(state, player, Random(1)) == drawn, "drawn otherwise"
        assert game.node(drawn) == game.node(state), "play rests elsewhere"
        assert game.view(drawn, player) == game.view(state, player), "what is seen has changed"
        if not game.has_hidden(player):
            assert drawn == state, "nothing is hidden, and something has changed"


def check_views(game: Game[S], state: S) -> None:
    """Everybody sees what all may see, nobody what none may, and of a map their own entry."""
    program = game.program
    for player in range(len(program.players.labels)):
        seen = game.view(state, player)
        for v in program.variables:
            if v.kind == "scratch":
                continue
            value, shown = game.value(state, v.name), seen[v.name]
            if v.seen == "all":
                assert shown == value, f"{v.name} is hidden"
            elif v.seen == "none":
                assert shown is None, f"{v.name} is shown"
            elif isinstance(v.type, Map) and v.type.key == program.players:
                assert isinstance(value, tuple)
                own = tuple(e if i == player else None for i, e in enumerate(value))
                assert shown == own, f"{v.name} shows the wrong entries"
