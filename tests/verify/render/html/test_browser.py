"""The page in a browser: a play is stepped through with the keyboard, and everybody can read it.

`make browser` runs these: they need Chromium, and axe-core from npm.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.verify.render.html.browser import Browser, browser

from rulewright.verify.cli.main import main

pytestmark = pytest.mark.browser

AXE = Path("build/axe/node_modules/axe-core/axe.min.js")

RULES = """\
ruleset corner "Into the corner"
  clauses "clauses.md"
  players Ann, Bob
  board grid = square(2, 2)                        by [board]
  state on: Square -> Player? = none
  state hand: Player -> 0..3 = 3 seen by owner
  play                                             by [turn]
    repeat
      turns for p in Player
        choose p
          put(s: Square) when on[s] is none        by [turn]
            on[s] := p
            hand[p] := hand[p] - 1
        if all s in Square: on[s] is not none
          if at_the_end is the_last: win p                   by [full]
          draw                                     by [full]
  reading at_the_end "Who wins when all is full?"           by [full]
    no_one: "nobody" default
    the_last: "whoever has put the last piece wins, and so it is worth much to be the one who puts the last \
of all pieces, whatever stands on the other squares of the board by then"
  check second "Can Bob take two squares?": reachable count s in Square: on[s] is Bob = 2
  check whole "Can it be drawn?": reachable drawn
"""
CLAUSES = """\
- **[board]** Two by two.
- **[turn]** Put a piece.
- **[full]** When all is full, nobody has won.
"""
SHOWN = "[...document.querySelectorAll('article')].find(a => a.textContent.includes('two squares'))"
NOW = f"{SHOWN}.querySelector('.now').textContent"
LABEL = f"{SHOWN}.querySelector('svg[data-board]').getAttribute('aria-label')"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corner")
    (folder / "corner.rules").write_text(RULES, "utf-8")
    (folder / "clauses.md").write_text(CLAUSES, "utf-8")
    assert main(["report", str(folder / "corner.rules"), "-o", str(folder / "report.html")]) == 0
    return folder / "report.html"


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as made:
        yield made


def opened(chromium: Browser, page: Path, width: int = 1200, *, dark: bool = False) -> None:
    """Show the page, and wait until its plays can be stepped through."""
    chromium.open(page, width, 900, dark=dark)
    assert chromium.run("ready")


def test_a_play_is_stepped_through_with_the_keyboard(page: Path, chromium: Browser) -> None:
    opened(chromium, page)
    chromium.run(f"{SHOWN}.querySelector('.stepper').focus()")
    said, turns = [], []
    for key in ("Home", "ArrowRight", "ArrowRight", "ArrowLeft", "End"):
        chromium.press(key)
        said.append((chromium.run(NOW), chromium.run(LABEL)))
        turns.append(chromium.run(f"{SHOWN}.querySelector('.turn').textContent"))
    beginning, first, second, back, end = said
    assert beginning == ("0 of 4. The beginning", "grid: empty")
    assert first[0].startswith("1 of 4. Ann: put ")
    assert first[1].endswith(" Ann")
    assert second[0].startswith("2 of 4. Bob: put ")
    assert second[1].count("Ann") == second[1].count("Bob") == 1
    assert back == first
    assert end[0].startswith("4 of 4. Bob: put ")
    cites = f"[...{SHOWN}.querySelectorAll('ol.moves a.clause')]"
    assert chromium.run(f"{cites}.length") >= 4
    assert chromium.run(f"{cites}.every(a => document.getElementById(a.hash.slice(1)))")
    assert turns == ["Next: Ann", "Next: Bob", "Next: Ann", "Next: Bob", ""]
    assert end[1].count("Bob") == 2
    assert chromium.run(f"{SHOWN}.querySelectorAll('ol.moves [aria-current]').length") == 1


def test_buttons_and_the_slider_do_the_same(page: Path, chromium: Browser) -> None:
    opened(chromium, page)
    chromium.run(f"{SHOWN}.querySelector('[data-to=first]').click()")
    chromium.run(f"{SHOWN}.querySelector('[data-to=on]').click()")
    assert chromium.run(NOW).startswith("1 of 4.")
    chromium.run(f"{SHOWN}.querySelectorAll('ol.moves button')[2].click()")
    assert chromium.run(NOW).startswith("3 of 4.")
    changed = f"{SHOWN}.querySelectorAll('svg .changed').length"
    assert chromium.run(changed) == 1, "what the move changed is marked"


def test_of_a_reading_the_boards_stand_side_by_side(page: Path, chromium: Browser) -> None:
    """However long the words above them are; on a phone one below the other."""
    boards = "[...document.querySelectorAll('article.decide svg[data-board]')].map(b => b.getBoundingClientRect())"
    for width, aside in ((1200, True), (390, False)):
        opened(chromium, page, width)
        one, other = json.loads(chromium.run(f"JSON.stringify({boards})"))
        assert (one["y"] == other["y"]) is aside
        assert (one["right"] <= other["left"]) is aside


def test_others_see_less(page: Path, chromium: Browser) -> None:
    opened(chromium, page)
    hands = f"[...{SHOWN}.querySelectorAll('.panel dd')].map(d => d.textContent.trim()).join()"
    assert chromium.run(hands) == "1,1"
    select = f"{SHOWN}.querySelector('select')"
    chromium.run(f"{select}.value = 1")
    chromium.run(f"{select}.dispatchEvent(new Event('change'))")
    assert chromium.run(hands) == "1,?"


SPENT = """\
ruleset purse "Purse"
  clauses "clauses.md"
  players Ann
  enum Coin: Copper, Silver
  state purse: set of Coin = {Copper, Silver}
  state chest: set of Coin = {}
  state paid: Bool = no
  state days: 0..1 = 0
  play                                             by [turn]
    repeat until days = 1
      choose Ann
        pay                                        by [turn]
          purse := {}
          paid := yes
        keep                                       by [turn]
          chest := {Copper}
        wait                                       by [turn]
          days := 1
  check asked "Is it so?": reachable %s            by [turn]
