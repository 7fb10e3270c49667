"""Which parts count in a variant: its own, and what it takes over."""

from __future__ import annotations

from dataclasses import replace

from rulewright.dsl.syntax import parts as p


def parts_of(ruleset: p.RulesetSyntax, variant: str) -> list[p.Part]:
    """The parts of a variant: its own, and those of its parents that it does not replace."""
    declared = {q.name.text: q for q in ruleset.parts if isinstance(q, p.VariantPart)}
    effective = {
        (type(q), q.name.text): q
        for q in ruleset.parts
        if not isinstance(q, p.VariantPart | p.InstancePart | p.SettingsPart)
    }
    done: list[str] = []

    def lay(name: str) -> None:
        if name not in declared or name in done:
            return
        for parent in declared[name].parents:
            lay(parent.text)
        done.append(name)
        for part in declared[name].parts:
            match part:
                case p.WithoutPart():
                    dropped = {n.text for n in part.names}
                    for key in [k for k in effective if k[1] in dropped]:
                        del effective[key]
                case p.ExpectationPart():
                    for kind in (p.CheckPart, p.AgreePart):
                        old = effective.get((kind, part.name.text))
                        if isinstance(old, p.CheckPart | p.AgreePart):
                            effective[kind, part.name.text] = replace(old, fails=part.fails)
                case _:
                    effective[type(part), part.name.text] = part

    lay(variant)
    return list(effective.values())
