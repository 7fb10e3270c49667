"""Blocks of the IR as C functions on a draft of the variables, and the loop that runs them."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.dsl.ir.choices import choices_of, parameters_of
from rulewright.dsl.ir.code import Branch, Goto, Stop
from rulewright.dsl.ir.loops import heads
from rulewright.dsl.ir.program import Chance, Choice, Node
from rulewright.dsl.ir.unknown import refuse

from .builder import CBuilder, CEmitContext
from .code import comment
from .stmts import run
from .writer import CWriter


class CBlocks:
    """Writes the functions of all blocks that can be run."""

    def __init__(self, module: CBuilder) -> None:
        self._module = module
        self._names: dict[int, str] = {}
        self._waiting: list[int] = []
        self._heads = heads(module.program)

    def number(self, block: int) -> int:
        """The block itself or, if nothing is done there, the one that it leads to.

        The head of a loop stays, because its passes are counted.
        """
        while True:
            here = self._module.program.blocks[block]
            if here.body or not isinstance(here.terminator, Goto) or here.terminator.turn:
                break
            if block in self._heads:
                break
            block = here.terminator.block
        if block not in self._names:
            self._names[block] = self._module.fresh("b", self._module.program.blocks[block].name)
            self._waiting.append(block)
        return block

    def finish(self) -> None:
        """Write every block that was asked for, and the loop."""
        for block in self._waiting:  # grows meanwhile
            self._write(block)
        w = CWriter()
        with w.block("static int rw_go(rw_draft *d, int block)"):
            with w.block("switch (block)"):
                for block, name in self._names.items():
                    w.line(f"case {block}: return {name}(d);")
            w.line("return RW_STOP(0);")
        self._module.add(w)

    def _write(self, index: int) -> None:
        block, w = self._module.program.blocks[index], CWriter()
        w.line(comment(block.name))
        with w.block(f"static int {self._names[index]}(rw_draft *d)"):
            end = run(block.body, CEmitContext(self._module), w)
            last = block.terminator
            match last:
                case Goto(target, turn):
                    if turn:
                        w.line("d->turns++;")
                    w.line(f"return {self._leave(target)};")
                case Branch(decides, then, otherwise):
                    w.line(f"if ({end.code(decides, w).text}) return {self._leave(then)};")
                    w.line(f"return {self._leave(otherwise)};")
                case Stop(node):
                    w.line(f"return RW_STOP({node});")
                case _:
                    refuse(last)
        self._module.add(w)

    def _leave(self, target: int) -> str:
        block = self._module.program.blocks[target]
        if not block.body and isinstance(block.terminator, Stop):
            return f"RW_STOP({block.terminator.node})"
        return str(self.number(target))

    def begin(self, choice: Choice | Chance, w: CWriter) -> None:
        """What is done with the arguments of a choice, and where it leads."""
        for i, p in enumerate(parameters_of(choice)):
            w.line(f"d.{self._module.paths[p.variable]} = a->args[{i}];")
        w.line(f"block = {self.number(choice.block)};")


def most_parameters(nodes: Iterable[Node]) -> int:
    """The most arguments of any action, at least 1."""
    return max((len(parameters_of(c)) for node in nodes for c in choices_of(node)), default=1) or 1
