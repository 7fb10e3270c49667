"""Compilers that are missing, fail, crash, hang or lie; and where libraries are kept."""

from __future__ import annotations

import errno
import os
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest
from tests import ir_examples as examples
from tests.engines.engines import NEEDS_COMPILER
from tests.tiers import every

from rulewright.engines.game import EngineUnavailable
from rulewright.engines.native import compiler
from rulewright.engines.native.cache import folder
from rulewright.engines.native.compiler import CompileError, available, command
from rulewright.engines.native.game import NativeGame
from rulewright.engines.native.generator.code import NotBuilt


def script(path: Path, text: str) -> str:
    """A program for the shell in place of a compiler; as what ``$CC`` may be."""
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache; where the libraries will be."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "rulewright" / "native"


@pytest.fixture
def counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A compiler that writes a line for each compilation to the file that is returned."""
    log = tmp_path / "log"
    real = " ".join(command())
    monkeypatch.setenv(
        "CC",
        script(
            tmp_path / "cc", f'case "$*" in *game.c*) echo one >> {log};; esac\nexec {real} "$@"'
        ),
    )
    return log


def test_no_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(compiler, "find_spec", lambda name: None)
    assert available() is not None
    with pytest.raises(EngineUnavailable, match=r"no C compiler: .*ziglang"):
        NativeGame(examples.tictactoe())


def test_the_package_with_a_compiler_comes_last(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(compiler, "find_spec", lambda name: name == "ziglang")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert command() == [sys.executable, "-m", "ziglang", "cc"]
    gcc = script(tmp_path / "gcc", "")
    assert command() == [gcc]
    clang = script(tmp_path / "clang", "")
    assert command() == [gcc]
    monkeypatch.setenv("CC", f"{clang} -m64")
    assert command() == [clang, "-m64"]


@pytest.mark.parametrize("cc", ["no-such-compiler", "'", "''"])
def test_a_variable_that_names_nothing(monkeypatch: pytest.MonkeyPatch, cc: str) -> None:
    monkeypatch.setenv("CC", cc)
    with pytest.raises(EngineUnavailable, match=r"\$CC"):
        command()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("echo it is broken >&2; exit 3", "ended with code 3: 'it is broken'"),
        ("kill -SEGV $$", "ended with code -11"),
        ('case "$1" in --version) exit 0;; esac; exit 0', "has made nothing"),
        (r"printf '\377\033[31m'; exit 1", r"\\x1b"),
    ],
    ids=["fails", "crashes", "makes nothing", "prints no text"],
)
def test_bad_compilers(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cache: Path, text: str, said: str
) -> None:
    monkeypatch.setenv("CC", script(tmp_path / "cc", text))
    with pytest.raises(CompileError, match=said):
        NativeGame(examples.tictactoe())
    assert not cache.exists() or list(cache.iterdir()) == []


@pytest.mark.thorough
def test_a_compiler_that_hangs_is_ended(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cache: Path
) -> None:
    """What it started is ended with it: the test would not return otherwise."""
    text = f'case "$1" in --version) exit 0;; esac; sleep 3600 & echo $! > {tmp_path}/pid; wait'
    monkeypatch.setenv("CC", script(tmp_path / "cc", text))
    monkeypatch.setattr(compiler, "TIMEOUT_SECONDS", 1.0)
    with pytest.raises(CompileError, match="did not end in 1 seconds"):
        NativeGame(examples.tictactoe())
    assert list(cache.iterdir()) == []


def test_no_room_anywhere(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cache: Path, counted: Path
) -> None:
    """Neither in the cache nor for passing files; this says so, and nothing else fails."""

    def full(*_: object, **__: object) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("tempfile.mkdtemp", full)
    with pytest.raises(NotBuilt, match="no room to compile: No space left"):
        NativeGame(examples.tictactoe())


def test_no_room_for_the_text(monkeypatch: pytest.MonkeyPatch, cache: Path, counted: Path) -> None:
    def full(*_: object, **__: object) -> NoReturn:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(NotBuilt, match="no room to compile: Read-only"):
        NativeGame(examples.tictactoe())


@pytest.mark.thorough
@NEEDS_COMPILER
def test_no_room_to_keep_it(monkeypatch: pytest.MonkeyPatch, cache: Path, counted: Path) -> None:
    """It serves all the same."""

    def full(*_: object, **__: object) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("os.replace", full)
    game = NativeGame(examples.tictactoe())
    assert len(game.legal(game.new())) == 9
    assert list(cache.iterdir()) == []


def test_a_library_that_cannot_be_loaded_is_not_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cache: Path
) -> None:
    text = 'while [ $# -gt 0 ]; do [ "$1" = -o ] && echo nonsense > "$2"; shift; done'
    monkeypatch.setenv("CC", script(tmp_path / "cc", text))
    with pytest.raises(EngineUnavailable, match="cannot be loaded"):
        NativeGame(examples.tictactoe())
    assert list(cache.iterdir()) == []


@pytest.mark.thorough
@NEEDS_COMPILER
def test_a_game_is_compiled_once(cache: Path, counted: Path) -> None:
    for program in (examples.tictactoe(), examples.tictactoe(), examples.hanoi(1)):
        NativeGame(program)
    assert counted.read_text() == "one\n" * 2
    assert len(list(cache.glob("*.so"))) == len(list(cache.iterdir())) == 2
    assert cache.stat().st_mode & 0o777 == 0o700


@pytest.mark.heavy
@NEEDS_COMPILER
def test_only_so_many_are_kept(cache: Path, counted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.engines.native.cache._MOST", 2)
    for discs in (1, 2, 3):
        before = set(cache.glob("*"))
        NativeGame(examples.hanoi(discs))
        for path in set(cache.iterdir()) - before:
            os.utime(path, (discs, discs))
    assert counted.read_text() == "one\n" * 3
    NativeGame(examples.hanoi(2))
    assert counted.read_text() == "one\n" * 3
    NativeGame(examples.hanoi(1))
    assert counted.read_text() == "one\n" * 4, "the oldest went when the third came"
    assert len(list(cache.iterdir())) == 2


@pytest.mark.thorough
@NEEDS_COMPILER
def test_what_others_may_write_to_is_not_trusted(cache: Path, counted: Path) -> None:
    """Nothing is kept there, and nothing from there is loaded."""
    NativeGame(examples.tictactoe())
    cache.chmod(0o777)
    assert folder() is None
    game = NativeGame(examples.tictactoe())
    assert len(game.legal(game.new())) == 9
    assert counted.read_text() == "one\n" * 2
    assert len(list(cache.iterdir())) == 1


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-9000])


def altered(path: Path) -> None:
    """One bit, in the middle of the code."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 4
    path.write_bytes(data)


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def piped(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def linked(path: Path) -> None:
    """A link to a good library, but who knows until when."""
    path.rename(path.parent.parent / "elsewhere")
    path.symlink_to(path.parent.parent / "elsewhere")


SPOILT = (cut, altered, emptied, piped, linked)


@pytest.mark.thorough
@NEEDS_COMPILER
@pytest.mark.parametrize("spoil", every(2, SPOILT), ids=lambda spoil: spoil.__name__)
def test_a_spoilt_library_is_made_again(
    cache: Path, counted: Path, spoil: Callable[[Path], None]
) -> None:
    NativeGame(examples.tictactoe())
    (kept,) = cache.iterdir()
    good = kept.read_bytes()
    spoil(kept)
    for _ in range(2):
        game = NativeGame(examples.tictactoe())
        assert len(game.legal(game.new())) == 9
    assert counted.read_text() == "one\n" * 2
    assert [path.is_symlink() for path in cache.iterdir()] == [False]
    assert len(kept.read_bytes()) == len(good)


@pytest.mark.thorough
@NEEDS_COMPILER
def test_a_library_is_no_other(cache: Path, counted: Path) -> None:
    """Each is good under its own name alone."""
    NativeGame(examples.hanoi(1))
    (one,) = cache.iterdir()
    NativeGame(examples.tictactoe())
    (two,) = set(cache.iterdir()) - {one}
    two.write_bytes(one.read_bytes())
    game = NativeGame(examples.tictactoe())
    assert len(game.legal(game.new())) == 9
    assert counted.read_text() == "one\n" * 3


@pytest.mark.thorough
@NEEDS_COMPILER
def test_a_library_may_be_spoilt_while_it_is_used(cache: Path) -> None:
    """What runs is a copy of its own: a shorter file would end the process with a bus error."""
    game = NativeGame(examples.tictactoe())
    (kept,) = cache.iterdir()
    kept.write_bytes(b"")
    assert len(game.legal(game.new())) == 9


@pytest.mark.thorough
@NEEDS_COMPILER
@pytest.mark.parametrize("depth", [0, 1, 2])
def test_no_link_leads_to_the_cache(cache: Path, tmp_path: Path, depth: int) -> None:
    """Neither its folder, nor that above it, nor the one that the user names."""
    link = (cache, cache.parent, cache.parent.parent)[depth]
    link.parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / "elsewhere" / "rulewright" / "native").mkdir(parents=True)
    link.symlink_to(tmp_path / "elsewhere")
    assert folder() is None
    game = NativeGame(examples.tictactoe())
    assert len(game.legal(game.new())) == 9
    assert not [path for path in (tmp_path / "elsewhere").rglob("*") if path.is_file()]


