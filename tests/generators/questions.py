"""What is asked of a random ruleset, and in which variants and instances."""

from __future__ import annotations

from dataclasses import replace

from .expressions import Expressions
from .setting import CHECKS, Spot
from .statements import indented


class Questions:
    """Draws checks about what is declared, and agreements, strategies, variants and instances around them."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions, self.setting = expressions, expressions.setting
        self.pick, self.number, self.rarely = (
            self.setting.pick, self.setting.number, self.setting.rarely
        )  # fmt: skip
        self.expected = "holds"
        """What a variant may say of the check that all rulesets have, as the first says the other."""

    def checks(self, at: Spot) -> list[str]:
        """The checks of a ruleset; ``bad_never`` is one of all."""
        lines = [f"check bad_never{' fails' if self.rarely(4) else ''}: never bad"]
        self.expected = "holds" if " fails" in lines[0] else "fails"
        asked = replace(at, procedures=tuple(p for p in at.procedures if p.plain))
        for name in self.setting.random.sample(CHECKS, self.number(1, 4)):
            fails = " fails" if self.rarely(4) else ""
            question = ' "Is it so?"' if self.rarely(4) else ""
            head = f"check {name}{fails}{question}:"
            if self.rarely(3):
                local, kind = self.pick(["q", "x", "k"]), self.pick(["num", "player", "players"])
                value = self.expressions.a(kind, asked, 1)
                body = self._property(asked.bind(local, kind))
                lines += [head, f"  let {local} = {value}", f"  {body}"]
            else:
                lines.append(f"{head} {self._property(asked)}")
        lines.append("check ends: every play ends")
        lines.append("check acts: someone can always act")
        if len(lines) % 2:
            lines.append('accept ends by [r] "it may go on"')
        return lines

    def _property(self, at: Spot) -> str:
        extra = ["over", "drawn", "lost", f"won({self.setting.players[0]})"]
        p = self.pick(["p", "x", "q"])

        def a(inner: Spot) -> str:
            text = self.expressions.a("bool", inner, 2)
            return (
                f"{text} {self.pick(['and', 'or'])} {self.pick(extra)}" if self.rarely(4) else text
            )

        match self.number(0, 7):
            case 0 | 1:
                return f"never {a(at)}"
            case 2 | 3:
                return f"always {a(at)}"
            case 4:
                return f"reachable {a(at)}"
            case 5:
                return f"reachable forever {a(at)}"
            case 6:
                return f"never after {p} acts: {a(at.bind(p, 'player'))}"
        return f"reachable after {p} acts: {a(at.bind(p, 'player'))}"

    def around(self, at: Spot) -> list[str]:
        """Agreements, strategies, variants and instances."""
        has, lines = self.setting.has, list[str]()

        def a(kind: str, inner: Spot) -> str:
            return self.expressions.a(kind, inner, 1)

        if "agree" in has:
            kind = self.pick(["bool", "num", "players"])
            lines += [f'agree same{" fails" if self.rarely(3) else ""} "the same?"',
                      f"  [r]: {a(kind, at)}", f"  [r]: {a(kind, at)}"]  # fmt: skip
        if "strategy" in has:
            inner = at.bind("p", "player")
            lines += [f"strategy liked(p: Player) prefers {a('num', inner)}"]
        if "variant" in has:
            body = [f"check bad_never {self.expected}"]
            body += ["check ends fails"] if self.rarely(2) else []
            body += ["without acts"] if self.rarely(2) else []
            if "param" in has:
                body.append("param top: 1..3 = 3 by [r]")
            lines += ['variant other "Other": standard by [r]', *indented(body)]
        if "instance" in has:
            settings = ["way = right"] if "reading" in has else []
            settings += ["players = 3"] if "seats" in has and "alias" not in has else []
            settings += ["top = 3"] if "param" in has else []
            settings += ["Kind = few"] if "cards" in has and len(self.setting.kinds) == 2 else []
            tail = f" with {', '.join(settings)}" if settings else ""
            variant = "other" if "variant" in has else "standard"
            if "variant" in has and self.rarely(2):
                lines.append(f"instance everywhere: for standard, other{tail}")
            titled = self.pick([' "Box"', ""])
            purpose = self.pick([" for play", ""])
            if self.rarely(3) and settings:
                lines.append(f"settings base{tail}")
                lines.append(f"instance box{titled}: {variant} like base{purpose}")
            elif self.rarely(2) and settings:
                lines.append(f"instance base: {variant}{tail}")
                tail = f" with {settings[-1]}" if self.rarely(2) else ""
                lines.append(f"instance box{titled}: {variant} like base{purpose}{tail}")
            else:
                lines.append(f"instance box{titled}: {variant}{purpose}{tail}")
            if self.rarely(2):
                kinds = self.pick(["positions", "actions", "ends", "plays"])
                lines.append(f"  expect {self.number(1, 9)} {kinds}")
        return lines
