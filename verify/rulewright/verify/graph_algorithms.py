"""Algorithms on directed graphs, which are given by a function from a node to its successors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator


def strongly_connected_components(
    nodes: Iterable[int], successors: Callable[[int], Iterable[int]]
) -> Iterator[list[int]]:
    """The strongly connected components, each after those it leads to, its first visited node first.

    ``successors`` must stay among ``nodes``. R. Tarjan, "Depth-first search and linear graph
    algorithms", SIAM J. Comput. 1 (1972), with a stack of its own: plays are longer than Python's
    stack is deep.
    """
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    pending: set[int] = set()
    for root in nodes:
        if root in index:
            continue
        work: list[tuple[int, Iterator[int]]] = [(root, iter(()))]
        while work:
            node, rest = work[-1]
            if node not in index:
                index[node] = low[node] = len(index)
                stack.append(node)
                pending.add(node)
                rest = iter(successors(node))
                work[-1] = (node, rest)
            for child in rest:
                if child not in index:
                    work.append((child, iter(())))
                    break
                if child in pending:
                    low[node] = min(low[node], low[child])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    yield _pop(stack, pending, node)


def _pop(stack: list[int], pending: set[int], first: int) -> list[int]:
    component = [stack.pop()]
    while component[-1] != first:
        component.append(stack.pop())
    pending.difference_update(component)
    return component[::-1]
