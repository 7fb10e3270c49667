"""As an editor would: one rule of Circle of Life in its other reading, and on one screen what that does."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulewright.dsl.inputs.locate import rulesets
from rulewright.verify.cli.main import main


def test_one_sentence_changed_and_what_it_does_on_one_screen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = next(path for path in rulesets() if path.stem == "circle")
    folder = tmp_path / "circle"
    shutil.copytree(source.parent, folder)
    rules = folder / "circle.rules"
    text = rules.read_text("utf-8")
    spent, kept = (
        '    spent: "the freedom is gone"',
        '    kept: "it stays until the player has placed',
    )
    assert f"{spent} default\n" in text
    changed = text.replace(f"{spent} default\n", f"{spent}\n")
    rules.write_text(changed.replace(f'{kept} a piece"\n', f'{kept} a piece" default\n'), "utf-8")
    asked = ("--instance", "small", "--check", "life_placing", "--check", "conserved")
    main(["verify", str(rules), *asked])
    out = capsys.readouterr().out
    first = " ".join(out.split("\n\n")[0].split())
    assert first.startswith(
        "Changed. [turn.free] reading freedom is now kept, was spent "
        "Changed. circle small: Can Life come to be unable ever to place a piece again? was reached "
        "in 1 move, is now reached in 6 moves; between the two, [turn.free] changed"
    )
    lines = [line for line in out.splitlines() if str(rules) not in line]
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 100
    assert "gone" not in out
