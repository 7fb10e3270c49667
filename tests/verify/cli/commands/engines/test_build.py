"""``build``: code that runs, in Python and C, and the program that all others read."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.verify.cli.command import Output, answer, complaint

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.printing.program import show_program
from rulewright.dsl.load import load
from rulewright.engines.native.compiler import available
from rulewright.engines.native.compiler import command as compiler


@pytest.mark.thorough
def test_build_prints_code_that_runs(nim: Path, tmp_path: Path, capsys: Output) -> None:
    code, text = answer(capsys, "build", nim)
    assert code == 0
    path = tmp_path / "out" / "nim.py"
    assert answer(capsys, "build", nim, "--output", path)[0] == 0
    assert path.read_text().rstrip() == text.rstrip()
    assert [p.name for p in path.parent.iterdir()] == ["nim.py"]
    run = f"import runpy; g = runpy.run_path({str(path)!r}); print(len(g['legal'](g['new']())))"
    assert (
        subprocess.run([sys.executable, "-c", run], capture_output=True, text=True).stdout == "2\n"
    )
    assert complaint(capsys, "build", nim, "--output", tmp_path)[0] == 2


@pytest.mark.thorough
def test_build_writes_c(nim: Path, tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "nim.c"
    assert answer(capsys, "build", nim, "--target", "c", "--output", path)[0] == 0
    assert path.read_text().rstrip() == answer(capsys, "build", nim, "--target", "c")[1].rstrip()
    if available() is None:
        main_ = "int main(void) { char s[999]; int b; rwx_first(s, &b); return (int)rwx_legal(s, 0, 0); }"
        path.write_text(path.read_text() + main_)
        target = tmp_path / "nim"
        subprocess.run([*compiler(), "-std=gnu11", "-o", target, path], check=True)
        assert subprocess.run([target]).returncode == 2
    assert complaint(capsys, "build", nim, "--target", "fortran")[0] == 2


def test_build_shows_the_program_that_all_others_read(nim: Path, capsys: Output) -> None:
    ruleset = load(nim)
    name = ruleset.instances[0].name.text
    status, text, *_ = answer(capsys, "build", nim, "--instance", name, "--target", "ir")
    assert status == 0
    assert text.rstrip() == show_program(instantiate(ruleset, instance=name)).rstrip()