"""


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("paid", "purse -, paid yes"),
        ("paid and days = 1", "paid yes, days 1"),
        ("size(purse) = 0 and days = 1", "purse -, paid yes, days 1"),
        ("size(purse) = 0 and size(chest) = 0", "purse -, chest -, paid yes"),
    ],
)
def test_what_holds_nothing_is_told_if_it_was_just_taken_or_the_question_is_about_it(
    asked: str, told: str, tmp_path: Path, chromium: Browser
) -> None:
    (tmp_path / "clauses.md").write_text("- **[turn]** Pay.\n")
    rules, page = tmp_path / "purse.rules", tmp_path / "page.html"
    rules.write_text(SPENT % asked)
    main(["report", str(rules), "-o", str(page)])
    opened(chromium, page)
    play = (
        "[...document.querySelectorAll('article')].find(a => a.textContent.includes('Is it so?'))"
    )
    seen = f"[...{play}.querySelectorAll('.panel dt')].filter(e => e.offsetParent)"
    said = "e => e.textContent + ' ' + e.nextElementSibling.textContent.trim()"
    shown = chromium.run(f"{seen}.map({said}).join(', ')")
    assert shown.replace("\N{EN DASH}", "-") == told


VEILED = """\
ruleset deal "Deal"
  players Ann, Bob
  enum Card: Red, Green, Blue
  state hand: Player -> Card? = none seen by owner
  state total: 0..9 = 0
  play                                             by [turn]
    for p in Player
      roll c of Card                               by [board]
      hand[p] := c
    each p in Player secretly chooses
      bid(n: 1..3)                                 by [full]
        total += n
    draw
  check six "Can six be bid?": reachable hand[Ann] is Green and hand[Bob] is Blue and total = 6
