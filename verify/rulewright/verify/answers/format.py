"""Files of answers as text: sorted, so that a diff shows a person what changed.

A file has a head, the digests of texts, the defaults, the numbers of findings, what there is nothing to find in, what was
found beside the answers, and for each game an answer to each check with its evidence, indented. The content of an answer is only read when it
is checked; see :mod:`.recheck`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..effort.schedule import LEVELS, EffortLevel
from .kept import (
    Kept,
    KeptAnswer,
    KeptCertificate,
    KeptComparison,
    KeptDefect,
    KeptFinding,
    KeptGame,
    KeptOpen,
    KeptPairs,
    KeptPlay,
    KeptSearch,
)

VERSION = 1
HEAD = "rulewright answers"
_HEAD = f"{HEAD} {VERSION}"
_REMARK = "# Written by rulewright verify --update, and checked again whenever it is read."
_ENTRY = re.compile(
    r"([A-Za-z_]\w*): (proved|refuted|reached|open)( by complete search| by a certificate| at (?:brief|quick|normal|thorough) effort)?"
)
_AT: Mapping[str | None, EffortLevel | None] = {
    None: None, **{f" at {level} effort": level for level in LEVELS}
}  # fmt: skip
_DEFECT = re.compile(r"not asked: (.+)")
_SEARCHED = re.compile(r"([0-9,]{1,20}) positions?, ([0-9,]{1,20}) actions?")
_AGAIN = re.compile(r"position ([0-9]{1,9}) comes again")
_TEXT = re.compile(r"(.+) ([0-9a-f]{8,64})")
_FINDING = re.compile(r"(F[1-9][0-9]{0,8}) ([A-Za-z0-9_.]+)")
_RECORDED = re.compile(r"([A-Za-z0-9_.]+): ([a-z_]+)( everywhere)?(, unexpected)?")
_DEFAULT = re.compile(r"((?:reading|param) \w+(?: in \w+)?) = (.+)")
_NOTHING = re.compile(r"nothing in ([0-9a-f]{16})")
_GAME = re.compile(r"(instance|variant) [A-Za-z_]\w*")
_COMPARED = re.compile(
    r"([A-Za-z_]\w*) = ([A-Za-z_]\w*) in ((?:instance|variant) [A-Za-z_]\w*): "
    r"(another game|the same game|open)"
)
_PAIRS = re.compile(r"([0-9,]{1,20}) pairs? of positions")
_MARKS = ("<<<<<<<", "=======", ">>>>>>>", "|||||||")
_SINCE = "changed since: "


class AnswersError(ValueError):
    """A text is not a file of answers; the message says in which line and why."""


def write(kept: Kept) -> str:
    """The text of a file."""
    return "\n".join((*_lines(kept), f"end of {_count(kept)}", ""))


def _count(kept: Kept) -> str:
    number = sum(len(game.answers) for game in kept.games.values())
    compared = len(kept.comparisons)
    more = f" and {compared} comparison{'' if compared == 1 else 's'}" if compared else ""
    return f"{number} answer{'' if number == 1 else 's'}{more}"


def _lines(kept: Kept) -> Iterator[str]:
    yield _HEAD
    yield _REMARK
    yield f"ruleset {escaped(kept.ruleset)}"
    yield ""
    yield "texts"
    for name, digest in sorted(kept.texts.items()):
        yield f"  {escaped(name)} {digest}"
    if kept.defaults:
        yield ""
        yield "defaults"
        yield from (f"  {name} = {value}" for name, value in sorted(kept.defaults.items()))
    if kept.findings:
        yield ""
        yield "findings"
        for key, number in sorted(kept.findings.items(), key=lambda item: int(item[1][1:])):
            yield f"  {number} {key}"
    if kept.nothing:
        yield ""
        yield "unasked"
        for digest in sorted(kept.nothing):
            yield f"  nothing in {digest}"
    if kept.recorded:
        yield ""
        yield "found"
        for recorded in sorted(kept.recorded, key=lambda n: n.key):
            yield from _recorded_lines(recorded)
    for name, game in sorted(kept.games.items()):
        yield ""
        yield name
        for check, answer in sorted(game.answers.items()):
            yield from _answer(check, answer)
        for defect in sorted(game.defects, key=lambda t: t.message):
            yield f"  not asked: {escaped(defect.message)}"
            yield from _play(defect.play)
    if kept.comparisons:
        yield ""
        yield "readings"
        for comparison in sorted(kept.comparisons, key=lambda c: (*c.question, c.game)):
            yield from _comparison(comparison)
    yield ""


def _recorded_lines(recorded: KeptFinding) -> Iterator[str]:
    everywhere = " everywhere" if recorded.everywhere else ""
    yield f"  {recorded.key}: {recorded.kind}{everywhere}{', unexpected' if recorded.unexpected else ''}"
    yield f"    {escaped(recorded.sentence)}"
    yield from (f"    in {name}" for name in recorded.games)
    yield from (f"    by {escaped(clause)}" for clause in recorded.clauses)


def _comparison(kept: KeptComparison) -> Iterator[str]:
    head = f"  {kept.reading} = {kept.option} in {kept.game}"
    match kept.evidence:
        case KeptPlay() as play:
            yield f"{head}: another game"
            yield from _play(play)
        case KeptPairs(pairs):
            yield f"{head}: the same game"
            yield f"    {pairs:,} pairs of positions"
        case KeptOpen(how_far):
            yield f"{head}: open"
            yield f"    {escaped(how_far)}"


def _answer(check: str, answer: KeptAnswer) -> Iterator[str]:
    match answer.evidence:
        case KeptPlay() as play:
            yield f"  {check}: {answer.verdict}"
            yield from _play(play)
        case KeptSearch(positions, actions):
            yield f"  {check}: {answer.verdict} by complete search"
            yield f"    {positions:,} positions, {actions:,} actions"
        case KeptCertificate(lines):
            yield f"  {check}: {answer.verdict} by a certificate"
            yield from (f"    {line}" for line in lines)
        case KeptOpen(how_far, effort):
            yield f"  {check}: {answer.verdict}{f' at {effort} effort' if effort else ''}"
            yield f"    {escaped(how_far)}"
    if answer.since:
        yield f"    {_SINCE}{', '.join(map(escaped, answer.since))}"


def _play(play: KeptPlay) -> Iterator[str]:
    for actor, text in play.moves:
        yield f"    {escaped(actor)}: {escaped(text)}"
    if play.again is not None:
        yield f"    position {play.again} comes again"


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    text: str

    def fail(self, why: str) -> AnswersError:
        return AnswersError(f"line {self.number}: {why}")


def read(data: bytes) -> Kept:
    """What a file holds. Raises AnswersError."""
    lines = _checked(data)
    head = [line for line in lines if line.text and not line.text.startswith("#")]
    if not head or head[0].text != _HEAD:
        where = head[0] if head else _Line(1, "")
        raise where.fail(f"a file of answers begins with {_HEAD!r}")
    if len(head) < 2 or not head[1].text.startswith("ruleset "):
        raise head[min(1, len(head) - 1)].fail("here should stand the ruleset's name")
    ruleset = unescaped(head[1].text.removeprefix("ruleset "))
    body, last = head[2:-1], head[-1]
    if not last.text.startswith("end of "):
        raise last.fail("the file seems to be cut off: its last line is not there")
    blocks = list(_blocks(body, 0))
    texts: dict[str, str] = {}
    findings: dict[str, str] = {}
    defaults: dict[str, str] = {}
    nothing: frozenset[str] = frozenset()
    games: dict[str, KeptGame] = {}
    comparisons: tuple[KeptComparison, ...] = ()
    recorded: tuple[KeptFinding, ...] = ()
    for heading, block in blocks:
        if heading.text == "texts":
            texts |= dict(map(_text, block))
        elif heading.text == "defaults":
            defaults |= dict(map(_default, block))
        elif heading.text == "findings":
            findings |= dict(map(_finding, block))
            if len(set(findings.values())) < len(block):
                raise heading.fail("two findings have one number, or one has two")
        elif heading.text == "unasked":
            nothing |= frozenset(map(_nothing, block))
        elif heading.text == "found":
            recorded += tuple(_recorded(*one) for one in _blocks(block, 2))
        elif heading.text == "readings":
            comparisons += _comparisons(block)
        elif not _GAME.fullmatch(heading.text):
            raise heading.fail("here should stand a game, such as 'instance small'")
        elif heading.text in games:
            raise heading.fail(f"the {heading.text} stands here twice")
        else:
            games[heading.text] = _game(block)
    kept = Kept(ruleset, texts, games, findings, comparisons, nothing, recorded, defaults)
    if last.text != f"end of {_count(kept)}":
        raise last.fail(f"the file has {_count(kept)}: some are missing, or too many")
    return kept


def _checked(data: bytes) -> list[_Line]:
    """The lines of a text, free of anything that `write` cannot have written."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        number = data.count(b"\n", 0, error.start) + 1
        raise AnswersError(f"line {number}: this is no text in UTF-8") from None
    lines = [_Line(i, line.rstrip("\r")) for i, line in enumerate(text.split("\n"), 1)]
    for line in lines:
        if line.text.startswith(_MARKS):
            raise line.fail("a merge was left half done here; choose one side, or look afresh")
        if not line.text.isprintable():
            raise line.fail("here is a sign that cannot be printed")
    return lines


