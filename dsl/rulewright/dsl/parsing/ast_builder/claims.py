"""Claims: expressions, and forms that only claims may have."""

from __future__ import annotations

from typing import Any

from lark import Token, v_args
from lark.tree import Meta

from ...syntax import expressions as e
from ...syntax.node import Name
from .expressions import ExpressionBuilder


@v_args(meta=True, inline=True)
class ClaimBuilder(ExpressionBuilder):
    """One method for each rule that claims have in addition to rulesets."""

    def claim(self, meta: Meta, *rest: Any) -> e.ClaimSyntax:
        *given, body = rest
        return e.ClaimSyntax(tuple(g for g in given if g is not None), body, span=self._at(meta))

    def given(self, meta: Meta, name: Name, t: Any, value: e.Expression) -> e.Given:
        return e.Given(name, t, value, span=self._at(meta))

    def exact(self, meta: Meta, word: Token, *rest: Any) -> e.Exact:
        *args, t = rest
        return e.Exact(word[1:], tuple(args), t, span=self._at(meta))

    def exact_named(self, meta: Meta, word: Token, name: Token, *args: Any) -> e.ExactNamed:
        return e.ExactNamed(word[1:], self._string(name), args, span=self._at(meta))

    def exact_map(self, meta: Meta, name: Name, t: Any, body: e.Expression) -> e.ExactMap:
        return e.ExactMap(name, t, body, span=self._at(meta))

    def exact_extreme(
        self, meta: Meta, word: Token, binder: e.Binder, condition: Any, body: e.Expression
    ) -> e.ExactExtreme:
        return e.ExactExtreme(word == "$least", binder, condition, body, span=self._at(meta))

    def key_type(self, meta: Meta, *parts: Any) -> e.KeyType:
        return e.KeyType(parts, span=self._at(meta))
