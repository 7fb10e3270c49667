"""Every feature of the language server, asked by a client; and a broken ruleset that is mended."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from tests.tiers import slow
from tests.verify.lsp.editor import ALL, EMACS, NEOVIM, START, VS_CODE, Editor, editor

from rulewright.dsl.load import load
from rulewright.verify.lsp.documents import documents

CLAUSES = """# Heaps

- **[players]** Two players. (page 1)
- **[turn]** On your turn take one stone or two. (page 1)
- **[end]** Who takes the last stone wins. (page 1)
"""

SOUND = """ruleset heaps "Heaps"
  clauses "clauses.md"
  players First, Second                                     by [players]
  param most: 1..5 = 2                                      by [turn]
  cards Gem from "gems.csv"                                 by [players]
    worth: 0..9
  state heap: 0..7 = 7
  state mover: Player? = none

  let worthy = those g in Gem: worth(g) > 3
  let left(k: 0..9) = heap - k

  play                                                      by [players]
    repeat
      turns for p in Player
        choose p
          grab(k: 1..most) when k <= heap                   by [turn]
            heap -= k
            mover := p
        if heap = 0: win p                                  by [end]

  check ends "Does every play end?": every play ends        by [end]
  check none_lost: always left(heap) = 0 and size(worthy) = 1
  check moved: reachable mover is First

  instance large: standard with most = 4
"""
GEMS = "name,copies,worth\nRuby,2,5\nPearl,3,1\n"

BROKEN = """ruleset heaps "Heaps"
  players First, Second                                     by [players]
  param most: 1..5 = 2                                      by [turn]
  state heap: 0..7 = 7
\tstate mover: Playr? = none
  let small(k: 0..3) = k + k

  play                                                      by [players]
    repeat
      turns for p in Player
        chose p
          grab(k: 1..mst) when k ≤ heap                     by [trun]
            heap -= k
            mover = p
        if heap == 0 && yes: win p                          by [end]

  check ends: every play end                                by [end]
  check moved: reachable mover is First and small(heap) > 2