def _blocks(lines: Sequence[_Line], depth: int) -> Iterator[tuple[_Line, list[_Line]]]:
    """Each line at a depth, with the deeper lines below it."""
    heading: _Line | None = None
    block: list[_Line] = []
    for line in lines:
        deep = len(line.text) - len(line.text.lstrip(" "))
        if deep == depth:
            if heading is not None:
                yield heading, block
            heading, block = line, []
        elif deep < depth or heading is None:
            raise line.fail("this line is not indented like those around it")
        else:
            block.append(line)
    if heading is not None:
        yield heading, block


def _text(line: _Line) -> tuple[str, str]:
    found = _TEXT.fullmatch(line.text.strip())
    if not found:
        raise line.fail("here should stand a name and a digest")
    return unescaped(found[1]), found[2]


def _default(line: _Line) -> tuple[str, str]:
    found = _DEFAULT.fullmatch(line.text.strip())
    if not found:
        raise line.fail("here should stand a reading and its default option, or a parameter")
    return found[1], found[2]


def _finding(line: _Line) -> tuple[str, str]:
    found = _FINDING.fullmatch(line.text.strip())
    if not found:
        raise line.fail("here should stand the number of a finding and its name")
    return found[2], found[1]


def _nothing(line: _Line) -> str:
    found = _NOTHING.fullmatch(line.text.strip())
    if not found:
        raise line.fail("here should stand 'nothing in' and a digest")
    return found[1]