"""


def test_whoever_looks_as_a_player_reads_no_secret_of_another(
    tmp_path: Path, chromium: Browser
) -> None:
    """Not in the list of moves, nor in captions, labels and what the page keeps for that view."""
    (tmp_path / "deal.rules").write_text(VEILED.replace('"Deal"', '"Deal"\n  clauses "clauses.md"'))
    (tmp_path / "clauses.md").write_text(CLAUSES, "utf-8")
    assert main(["report", str(tmp_path / "deal.rules"), "-o", str(tmp_path / "report.html")]) == 0
    opened(chromium, tmp_path / "report.html")
    play = "document.querySelector('.stepper')"
    parts = f"{play}.cloneNode(true)"
    written = f"(c => (c.querySelectorAll('script, select').forEach(x => x.remove()), c.outerHTML))({parts})"
    kept = (
        f"unpacked({play}.querySelector('script').textContent).then(d => JSON.stringify([1, 2].map("
        "v => [d.moves[v], framesOf(d)[v].map(f => f.map(n => drawings[n]))])))"
    )

    def read_through(viewer: int) -> str:
        chromium.run(f"{play}.querySelector('select').value = {viewer}")
        chromium.run(f"{play}.querySelector('select').dispatchEvent(new Event('change'))")
        chromium.run(f"{play}.focus()")
        seen = []
        for key in ("Home", "ArrowRight", "ArrowRight", "ArrowRight", "End"):
            chromium.press(key)
            seen.append(chromium.run(written))
        return "".join(seen)

    whole = read_through(0)
    assert "card Green" in whole
    assert whole.count("bid 3") > 1
    ann, bob = read_through(1), read_through(2)
    assert ("Green" in ann, "Blue" in ann, "Green" in bob, "Blue" in bob) == (
        True,
        False,
        False,
        True,
    )
    assert "chance: card ?" in ann
    assert "Ann: something, in secret" in bob
    assert "Ann: bid 3" not in bob
    assert read_through(0) == whole
    for data, hidden in zip(json.loads(chromium.run(kept)), ("Blue", "Green"), strict=True):
        assert hidden not in json.dumps(data)
    axe = f"{play}.querySelectorAll('ol.moves a.clause').length"
    assert chromium.run(axe) >= 4


def test_what_ends_a_play_is_cited_and_a_move_that_changes_nothing_says_so(
    page: Path, tmp_path: Path, chromium: Browser
) -> None:
    opened(chromium, page)
    drawn = (
        "[...document.querySelectorAll('article')].find(a => a.textContent.includes('be drawn'))"
    )
    now = chromium.run(f"{drawn}.querySelector('.now').textContent")
    assert now.endswith(" [turn]. The end: draw [full]")
    (tmp_path / "deal.rules").write_text(VEILED.replace('"Deal"', '"Deal"\n  clauses "clauses.md"'))
    (tmp_path / "clauses.md").write_text(CLAUSES, "utf-8")
    assert main(["report", str(tmp_path / "deal.rules"), "-o", str(tmp_path / "report.html")]) == 0
    opened(chromium, tmp_path / "report.html")
    turns = []
    for number in range(4):
        chromium.run(f"document.querySelectorAll('ol.moves button')[{number}].click()")
        turns.append(chromium.run("document.querySelector('.turn').textContent"))
    assert turns[:3] == ["Next: chance", "Next: Ann", "Nothing on the table changes. Next: Bob"]
    assert turns[3] == "", "what both have bid is added up"


def test_who_is_to_decide_at_the_end_is_said_there_alone(tmp_path: Path, chromium: Browser) -> None:
    (tmp_path / "corner.rules").write_text(RULES.replace("is Bob = 2", "is Bob = 1"))
    (tmp_path / "clauses.md").write_text(CLAUSES, "utf-8")
    assert main(["report", str(tmp_path / "corner.rules"), "-o", str(tmp_path / "c.html")]) == 0
    opened(chromium, tmp_path / "c.html")
    remark = (
        f"[...{SHOWN}.querySelectorAll('.remark')].map(r => r.textContent + (r.hidden ? '-' : ''))"
    )
    assert chromium.run(remark) == ["Ann is to decide here."]
    chromium.run(f"{SHOWN}.querySelector('[data-to=back]').click()")
    assert chromium.run(remark) == ["Ann is to decide here.-"]


@pytest.mark.parametrize("width", [360, 1200])
@pytest.mark.parametrize("dark", [False, True])
def test_it_can_be_read_by_everybody(page: Path, chromium: Browser, width: int, dark: bool) -> None:
    """In light and dark, on a phone and on a desk: nothing to scroll sideways, and axe is content."""
    opened(chromium, page, width, dark=dark)
    assert chromium.run("document.documentElement.scrollWidth <= window.innerWidth")
    cells = (
        "[...document.querySelectorAll('table :is(th, td)')].map(c => c.getBoundingClientRect())"
    )
    assert chromium.run(f"{cells}.every(r => r.right <= window.innerWidth)"), "nor inside a table"
    colour = chromium.run("getComputedStyle(document.body).backgroundColor")
    darkness = sum(map(int, colour.removeprefix("rgb(").removesuffix(")").split(","))) < 200
    assert darkness is dark
    chromium.run(AXE.read_text("utf-8"))
    found = json.loads(chromium.run("axe.run().then(r => JSON.stringify(r.violations))"))
    assert [(v["id"], [n["html"][:200] for n in v["nodes"][:3]]) for v in found] == []


def test_nothing_is_fetched_and_nothing_fails(page: Path, chromium: Browser) -> None:
    opened(chromium, page)
    assert chromium.run("performance.getEntriesByType('resource').length") == 0
