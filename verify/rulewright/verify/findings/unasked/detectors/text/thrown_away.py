"""Results of procedures that nobody looks at."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax import parts as p
from rulewright.dsl.syntax import statements as s
from rulewright.dsl.syntax.tree import cited, nodes

from ....kinds import FindingKind
from ...detector import Noticed


def thrown_away(ruleset: Ruleset) -> Iterable[Noticed]:
    """Each procedure with a result that is performed as a statement."""
    tree = list(nodes(ruleset.tree.parts))
    results = {x.name.text for x in tree if isinstance(x, p.ProcedurePart) and x.result is not None}
    said: set[str] = set()
    for node in tree:
        match node:
            case s.Perform(call=e.Application(name=name)) if name.text in results - said:
                said.add(name.text)
                yield Noticed(
                    FindingKind.DEAD_RULE,
                    f"result_of_{name.text}",
                    node.span,
                    cited(node),
                    f"What {name.text} gives back is thrown away",
                    f"write 'let NAME = {name.text}(…)', or leave out its '->'",
                )
            case _:
                pass