def _recorded(heading: _Line, block: Sequence[_Line]) -> KeptFinding:
    entry = _RECORDED.fullmatch(heading.text.strip())
    sentence, *more = [line.text.strip() for line in block] or [""]
    words = [line.split(" ", 1) for line in more]
    if not entry or not sentence or any(w[0] not in ("in", "by") or len(w) < 2 for w in words):
        raise heading.fail("here should stand a finding, its sentence, games and clauses")
    games, clauses = (tuple(w[1] for w in words if w[0] == word) for word in ("in", "by"))
    return KeptFinding(
        entry[1],
        entry[2],
        unescaped(sentence),
        tuple(map(unescaped, clauses)),
        games,
        everywhere=bool(entry[3]),
        unexpected=bool(entry[4]),
    )


def _game(lines: Sequence[_Line]) -> KeptGame:
    answers: dict[str, KeptAnswer] = {}
    defects: list[KeptDefect] = []
    for heading, block in _blocks(lines, 2):
        entry, defect = (p.fullmatch(heading.text.strip()) for p in (_ENTRY, _DEFECT))
        if defect:
            play = _read_play([line.text.strip() for line in block])
            if play is None:
                raise heading.fail("here should stand a play, move by move")
            defects.append(KeptDefect(unescaped(defect[1]), play))
        elif not entry:
            raise heading.fail("here should stand the name of a check and an answer")
        elif entry[1] in answers:
            raise heading.fail(f"the check {entry[1]} stands here twice")
        else:
            answers[entry[1]] = _read_answer(heading, entry, [line.text for line in block])
    return KeptGame(answers, tuple(defects))