"""


def written(folder: Path, text: str = SOUND) -> Path:
    for name, content in (("heaps.rules", text), ("clauses.md", CLAUSES), ("gems.csv", GEMS)):
        (folder / name).write_text(content, "utf-8")
    return folder / "heaps.rules"


def spoken(text: str | lsp.MarkupContent | object) -> str:
    assert isinstance(text, lsp.MarkupContent)
    return text.value


@pytest.mark.thorough
def test_what_an_editor_asks_of_a_sound_ruleset(tmp_path: Path) -> None:
    async def session() -> None:
        async with editor(written(tmp_path)) as e:
            assert await e.open() == []
            await hovers(e)
            await places(e)
            await renames(e)
            await completes(e)
            await outlines(e)

    asyncio.run(session())


async def hovers(e: Editor) -> None:
    async def hover(text: str, number: int = 0) -> str:
        params = lsp.HoverParams(e.document, e.at(text, number))
        found = await e.client.text_document_hover_async(params)
        assert found is not None
        return spoken(found.contents)

    assert await hover("heap -= k") == "**state heap**: `0..7`\n\nused 5 times"
    most = await hover("most)")
    assert "**param most**" in most
    assert "On your turn take one stone or two." in most
    assert "used 2 times" in most
    assert "local k" in await hover("k <= heap")
    assert "Who takes the last stone wins." in await hover("end]")
    table = "table left: 0..9 -> 0..9\n    0: heap\n    else: 1"
    assert await e.change(SOUND.replace("let left(k: 0..9) = heap - k", table)) == []
    assert await hover("left:") == "**table left**: `0..9`\n\nused once"
    await e.change(SOUND)


async def places(e: Editor) -> None:
    async def defined(text: str, number: int = 0) -> list[tuple[str, int]]:
        params = lsp.DefinitionParams(e.document, e.at(text, number))
        found = await e.client.text_document_definition_async(params)
        assert isinstance(found, list)
        return [
            (x.uri.split("/")[-1], x.range.start.line + 1)
            for x in found
            if isinstance(x, lsp.Location)
        ]

    assert await defined("most)") == [("heaps.rules", 4)]
    assert await defined("k <= heap") == [("heaps.rules", 17)]
    assert await defined("turn]", 1) == [("clauses.md", 4)]
    assert await defined("worth(g)") == [("heaps.rules", 6)]
    params = lsp.ReferenceParams(lsp.ReferenceContext(True), e.document, e.at("turn]"))
    found = await e.client.text_document_references_async(params)
    assert found is not None
    assert [(x.uri.split("/")[-1], x.range.start.line + 1) for x in found] == [
        ("clauses.md", 4), ("heaps.rules", 4), ("heaps.rules", 17),
    ]  # fmt: skip


async def renames(e: Editor) -> None:
    params = lsp.RenameParams(e.document, e.at("heap -="), "pile")
    found = await e.client.text_document_rename_async(params)
    assert found is not None
    assert found.changes is not None
    text = e.applied(list(found.changes[e.uri]))
    assert text == SOUND.replace("heap ", "pile ").replace("heap:", "pile:").replace(
        "left(heap)", "left(pile)"
    )
    for name in ("mover", "next", "a b"):
        with pytest.raises(JsonRpcException, match="cannot be"):
            await e.client.text_document_rename_async(
                lsp.RenameParams(e.document, e.at("heap -="), name)
            )


async def completes(e: Editor) -> None:
    async def proposed(text: str) -> list[str]:
        line = e.text[: e.text.index(text)].count("\n")
        await e.change(e.text.replace(text, text[:-1], 1))
        column = len(e.text.split("\n")[line].split("  by [")[0].rstrip())
        params = lsp.CompletionParams(e.document, lsp.Position(line, column))
        found = await e.client.text_document_completion_async(params)
        assert isinstance(found, list)
        await e.change(SOUND)
        return [item.label for item in sorted(found, key=lambda i: i.sort_text or i.label)]

    players = await proposed("mover := p")
    assert set(players[:4]) == {"First", "Second", "mover", "p"}
    position = lsp.Position(16, SOUND.split("\n")[16].index("[turn]") + 1)
    found = await e.client.text_document_completion_async(
        lsp.CompletionParams(e.document, position)
    )
    assert isinstance(found, list)
    assert [item.label for item in found] == ["players", "turn", "end"]


async def outlines(e: Editor) -> None:
    outline = await e.client.text_document_document_symbol_async(
        lsp.DocumentSymbolParams(e.document)
    )
    assert outline is not None
    names = [x.name for x in outline]
    assert {"heap", "play", "ends", "large", "Gem"} <= set(names)
    hints = await e.client.text_document_inlay_hint_async(lsp.InlayHintParams(e.document, ALL))
    assert hints is not None
    assert {(h.position.line + 1, str(h.label).strip()) for h in hints} >= {
        (7, "8 values"), (8, "3 values"), (17, "2 values"),
    }  # fmt: skip
    lenses = await e.client.text_document_code_lens_async(lsp.CodeLensParams(e.document))
    assert lenses is not None
    assert [x.command.title for x in lenses if x.command] == [
        "run this check",
        "show this finding",
    ] * 3
    await e.change(SOUND.replace("state heap: 0..7 = 7", "state  heap:0..7=7"))
    options = lsp.FormattingOptions(2, True)
    edits = await e.client.text_document_formatting_async(
        lsp.DocumentFormattingParams(e.document, options)
    )
    assert e.applied(list(edits or [])) == SOUND
    await e.change(SOUND)


@pytest.mark.slow
def test_an_editor_knows_what_is_remembered_and_what_was(tmp_path: Path) -> None:
    text = (
        SOUND.replace("\n  let worthy", "  history before of heap, mover up to 9\n\n  let worthy")
        .replace("            mover := p\n", "            mover := p\n            remember before\n")
        .replace("  instance", "  check once: never remembered(before) > 1 or was left(1) < heap\n\n  instance")
        .replace("  instance", "  check so: never all who in Player: (heap > 3 since mover is who)\n\n  instance", 1)
    )  # fmt: skip

    async def session() -> None:
        async with editor(written(tmp_path, text)) as e:
            assert await e.open() == []
            found = await e.client.text_document_hover_async(
                lsp.HoverParams(e.document, e.at("before)"))
            )
            assert found is not None
            assert "**history before**" in spoken(found.contents)
            assert "used 2 times" in spoken(found.contents)
            for place, name in (("before)", "positions"), ("heap -=", "pile"), ("who in", "q")):
                renamed = await e.client.text_document_rename_async(
                    lsp.RenameParams(e.document, e.at(place), name)
                )
                assert renamed is not None
                assert renamed.changes is not None
                assert await e.change(e.applied(list(renamed.changes[e.uri]))) == []
            assert "remembered(positions)" in e.text
            assert "history positions of pile, mover" in e.text
            assert "never all q in Player: (pile > 3 since mover is q)" in e.text
            outline = await e.client.text_document_document_symbol_async(
                lsp.DocumentSymbolParams(e.document)
            )
            assert ("positions", "history") in {(x.name, x.detail) for x in outline or []}

    asyncio.run(session())


@pytest.mark.heavy
@pytest.mark.parametrize("name", [VS_CODE, *slow([NEOVIM, EMACS])])
def test_a_broken_ruleset_is_mended_by_following_the_hints(name: str, tmp_path: Path) -> None:
    """Until nothing is said any more, the first fix of the first message is taken."""

    async def session() -> list[str]:
        taken: list[str] = []
        async with editor(written(tmp_path, BROKEN), name) as e:
            said = await e.open()
            while said:
                assert len(taken) < 30
                title, text = await first_fix(e, said)
                taken.append(title)
                said = await e.change(text)
            (tmp_path / "heaps.rules").write_text(e.text, "utf-8")
        return taken

    async def first_fix(e: Editor, said: list[lsp.Diagnostic]) -> tuple[str, str]:
        for diagnostic in said:
            context = lsp.CodeActionContext([diagnostic])
            params = lsp.CodeActionParams(e.document, diagnostic.range, context)
            for action in await e.client.text_document_code_action_async(params) or ():
                if isinstance(action, lsp.CodeAction) and action.edit and action.edit.changes:
                    return action.title, e.applied(list(action.edit.changes[e.uri]))
        raise AssertionError([d.message for d in said])

    taken = asyncio.run(session())
    assert load(tmp_path / "heaps.rules").name == "heaps"
    assert {
        "Write Player",
        "Write choose",
        "Write most",
        "Write <=",
        "Write and",
        "Write min(3, heap)",
        "Take it out",
    } <= {*taken}


def many_games(last: int) -> str:
    """A ruleset with ten games; the last of them starts with so many in a place for nine."""
    games = "".join(f"  instance game_{n}: standard with spare = {n}\n" for n in range(1, 8))
    games += f"  instance last: standard with spare = {last}\n"
    declared = "  param spare: 0..99 = 0                                   by [turn]\n"
    state = "  state put_by: 0..9 = spare\n"
    return SOUND.replace("  state heap:", f"{declared}{state}  state heap:") + games


@pytest.mark.thorough
def test_a_text_is_looked_at_game_by_game(tmp_path: Path) -> None:
    path = written(tmp_path, many_games(20))
    looks = list(documents(path, many_games(20)))
    assert [(look.whole, len(look.diagnostics)) for look in looks] == [
        *[(False, 0)] * 9,  # the standard game, the large one, and seven
        (False, 1),
        (True, 1),
    ]


@pytest.mark.slow
def test_of_a_ruleset_with_many_games_something_is_said_soon_and_later_everything(
    tmp_path: Path,
) -> None:
    async def session() -> None:
        async with editor(written(tmp_path, many_games(20))) as e:
            assert await e.open() == []
            assert [d.code for d in await e.answer()] == ["E203"]
            assert await e.change(many_games(8)) == []
            assert [(d.code, d.range.start.line) for d in await e.answer()] == [
                ("W001", 6),  # what starts with it is all that mentions the parameter
                ("W001", 7),
            ]
            assert await e.change(many_games(30)) == []
            codes = [d.code for d in await e.change(many_games(8) + "oops\n")]
            while codes != ["E018"]:  # at most what was still to be said of the text before
                codes = [d.code for d in await e.answer()]

    asyncio.run(session())


UNUSED = """  let worst(k: 0..9) =
    let twice = k + k

    twice"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("right", "wrong", "code", "offered"),
    [
        *slow(
            [
                ("mover is First", "mover is Nobody", "E101", ["Write First", "Write Second"]),
                ("  play  ", f"{UNUSED}\n  play  ", "W001", ["Take it out"]),
            ]
        ),
        (
            "\n    expect 9 ends\n",
            "\n    expect 9 xyz\n",
            "E535",
            ["Write positions", "Write actions", "Write ends", "Write plays"],
        ),
    ],
)
def test_what_may_stand_in_a_place_is_offered(
    right: str, wrong: str, code: str, offered: list[str], tmp_path: Path
) -> None:
    async def session() -> None:
        sound = SOUND + "    expect 9 ends\n"
        text = sound.replace(right, wrong)
        assert text != sound
        async with editor(written(tmp_path, text)) as e:
            (said,) = [d for d in await e.open() if d.code == code]
            params = lsp.CodeActionParams(e.document, said.range, lsp.CodeActionContext([said]))
            actions = await e.client.text_document_code_action_async(params) or ()
            fixes = [a for a in actions if isinstance(a, lsp.CodeAction) and a.edit]
            assert [a.title for a in fixes] == offered
            mended = [e.applied(list((a.edit.changes or {})[e.uri])) for a in fixes if a.edit]
            assert sound in mended

    asyncio.run(session())