@NEEDS_COMPILER
def test_what_was_open_to_others_is_closed(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading is harmless, so what lies there already may be used."""
    cache.mkdir(parents=True)
    for path in (cache, cache.parent):
        path.chmod(0o755)
    assert folder() == cache
    assert {path.stat().st_mode & 0o777 for path in (cache, cache.parent)} == {0o700}


@pytest.mark.thorough
@NEEDS_COMPILER
def test_a_cache_that_cannot_be_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    game = NativeGame(examples.tictactoe())
    assert len(game.legal(game.new())) == 9


@pytest.mark.thorough
@NEEDS_COMPILER
def test_another_text_is_another_library(cache: Path, counted: Path) -> None:
    """Attachments are compiled with the game, and see what it defines."""
    own = "RW_EXPORT int own_first(void) { rw_state s; rw_first(&s); return rw_node(&s) + 40; }"
    game = NativeGame(examples.tictactoe(), [own])
    assert game.library.handle.own_first() == 40
    NativeGame(examples.tictactoe())
    assert counted.read_text() == "one\n" * 2


@pytest.mark.thorough
@NEEDS_COMPILER
def test_another_process_makes_a_game_anew(cache: Path, counted: Path) -> None:
    game = NativeGame(examples.tictactoe(), ["RW_EXPORT int forty(void) { return 40; }"])
    again = pickle.loads(pickle.dumps(game))
    assert again.new() == game.new()
    assert again.library.handle.forty() == 40
    assert counted.read_text() == "one\n"
