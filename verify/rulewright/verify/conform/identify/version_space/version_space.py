"""Which choices of readings agree with all that an engine has done so far (a version space: Mitchell,
Generalization as search, Artificial Intelligence 18, 1982).

It is not written down: choices are tried. If one does not agree with a play, it is worked out for each
action of the play, and for each legal action that the rules and the engine do not share, on which
readings that hangs. What is refuted so is kept, and each further choice is one without it: when there
is none left, no readings explain the engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial

from rulewright.engines.python.game import PythonState

from ....effort.identifying import EXPLAINING
from ....limits import NEVER, Deadline, OutOfTime
from ...connection.protocol import Offer
from ...rules.expected import Expected
from ...trials.transcript import Judgements, Transcript, agrees, differing, followed, leaves_open
from ..reading_games import ChosenReadings, ReadingGames
from .decision_tree import NeededError, SomeOptions, TooManyError, Tree, fruitful, leaves
from .nogoods import Nogoods
from .results import ActionResults, RunsAction


class VersionSpace:
    """What an engine did, and which readings agree with it.

    After the ``deadline`` less is learned from what is refuted.
    """

    def __init__(
        self, games: ReadingGames, options: Mapping[str, Sequence[str]], offers: frozenset[Offer],
        deadline: Deadline = NEVER,
    ) -> None:  # fmt: skip
        self._games, self._options, self._offers = games, options, offers
        self._deadline = deadline
        self._nogoods = Nogoods(options)
        self._transcripts: list[Transcript] = []
        self._order: list[int] = []
        self._until: list[int] = []  # the later part of a play is postponed
        self._again, self._supposed = 0, False
        self._strict = True  # the rules have to say how to go on where the engine does
        self._known: list[list[tuple[SomeOptions, bool]]] = []
        self._open: dict[tuple[ChosenReadings, int], bool] = {}
        self._learned: dict[tuple[SomeOptions, int], int] = {}
        self._judged: dict[tuple[SomeOptions, int], Judgements] = {}

    def __len__(self) -> int:
        """How many plays were asked."""
        return len(self._transcripts)

    def add(self, transcript: Transcript) -> None:
        """One more play."""
        self._order.insert(0, len(self._transcripts))
        self._transcripts.append(transcript)
        self._until.append(len(transcript.steps) + 1)
        self._known.append([])

    def agrees(self, readings: ChosenReadings) -> bool:
        """Whether the rules with these readings agree with every play; if not, the reason is recorded.

        Raises OutOfTime if a program would have to be made too late.
        """
        for number in tuple(self._order):
            if self._nogoods.excluded(readings):
                return False
            if self._explains(readings, number)[0]:
                continue
            self._order.remove(number)
            self._order.insert(0, number)  # it disagrees with others, too
            self._learn(readings, number)
            if self._nogoods.excluded(readings):
                return False
            right, part = self._explains(readings, number)
            if not right:
                self._nogoods.add(part)
                return False
        return self._games.game(readings) is not None

    def left_open(self, readings: ChosenReadings) -> int:
        """In how many plays the rules with these readings somewhere do not say how to go on."""
        found = 0
        for number, transcript in enumerate(self._transcripts):
            key = readings, number
            if key not in self._open:
                start = self._games.watched(readings, lambda _: None)
                self._open[key] = start is not None and leaves_open(transcript, start)
            found += self._open[key]
        return found

    def lengthen(self, readings: ChosenReadings) -> bool:
        """Compare readings with more of what was asked, if not all was compared yet."""
        cut = [n for n, t in enumerate(self._transcripts) if self._until[n] < len(t.steps) + 1]
        for number in cut:
            before = self._until[number]
            self._learn(readings, number)
            if self._until[number] > before:
                return True
        for number in cut[:1]:
            self._cut(number, len(self._transcripts[number].steps) + 1)
        return bool(cut)

    def neighbours(self, readings: ChosenReadings) -> Iterator[tuple[str, str, ChosenReadings]]:
        """Choices that differ in one reading, with its name and its option."""
        now = dict(readings)
        for name, options in self._options.items():
            for option in options:
                if option != now[name]:
                    yield name, option, tuple({**now, name: option}.items())

    def near(
        self, readings: ChosenReadings, fixed: frozenset[str] = frozenset()
    ) -> ChosenReadings | None:
        """A choice that agrees with everything, near this one and equal in what is fixed.

        None if there is none. Raises TooManyError if none was found in the allowed tries, or time is up.
        """
        for _ in range(EXPLAINING.repairs if fixed else EXPLAINING.tries):
            found = self._nogoods.near(dict(readings), fixed)
            if found is None and not fixed and self._forgotten():
                continue
            if found is None:
                return None
            if self._deadline.passed():
                break
            with suppress(OutOfTime):
                if self.agrees(choice := tuple(found.items())):
                    return choice
        raise TooManyError

    def _forgotten(self) -> bool:
        """Forget what is refuted, if something was assumed to make no difference, or if the rules had to
        say how to go on where the engine does, and no readings say so much."""
        if self._supposed and self._again < EXPLAINING.again:
            self._again += 1
        elif self._strict:
            self._strict = False
            for known in self._known:
                known.clear()
        else:
            return False
        self._supposed = False
        self._nogoods = Nogoods(self._options)
        self._learned.clear()
        return True

    def _explains(self, readings: ChosenReadings, number: int) -> tuple[bool, SomeOptions]:
        """Whether the rules agree with one play, and the readings that they looked at."""
        pairs = frozenset(readings)
        for part, right in self._known[number]:
            if part <= pairs:
                return right, part
        looked: set[str] = set()
        start = self._games.watched(readings, looked.add)
        right = start is not None and agrees(
            self._transcripts[number], self._until[number], start, self._offers,
            self._judgements(readings, number), strict=self._strict,
        )  # fmt: skip
        part = frozenset(pair for pair in readings if pair[0] in looked)
        self._known[number].append((part, right))
        return right, part

    def _learn(self, readings: ChosenReadings, number: int) -> None:
        """Record which readings disagree with a play, among those that one program holds as state; not
        all of them if the time is up."""
        with suppress(OutOfTime):
            self._learn_steps(readings, number)

    def _learn_steps(self, readings: ChosenReadings, number: int) -> None:
        """The same, action by action. Raises OutOfTime.

        An action that takes too many cases is postponed, and so is what comes after it: the fewer
        options are left, the fewer cases there are.
        """
        rest, left = self._rest(readings), self._nogoods.number_left()
        if self._learned.get((rest, number)) == left:
            return
        self._learned[rest, number] = left
        last = len(self._transcripts[number].steps)
        reached: Sequence[tuple[SomeOptions, PythonState | None]] = [(rest, None)]
        for step in range(last + 1):
            further: list[tuple[SomeOptions, PythonState]] = []
            for part, at in reached:
                run = partial(self._after, readings, number, step, at)
                try:
                    tree = self._tree(run, readings, part)
                except TooManyError:
                    self._cut(number, step)
                    return
                for more, then in leaves(tree):
                    if then is None:
                        self._nogoods.add(part | more)
                further += [
                    (part | more, then)
                    for more, then in leaves(fruitful(tree))
                    if isinstance(then, tuple)
                ]
            for part, then in further[: EXPLAINING.reached]:
                self._learn_actions(readings, number, step, part, then)
            reached = [one for one in further if not self._nogoods.excluded(one[0])][
                : EXPLAINING.reached
            ]
        self._cut(number, last + 1)

    def _learn_actions(
        self, readings: ChosenReadings, number: int, step: int, part: SomeOptions, at: PythonState
    ) -> None:
        """Record which readings have other legal actions than the engine: each action that differs by
        these readings depends, by itself, on few."""
        known = {**dict(readings), **dict(part)}
        expected = self._games.watched(tuple(known.items()), lambda _: None, at)
        assert expected is not None, "a position is one of a game"
        wrong = differing(self._transcripts[number], step, expected, self._offers)
        for text in wrong[: EXPLAINING.actions]:
            run = partial(self._is_right, readings, number, step, at, text)
            with suppress(TooManyError):
                for more, right in leaves(self._tree(run, readings, part)):
                    if right is None:
                        self._nogoods.add(part | more)

    def _is_right(
        self, readings: ChosenReadings, number: int, step: int, at: PythonState, text: str,
        chosen: Mapping[str, str],
    ) -> bool | None:  # fmt: skip
        """Whether an action is legal by the rules as it was for the engine; None if not."""
        expected = self._watched(readings, at, chosen)
        assert expected is not None, "a position is one of a game"
        legal = expected.allowed(text) is not None
        return legal == self._transcripts[number].lists(step, text) or None

    def _tree(
        self, run: RunsAction, readings: ChosenReadings, part: SomeOptions
    ) -> Tree[PythonState | bool]:
        """The result of an action. If that takes too many cases, readings that made no difference in
        some are assumed to make none. Raises TooManyError."""
        seed = len(self._transcripts) + self._again
        results = ActionResults(run, self._nogoods.left, self._games.holds, part, seed)
        with suppress(TooManyError):
            return results.by_what_they_depend_on()
        tree = results.by_what_made_a_difference({**dict(readings), **dict(part)})
        self._supposed = True
        return tree

    def _cut(self, number: int, until: int) -> None:
        """Compare readings with this many states of a play."""
        if until != self._until[number]:
            self._until[number] = until
            self._known[number].clear()

    def _after(
        self,
        readings: ChosenReadings,
        number: int,
        step: int,
        at: PythonState | None,
        chosen: Mapping[str, str],
    ) -> PythonState | bool | None:
        """The position after one action of a play, with these of the readings; None if the rules
        disagree, False if they agree with everything that follows. Raises NeededError."""

        before = self._watched(readings, at, chosen)
        if before is None:
            return None
        judged = self._judgements(readings, number)
        offers = self._offers - {"legal"}  # which hang on readings of their own, each of them
        play, strict = self._transcripts[number], self._strict
        after = followed(play, step, before, offers, judged, strict=strict)
        if isinstance(after, Expected):
            return self._games.without_readings(readings, after.at)
        return False if after else None

    def _watched(
        self, readings: ChosenReadings, at: PythonState | None, chosen: Mapping[str, str]
    ) -> Expected[PythonState] | None:
        """A position that raises NeededError when the rules look at a reading that is not chosen. Raises
        OutOfTime."""
        if self._deadline.passed():
            raise OutOfTime

        def looked(name: str) -> None:
            if name not in chosen:
                raise NeededError(name)

        return self._games.watched(tuple({**dict(readings), **chosen}.items()), looked, at)

    def _judgements(self, readings: ChosenReadings, number: int) -> Judgements:
        """What was seen in a play, in games of one program."""
        key = self._rest(readings), number
        if key not in self._judged:
            self._judged[key] = Judgements(self._games.family(readings))
        return self._judged[key]

    def _rest(self, readings: ChosenReadings) -> SomeOptions:
        """The readings that no program holds as state."""
        return frozenset(pair for pair in readings if not self._games.holds(pair[0]))