@pytest.mark.slow
def test_each_message_can_be_explained(tmp_path: Path) -> None:
    async def session() -> None:
        path = written(tmp_path, SOUND.replace("heap = 0", "heep = 0"))
        async with editor(path) as e:
            (said,) = await e.open()
            assert said.code == "E101"
            assert said.message == "there is no heep here\nhint: did you mean heap?"
            context = lsp.CodeActionContext([said])
            actions = await e.client.text_document_code_action_async(
                lsp.CodeActionParams(e.document, said.range, context)
            )
            assert [a.title for a in actions or ()][
                -1
            ] == "Explain E101: there is no such name here"
            command = lsp.ExecuteCommandParams("rulewright.explain", ["E101"])
            text = str(await e.client.workspace_execute_command_async(command))
            assert "-  let small = nn < 2" in text

    asyncio.run(session())


def message(method: str, **more: object) -> bytes:
    text = json.dumps({"jsonrpc": "2.0", "method": method, **more}).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(text), text)


@pytest.mark.slow
def test_a_server_that_is_told_to_end_says_nothing_and_is_no_fault() -> None:
    said = (
        message("initialize", id=1, params={"capabilities": {}})
        + message("initialized", params={}),
        message("shutdown", id=2) + message("exit"),
    )
    done = subprocess.run(
        [sys.executable, "-c", START], input=b"".join(said), capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.slow
def test_a_check_is_run_from_its_lens(tmp_path: Path) -> None:
    async def session() -> str:
        async with editor(written(tmp_path)) as e:
            await e.open()
            lenses = await e.client.text_document_code_lens_async(lsp.CodeLensParams(e.document))
            run = next(x.command for x in lenses or () if x.command)
            command = lsp.ExecuteCommandParams(run.command, run.arguments)
            return str(await e.client.workspace_execute_command_async(command))

    answer = asyncio.run(session())
    assert "Does every play end?" in answer
    assert "1 of 1 answer as expected" in answer
