"""The questions about the games of a ruleset, and the games: checks, examples, instances, variants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from lark import Token, v_args
from lark.tree import Meta

from ...diagnostics import Diagnostic
from ...span import Span
from ...syntax import expressions as e
from ...syntax import parts as p
from ...syntax.node import Cite, Name
from .base import BaseBuilder

_Property = tuple[str, Name | None, e.Expression | None, Span]
"""What a check asks: its kind, whose actions it is about, the condition, and its place."""


@v_args(meta=True, inline=True)
class GameBuilder(BaseBuilder):
    """One method for each rule of the grammar."""

    def check(
        self, meta: Meta, name: Name, fails: Token | None, question: Token | None,
        asked: tuple[_Property, tuple[Cite, ...] | None],
    ) -> p.CheckPart:  # fmt: skip
        (kind, player, body, place), cites = asked
        return p.CheckPart(
            name=self.of_question(name), question=self._string(question), fails=fails is not None, kind=kind,
            player=player, body=body, asked=place, cites=cites or (), span=self._at(meta),
        )  # fmt: skip

    def asked(self, meta: Meta, property_: _Property, cites: tuple[Cite, ...] | None) -> Any:
        return property_, cites

    def asked_with(self, meta: Meta, *rest: Any) -> Any:
        *locals_, (kind, player, body, place), cites = rest
        if not locals_:
            return (kind, player, body, place), cites
        first: Name = locals_[0][0]
        if body is None:
            text = f"{first.text} is of no use: no condition is asked here"
            self.errors.append(Diagnostic("E805", first.span, text))
            return (kind, player, body, place), cites
        for name, value, _ in reversed(locals_):
            body = e.LetIn(name, value, body, span=name.span)
        begin: Span = locals_[0][2]
        start = replace(place, line=begin.line, column=begin.column)
        return (kind, player, body, start), cites

    def __default__(self, data: str, children: Sequence[Any], meta: Meta) -> _Property:
        """What a check asks: only the grammar names the kinds, and their contents."""
        player = next((child for child in children if isinstance(child, Name)), None)
        body = next((child for child in children if not isinstance(child, Name)), None)
        return str(data), player, body, self._at(meta)

    def example(
        self, meta: Meta, name: Name, title: Token | None, instance: Name | None,
        cites: tuple[Cite, ...] | None, *lines: p.ExampleActionSyntax | p.ExampleConditionSyntax,
    ) -> p.ExamplePart:  # fmt: skip
        return p.ExamplePart(
            name=self.of_question(name), title=self._string(title), instance=instance, lines=lines,
            cites=cites or (), span=self._at(meta),
        )  # fmt: skip

    def example_game(self, meta: Meta, instance: Name) -> Name:
        return instance

    def example_action(self, meta: Meta, actor: Name, typed: Token) -> p.ExampleActionSyntax:
        return self._action(meta, actor, typed, legal=True)

    def example_refusal(self, meta: Meta, actor: Name, typed: Token) -> p.ExampleActionSyntax:
        return self._action(meta, actor, typed, legal=False)

    def _action(
        self, meta: Meta, actor: Name, typed: Token, *, legal: bool
    ) -> p.ExampleActionSyntax:
        text = Name(" ".join(typed.split()), span=self._at(typed))
        return p.ExampleActionSyntax(actor=actor, typed=text, legal=legal, span=self._at(meta))

    def example_condition(self, meta: Meta, *rest: Any) -> p.ExampleConditionSyntax:
        *conditions, cites = rest
        return p.ExampleConditionSyntax(
            conditions=tuple(conditions), cites=cites or (), span=self._at(meta)
        )

    def settings(
        self, meta: Meta, name: Name, like: tuple[Name, ...] | None, *settings: p.Setting
    ) -> p.SettingsPart:
        return p.SettingsPart(name=name, like=like or (), settings=settings, span=self._at(meta))

    def instance(
        self, meta: Meta, name: Name, title: Token | None, variants: tuple[Name, ...],
        like: tuple[Name, ...] | None, for_play: bool | None, *rest: Any,
    ) -> p.InstancePart:  # fmt: skip
        *settings, expected = rest
        return p.InstancePart(
            name=name, title=self._string(title), variant=variants[0],
            each=variants if len(variants) > 1 else (), like=like or (),
            for_play=bool(for_play),
            settings=tuple(x for x in settings if x is not None), expected=expected or (),
            span=self._at(meta),
        )  # fmt: skip

    def expectations(
        self, meta: Meta, *lines: tuple[p.ExpectedNumber, ...]
    ) -> tuple[p.ExpectedNumber, ...]:
        return tuple(number for line in lines for number in line)

    def expected(self, meta: Meta, *numbers: p.ExpectedNumber) -> tuple[p.ExpectedNumber, ...]:
        return numbers

    def expected_number(self, meta: Meta, number: Token, of: Name) -> p.ExpectedNumber:
        return p.ExpectedNumber(number=self._number(number), of=of, span=self._at(meta))

    def one_game(self, meta: Meta, variant: Name) -> tuple[Name, ...]:
        return (variant,)

    def several_games(self, meta: Meta, *variants: Name) -> tuple[Name, ...]:
        return variants

    def like(self, meta: Meta, *names: Name) -> tuple[Name, ...]:
        return names

    def purpose(self, meta: Meta) -> bool:
        return True

    def setting(self, meta: Meta, name: Name, value: Name | Token) -> p.Setting:
        plain = value.text if isinstance(value, Name) else self._number(value)
        return p.Setting(name=name, value=plain, span=self._at(meta))

    def without(self, meta: Meta, *names: Name) -> p.WithoutPart:
        for name in names:
            self.of_question(name)
        return p.WithoutPart(name=names[0], names=names, span=names[0].span)

    def expectation(self, meta: Meta, name: Name, verdict: Token) -> p.ExpectationPart:
        return p.ExpectationPart(
            name=self.of_question(name), fails=str(verdict) == "fails", span=self._at(meta)
        )

    def finding(self, meta: Meta, *names: Name | Token) -> Name:
        words = (self.of_question(n).text if isinstance(n, Name) else str(n) for n in names)
        return Name(".".join(words), span=self._at(meta))

    def accept(self, meta: Meta, name: Name, cites: tuple[Cite, ...], why: Token) -> p.AcceptPart:
        return p.AcceptPart(name=name, cites=cites, why=self._string(why), span=self._at(meta))

    def variant(
        self, meta: Meta, name: Name, title: Token | None, parents: tuple[Name, ...] | None,
        cites: tuple[Cite, ...] | None, *parts: p.Part | None,
    ) -> p.VariantPart:  # fmt: skip
        return p.VariantPart(
            name=name, title=self._string(title), parents=parents or (), cites=cites or (),
            parts=tuple(x for x in parts if x is not None), span=self._at(meta),
        )  # fmt: skip

    def parents(self, meta: Meta, *names: Name) -> tuple[Name, ...]:
        return names