def _comparisons(lines: Sequence[_Line]) -> tuple[KeptComparison, ...]:
    """The comparisons of a block, each once."""
    found: dict[tuple[str, str, str], KeptComparison] = {}
    for heading, block in _blocks(lines, 2):
        entry = _COMPARED.fullmatch(heading.text.strip())
        if not entry:
            raise heading.fail("here should stand a reading, its option, a game and an answer")
        stripped = [line.text.strip() for line in block]
        evidence: KeptPlay | KeptPairs | KeptOpen | None
        match entry[4]:
            case "another game":
                evidence = _read_play(stripped)
            case "the same game":
                pairs = _PAIRS.fullmatch(" ".join(stripped))
                evidence = KeptPairs(int(pairs[1].replace(",", "") or 0)) if pairs else None
            case _:
                evidence = KeptOpen(unescaped(" ".join(stripped)))
        if evidence is None:
            raise heading.fail("here should stand a play, move by move, or how much was compared")
        if entry.groups()[:3] in found:
            raise heading.fail("this comparison stands here twice")
        comparison = KeptComparison(entry[1], entry[2], entry[3], evidence)
        found[entry[1], entry[2], entry[3]] = comparison
    return tuple(found.values())


def _read_answer(heading: _Line, entry: re.Match[str], block: list[str]) -> KeptAnswer:
    since: tuple[str, ...] = ()
    if block and block[-1].strip().startswith(_SINCE):
        listed = block.pop().strip().removeprefix(_SINCE)
        since = tuple(unescaped(name) for name in listed.split(", "))
    stripped = [line.strip() for line in block]
    match entry[2], entry[3]:
        case "proved", " by complete search":
            found = _SEARCHED.fullmatch(" ".join(stripped))
            if not found:
                raise heading.fail("here should stand how many positions and actions there are")
            positions, actions = (int(n.replace(",", "") or 0) for n in found.groups())
            return KeptAnswer("proved", KeptSearch(positions, actions), since)
        case "proved", " by a certificate":
            lines = tuple(line[4:] for line in block)
            return KeptAnswer("proved", KeptCertificate(lines), since)
        case "refuted" | "reached" as word, None:
            play = _read_play(stripped)
            if play is None:
                raise heading.fail("here should stand a play, move by move")
            return KeptAnswer("refuted" if word == "refuted" else "reached", play, since)
        case "open", effort if effort in _AT:
            how_far = unescaped(" ".join(stripped))
            return KeptAnswer("open", KeptOpen(how_far, _AT[effort]), since)
        case _:
            raise heading.fail("no answer is kept in these words")


def _read_play(lines: list[str]) -> KeptPlay | None:
    again = None
    if lines and (found := _AGAIN.fullmatch(lines[-1])):
        again = int(found[1])
        lines = lines[:-1]
    moves = [tuple(unescaped(part) for part in line.split(": ", 1)) for line in lines]
    pairs = tuple((m[0], m[1]) for m in moves if len(m) == 2)
    return KeptPlay(pairs, again) if len(pairs) == len(moves) else None


def escaped(text: str) -> str:
    r"""The text on one line, with every sign that is not printable as ``\x…;``.

    >>> escaped("a\nb")
    'a\\xa;b'
    """
    body = "".join(c if c.isprintable() and c != "\\" else f"\\x{ord(c):x};" for c in text)
    first = body[:1]
    return f"\\x{ord(first):x};{body[1:]}" if first in {" ", "#"} else body


_ESCAPE = re.compile(r"\\x([0-9a-f]{1,6});")


def unescaped(text: str) -> str:
    r"""The text that was escaped.

    >>> unescaped(escaped("a\\b\tc")) == "a\\b\tc"
    True
    """
    return _ESCAPE.sub(lambda m: _sign(int(m[1], 16)), text)


def _sign(code: int) -> str:
    return "\ufffd" if 0xD800 <= code <= 0xDFFF or code > 0x10FFFF else chr(code)


def listed(names: Iterable[str]) -> str:
    """Names in a sentence: ``a, b and c``."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
