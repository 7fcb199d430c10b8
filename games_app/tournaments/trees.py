"""HTML of our own templates as trees of lists, from which pages build nodes: they must not parse markup."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import TypeAlias

Tree: TypeAlias = list["str | dict[str, str] | Tree"]
"""A node: its tag, its attributes, then its children, which are nodes and texts."""

VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "use", "wbr"})
"""Elements without an end tag."""


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root: Tree = []
        self._open: list[Tree] = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node: Tree = [tag, {name: value or "" for name, value in attrs}]
        self._open[-1].append(node)
        if tag not in VOID:
            self._open.append(node)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        # A line break between elements is one space, as browsers show it.
        text = " ".join(data.split()) if data.strip() else " "
        lead, trail = " " * data[:1].isspace(), " " * data[-1:].isspace()
        self._open[-1].append(f"{lead}{text}{trail}" if data.strip() else text)


def tree_of(html: str) -> Tree:
    """Return the one element of a template."""
    reader = _Reader()
    reader.feed(html.strip())
    reader.close()
    (node,) = (node for node in reader.root if isinstance(node, list))
    return node


def changed_children(before: Tree, after: Tree) -> dict[int, Tree] | None:
    """Return the child elements that changed, by their place among the elements; None if more changed."""
    old, new = _elements(before), _elements(after)
    if len(old) != len(new) or _rest(before) != _rest(after):
        return None
    return {place: child for place, child in enumerate(new) if child != old[place]}


def _elements(tree: Tree) -> list[Tree]:
    return [child for child in tree if isinstance(child, list)]


def _rest(tree: Tree) -> Tree:
    """Return the tag, the attributes and the texts of a node."""
    return [part for part in tree if not isinstance(part, list)]
