"""How other languages, and rulebooks, say what an unreadable line was meant to say."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..diagnostics import Edit, Hint
from ..syntax.one_line import code_of

_TEXT = re.compile(r'"[^"]*"?')


@dataclass(frozen=True, slots=True)
class Phrase:
    """``pattern``: a pattern for the line, with quoted texts left blank; ``hint``: what to write.

    ``edit``: the replacement for what cannot be read, if that suffices.
    """

    pattern: re.Pattern[str]
    hint: str
    edit: Edit | None = None


def _phrase(pattern: str, hint: str, instead: str | None = None, back: int = 0) -> Phrase:
    edit = None if instead is None else Edit(instead, back=back)
    return Phrase(re.compile(pattern), hint, edit)


_NAME = r"[A-Za-z_]\w*"
_ENDS = r"(win|draw|lose|leave|next|nothing|return|add|remove|reset)\b"
_TAKE = "out of a supply: take 1 of heart to hand[p]; where one component stands: take token[p] to on[s]"
_MOVE = "between two places: move 1 of hand[p] to hand[q]; where one component stands: move on[a] to on[b]"
_BACK = "back into a supply: put 1 of hand[p] back to heart; where one component stands: put on[s] back to token"
_LEVELS = r"(when|once|if|after|until)"

PHRASES = (
    # Conditions and values
    _phrase(r"=>.*", "write 'implies'", "implies", 1),
    _phrase(r"^\s*(check\b.*|if\b.*|when\b.*|always\b.*|never\b.*)->.*", "write 'implies'", "implies"),
    _phrase(
        r"\b(always|never)\s+if\b(?!.*\belse\b).*",
        "of two conditions write 'A implies B'",
    ),
    _phrase(
        r"^\s*check\b.*\bif\b.*\bthen\b(?!.*\belse\b).*",
        "of two conditions write 'A implies B', or say what holds otherwise: if A then B else C",
    ),
    _phrase(
        r"^\s*check\s+\w+[^:]*:\s*(sum|count|least|greatest|some|all|no|not)\b.*",
        "begin with 'always', 'never' or 'reachable'",
    ),
    _phrase(rf"\bwon\s+by\s+{_NAME}.*", "write 'won(p)'"),
    _phrase(rf"\bmax\s+{_NAME}.*\bin\b.*", "write 'greatest x in S: …'"),
    _phrase(rf"\bmin\s+{_NAME}.*\bin\b.*", "write 'least x in S: …'"),
    _phrase(rf"\b(sum|max|min)\s+(of\s+)?{_NAME}.*", "of a number for each, write 'sum x in S: m[x]'"),
    _phrase(r"\bsum\s*\(.*", "of a number for each, write 'sum x in S: m[x]'"),
    _phrase(rf"\bnumber\s+of\s+{_NAME}\s+in\b.*", "write 'count x in S: …', or 'size(S)'"),
    _phrase(
        rf"\b(count|sum|some|all|no|least|greatest)\s+{_NAME}\s+in\b[^:]*\bif\b[^:]*$",
        "what is counted, summed or asked stands behind ':'; write 'count x in S: C'",
    ),
    _phrase(
        rf"\bthose\s+{_NAME}\s+in\b(?!.*\bwith\b)[^:]*\bif\b.*",
        "write 'those x in S: C'; 'if' stands before 'with most' or 'with least' alone",
    ),
    _phrase(rf"\b(any|exists|exist)\s+{_NAME}\s+in\b.*", "write 'some x in S: …'"),
    _phrase(rf"\b(every|forall|(?<=[^\s] )each)\s+{_NAME}\s+in\b.*:.*", "write 'all x in S: …'"),
    _phrase(r"(^|[\s(=<>+-])\|\s*[^|]+\|.*", "the size of a number is abs(…), of a set size(…)"),
    _phrase(r"\bbetween\b.*", "write 'LOWEST <= x and x <= HIGHEST'"),
    _phrase(r"\d_\d.*", "write the digits alone"),
    _phrase(r"<>.*", "write '!='", "!=", 1),
    _phrase(r"\b(isn't|isnt|aint)\b.*", "write 'is not'"),
    _phrase(r"\bis\s+(not\s+)?empty\b.*", "a place is empty where it 'is none', a set or list where it is {} or []"),
    _phrase(rf"(?<!history )\b(old|prev|last|earlier|before)\s+{_NAME}\b.*", "how it was at the last decision is 'was x'"),
    _phrase(r"\{\s*\w+\s*:.*", "what belongs to each value stands in a table: table NAME: KEY -> TYPE, with a row for each"),
    _phrase(r"\}\s*\|.*|\)\s*\|\s*[({\w].*", "sets are joined by '+'; what two have in common is 'A & B'"),
    # Checks
    _phrase(r'^\s*check\s+\w+[^":]*:\s*".*', "the question stands before the colon: check NAME \"question\": …"),
    _phrase(
        r"^\s*check\s+\w+.*:\s*(can|could|may|possible|possibly|sometimes|exists|ever|is|there)\b.*",
        "that some play comes to it is 'reachable E'",
    ),
    _phrase(
        r"^\s*check\s+\w+.*:\s*(always\s+)?(eventually|finally|once|will)\b.*",
        "that some play comes to it is 'reachable E'; that none goes on for ever, 'every play ends'",
    ),
    _phrase(
        rf"^\s*(check\s+\w+.*:\s*)?(never|always)\s+(?!after\b).*\b{_LEVELS}\b.*",
        "'A since B': at every decision since the last one at which B held, A did; 'A implies B': now",
    ),
    _phrase(
        r"^\s*check\s+\w+[^:]*:\s*(?!let\b|never\b|always\b|reachable\b|every\b|someone\b)[(\w].*",
        "begin with 'always', 'never' or 'reachable'",
    ),
    _phrase(r"^\s*check\s+\w+[^:]*:\s*((never|always|reachable)\s+)?let\b.*", "names stand in a block below: check NAME:, then 'let …', then what is asked"),
    # Options
    _phrase(rf"\(\s*{_NAME}\s*:\s*(set|subsets?)\s+of\b.*", "any set of them: subsets(S)"),
    _phrase(rf"^\s*{_NAME}\s*\(\s*{_NAME}\s+in\b.*", "write ':' for 'in'", ":"),
    _phrase(
        rf"^\s*({_ENDS}|(rank|take|put|move|rotate)\b)(?!.*\bthen\b).*\bif\b.*",
        "the condition comes first: if n = 0: draw",
    ),
    _phrase(rf"^\s*{_NAME}(\(.*\))?\s+if\b(?!.*\bthen\s+\S).*", "write 'when'", "when"),
    _phrase(r"^\s*choose\s+[^:]*:.*", "no ':' stands here; the options stand below"),
    _phrase(rf"^\s*{_NAME}\s+(chooses|may|can|must|decides)\s*:?$", "write 'choose p', and the options below"),
    # Parts
    _phrase(
        rf"^\s*(state|table|var)\s+{_NAME}(\b[^=]*->[^=]*|\s*:\s*\(.*)->.*",
        "a map with several keys is: KEY, KEY -> TYPE",
    ),
    _phrase(
        rf"(^\s*(state|param|var)\b[^=]*|\bfor\s+{_NAME}\s+in\b.*|\(\s*{_NAME}\s*:[^)]*)[\w)]\s+(to|through)\s+[\w(].*",
        "write '..' between the lowest and the highest number",
    ),
    _phrase(rf"^\s*state\s+{_NAME}\s*\[.*", "write 'state NAME: KEY -> TYPE = VALUE'"),
    _phrase(rf"^\s*(state|param)\s+{_NAME}\s*=.*", "say which values it may have: NAME: 0..9 = 0"),
    _phrase(rf"^\s*(state|param)\s+{_NAME}\s*:[^=]*(by\b.*)?$", "say what it is at the beginning: … = 0"),
    _phrase(r"\b(visible|hidden|secret|public|private)\b.*", "write 'seen by owner', 'seen by none' or 'seen by all'"),
    _phrase(r"\b(list|bag)\s+of\s+[\w. ()]+(=.*)?$", "say how many at most: list of T up to N"),
    _phrase(rf"^\s*enum\s+{_NAME}\s*:.*\(.*", "what belongs to each value stands in a table: table NAME: ENUM -> TYPE, with a row for each"),
    _phrase(rf"^\s*(enum|record)\s+{_NAME}\s*[{{=(].*", "write ':' and what it has, with commas between"),
    _phrase(
        rf"^\s*(let|procedure)\s+{_NAME}\s*\([^)]*->.*",
        "a map is used by its name; what is given is one part of it, a bag: h: bag of Card up to 9",
    ),
    _phrase(rf"^\s*let\s+{_NAME}\s*:.*->.*", "what belongs to each value stands in a table: table NAME: KEY -> TYPE, with a row for each"),
    _phrase(rf"^\s*let\s+{_NAME}\s*:.*", "a name needs no type: let NAME = …; what changes is 'var NAME: TYPE = …'"),
    _phrase(rf"^\s*table\s+{_NAME}\s*[(\[].*", "write 'table NAME: KEY -> TYPE', and a row for each key below"),
    _phrase(r"^\s*(state|param|var)\b.*\d\s*\.\.\s*(=.*)?$", "a counter without a bound in sight is 0..999999999"),
    _phrase(r"^\s*[A-Z0-9][\w| ]*(->|=(?!=))[^:]*$", "a row is VALUE: RESULT"),
    _phrase(rf"^\s*board\s+{_NAME}\s*=\s*{_NAME}\s*$", "the shape stands in its kind: square(NAME), hex(NAME), graph(NAME), polar(NAME)"),
    _phrase(r"^\s*players\s*:.*", "write 'players A, B', without ':'"),
    _phrase(
        r"^\s*players\s+(\d.*|\w+(\s*,\s*\w+)*\s*[:=]\s*\d.*)$",
        "of so many: players 2..4 = 3, or players A, B, C: 2..3 = 2",
    ),
    _phrase(rf"^\s*history\s+{_NAME}\s+of\s+[\w, ]+$", "say how many positions at most: … up to 40"),
    # Readings, settings, instances
    _phrase(r"^\s*reading\b.*:.+", "each option stands in a line of its own below: NAME: \"what it says\""),
    _phrase(r'^\s*"[^"]*"\s*$', "an option of a reading begins with its name: NAME: \"what it says\""),
    _phrase(rf"^\s*settings\s+{_NAME}\s*:.*", "write 'with' for ':'", " with"),
    _phrase(rf'^\s*instance\s+{_NAME}(\s+"[^"]*")?\s*:?\s*(like|with)\b.*', "name the variant first: instance NAME: standard like OTHER with …"),
    _phrase(rf"^\s*instance\s+{_NAME}\s*:\s*{_NAME}\s*,.*", "of several variants write 'for': instance NAME: for two, three"),
    _phrase(rf"^\s*instance\s+{_NAME}\s*:\s*{_NAME}\s*:?=.*", "name the variant first: instance NAME: standard with …"),
    _phrase(r"^\s*instance\b.*\bexpect\b.*", "'expect' stands in a line of its own below"),
    _phrase(r"^\s*(instance|settings)\b.*:=.*", "write '='", "="),
    _phrase(r"^\s*expect\s+[a-z]+\s*(=|:|is).*", "write 'expect 9 positions'"),
    _phrase(r"^\s*expect\b.*\band\b.*", "write ',' between the numbers", ","),
    # Statements
    _phrase(rf"^\s*(if|else if)\b(?!.*:).*\bthen\b\s*({_ENDS}.*|[^=]*:=.*)?$", "write ':' for 'then'"),
    _phrase(rf"^\s*(if|else if)\b(?!.*:).*\b{_ENDS}.*", "write ':' before what is then done"),
    _phrase(r"^\s*(if|else if)\b.*:.*\belse\b.*", "'else' begins a line of its own, below"),
    _phrase(rf"^\s*else\s+{_ENDS}.*", "write 'else:'"),
    _phrase(
        r"^\s*repeat\s+by\s*\[.*",
        "'repeat' cites nothing: cite at a statement below it, or for the whole procedure",
    ),
    _phrase(r"^\s*repeat\s+while\b.*", "write 'repeat until' and when to stop"),
    _phrase(r"^\s*(loop|forever)\b.*", "write 'repeat'"),
    _phrase(rf"^\s*for\s+{_NAME}\s*(=|from)\s*.*", "write 'for i in 1..3'"),
    _phrase(rf"^\s*for\s+(each|every|all)\s+{_NAME}.*", "write 'for x in S'"),
    _phrase(rf"^\s*each\s+{_NAME}\s+in\b(?!.*secretly).*", "write 'for x in S', or 'each p in Player secretly chooses'"),
    _phrase(rf"^\s*{_NAME}(\[.*\])?\s*(\+\+|--)\s*$", "write '+= 1' or '-= 1'"),
    _phrase(rf"^\s*set\s+{_NAME}.*\bto\b.*", "write 'x := …'"),
    _phrase(rf"^\s*{_NAME}\s+(wins|has won)\b.*", "write 'win p'"),
    _phrase(
        rf"^\s*win\s+(the\s+)?{_NAME}\s+(with|who|that|having)\b.*",
        "who has the most is ranked: rank by points; or write 'win those p in Player with most points[p]'",
    ),
    _phrase(rf"^\s*({_NAME}\s+loses\b|lose\s+\S).*", "'lose' is of all; if one loses, the others win: win Player - p"),
    _phrase(
        r"^\s*rank\s+by\s+(most|highest|greatest|least|fewest|lowest|-).*",
        "the greatest number is best: rank by points; if the least is: let owed(p: Player) = -debts[p], then rank by owed",
    ),
    _phrase(r"^\s*(game over|game ends|play ends)\b.*", "write 'draw', 'win p', 'lose' or 'rank by …'"),
    _phrase(
        r"^\s*(take|move|put|add)\b(?!.*\b(to|from)\b).*\b(into|onto|in|on)\b.*", "write 'to'", "to"
    ),
    _phrase(r"^\s*(take|draw|gain|get|receive|deal|lay|place)\s+(\d+|an?|one|the)\s+\w.*", _TAKE),
    _phrase(r"^\s*take\b(.*\bfrom\b.*|.*)$", _TAKE),
    _phrase(r"^\s*put\b(?!.*\bback\s+to\b).*", f"{_BACK}; out of a supply, write 'take … to'"),
    _phrase(r"^\s*(pay|discard|return|give back)\s+(\d+|an?|one|the)\s+\w.*", _BACK),
    _phrase(r"^\s*(move\b.*|give\b.*)", _MOVE),
    _phrase(r"^\s*shuffle\b.*", "a shuffled pile is a set, a bag or a supply: roll the card when it is drawn, 'roll c of pile'"),
    _phrase(rf"^\s*(let\s+{_NAME}\s*=\s*|{_NAME}\s*:=\s*)roll\b.*", "write 'roll c of S', which names what comes"),
    _phrase(r"^\s*roll\s+(\d*d?\d+|\(?\s*\d+\s*\.\.).*", "name what comes: roll k of 1..6"),
)  # fmt: skip


def hint(line: str, column: int) -> str:
    """A hint for a line on which column ``column`` (1 for the first) cannot be read; or nothing.

    >>> hint("    if n = 3 then win A", 19)
    "write ':' for 'then'"
    """
    code = _TEXT.sub(lambda found: '"' + " " * (len(found[0]) - 2) + '"', code_of(line))
    for phrase in PHRASES:
        found = phrase.pattern.search(code)
        if found is not None and found.start() < column <= found.end() + 2:
            return phrase.hint if phrase.edit is None else Hint(phrase.hint, phrase.edit)
    return ""
