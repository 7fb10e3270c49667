"""Blocks of the IR as Python functions that pass the variables on in a draft.

A function runs one block and then, as far as nothing else leads there, the blocks after it. It
returns the number of the function to go on with or, below zero, the complement of a node's number.
The head of each loop begins a function of its own.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.dsl.ir.choices import choices_of, parameters_of
from rulewright.dsl.ir.code import Branch, Goto, Stop
from rulewright.dsl.ir.loops import following, heads
from rulewright.dsl.ir.program import Chance, Choice, Parameter
from rulewright.dsl.ir.types import Bool
from rulewright.dsl.ir.unknown import refuse

from .builder import PythonBuilder, PythonEmitContext
from .exprs import test
from .stmts import run, stores
from .text.writer import PythonWriter

_DEEPEST = 12
_LONGEST = 40


@dataclass(frozen=True)
class Path:
    """What a function knows so far: variables it holds as locals, and those it changed."""

    loaded: frozenset[str] = frozenset()
    changed: frozenset[str] = frozenset()
    blocks: tuple[int, ...] = ()


class PythonBlocks:
    """Writes the functions of all blocks that are needed, and numbers them."""

    def __init__(self, module: PythonBuilder) -> None:
        self._module = module
        self._numbers: dict[int, int] = {}
        self._waiting: list[int] = []
        self.functions: list[str] = []
        self.labels: list[str] = []
        self._sources = self._count_sources()
        self._heads = heads(module.program)
        for head in sorted(self._heads):
            self.number(head)

    @property
    def heads(self) -> int:
        """How many functions begin with the head of a loop: the first ones."""
        return len(self._heads)

    def number(self, block: int) -> int:
        """The number of the function that begins with a block."""
        if block not in self._numbers:
            self._numbers[block] = len(self._numbers)
            self._waiting.append(block)
        return self._numbers[block]

    def finish(self) -> None:
        """Write every function that was asked for."""
        for block in self._waiting:  # grows meanwhile
            label = self._module.program.blocks[block].name
            name = self._module.names.fresh(label, "block")
            w, s = PythonWriter(), self._module.scope(name)
            with w.block(self._module.signature(name, ["d: Draft"], "int")):
                self._write(block, s, w, Path())
            self._module.add(w)
            self.functions.append(name)
            self.labels.append(label)

    def begin(self, choice: Choice | Chance, name: str) -> str:
        """A function that stores the arguments of a choice and goes on; its name."""
        name = self._module.names.fresh(f"do {name}")
        w, s = PythonWriter(), self._module.scope(name)
        parameters = parameters_of(choice)
        with w.block(self._module.signature(name, ["d: Draft", "args: tuple[int, ...]"], "int")):
            for i, p in enumerate(parameters):
                w.line(f"{s.variable(p.variable)} = {argument(p, i)}")
            given = frozenset(p.variable for p in parameters)
            self._go(choice.block, s, w, Path(given, given))
        self._module.add(w)
        return name

    def _count_sources(self) -> list[int]:
        program = self._module.program
        found = [0] * len(program.blocks)
        for block in program.blocks:
            for target in following(block):
                found[target] += 1
        for node in program.nodes:
            for choice in choices_of(node):
                found[choice.block] += 1
        found[program.entry] += 1
        return found

    def _write(self, index: int, s: PythonEmitContext, w: PythonWriter, path: Path) -> None:
        block = self._module.program.blocks[index]
        roots = list(block.body)
        condition = [block.terminator.condition] if isinstance(block.terminator, Branch) else []
        for name in s.read(*roots, *condition):
            if name not in path.loaded:
                w.line(f"{s.variable(name)} = d.{s.variable(name)}")
        path = Path(
            path.loaded.union(s.read(*roots, *condition)),
            path.changed | stores(block.body),
            (*path.blocks, index),
        )
        end = run(block.body, s, w)
        last = block.terminator
        match last:
            case Goto(target, turn):
                if turn:
                    w.line("d.turns += 1")
                self._go(target, s, w, path)
            case Branch(decides, then, otherwise):
                with w.block(f"if {test(decides, end).text}:"):
                    self._go(then, s, w, path)
                self._go(otherwise, s, w, path)
            case Stop(node):
                self._save(path, s, w, self._forgotten(node))
                w.line(f"return {~node}")
            case _:
                refuse(last)

    def _go(self, target: int, s: PythonEmitContext, w: PythonWriter, path: Path) -> None:
        """Continue with a block: right here, or by leaving for its function."""
        block = self._module.program.blocks[target]
        tiny = not block.body and not isinstance(block.terminator, Branch)
        alone = self._sources[target] == 1 and w.depth < _DEEPEST and len(path.blocks) < _LONGEST
        if (tiny or alone) and target not in self._heads:
            w.line(f"# {block.name!a}")
            self._write(target, s, w, path)
            return
        self._save(path, s, w, frozenset())
        w.line(f"return {self.number(target)}")

    def _forgotten(self, node: int) -> frozenset[str]:
        """The variables that are not stored at a node."""
        program = self._module.program
        scratch = (v.name for v in program.variables if v.kind == "scratch")
        return frozenset(program.resets[node].variables).union(scratch)

    def _save(
        self, path: Path, s: PythonEmitContext, w: PythonWriter, without: frozenset[str]
    ) -> None:
        changed = path.changed - without
        for v in self._module.program.variables if changed else ():
            if v.name in changed:
                w.line(f"d.{s.variable(v.name)} = {s.variable(v.name)}")


def argument(p: Parameter, i: int) -> str:
    """The value of the parameter at place ``i`` of an action's arguments."""
    return f"args[{i}] != 0" if isinstance(p.type, Bool) else f"args[{i}]"
