"""Loader of templates that renders their constant parts once for each language, and remembers addresses.

Most of a page is text, translated sentences, icons and addresses that are alike for every reader. Django
renders each of them again for every page, which takes most of the time of a page. Here, neighbouring constant
parts become one node, which keeps its text. The indentation of HTML is not sent.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import lru_cache
from itertools import groupby
from typing import Any

from django.template.base import FilterExpression, Node, NodeList, Template, TextNode, Variable
from django.template.context import Context
from django.template.defaulttags import CommentNode, IfNode, LoadNode, URLNode
from django.template.loader_tags import IncludeNode
from django.template.loaders.cached import Loader
from django.templatetags.i18n import BlockTranslateNode, TranslateNode
from django.templatetags.static import StaticNode
from django.urls import reverse
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games_app.pages.templatetags.lines import replace_line_breaks

PURE_PARTIALS = {f"partials/{name}" for name in ("icon.html", "keys.html", "languages.html", "mark.svg")}
"""Partials that depend on nothing but the language and what they are included with."""


class FoldingLoader(Loader):
    """Django's cached loader, whose templates have their constant parts folded."""

    def get_template(self, template_name: str, skip: Any = None) -> Template:
        cached = self.cache_key(template_name, skip) in self.get_template_cache
        template = super().get_template(template_name, skip)
        if not cached:
            if template_name.endswith((".html", ".svg")):
                replace_line_breaks(template.nodelist, "\n")
            fold(template.nodelist)
        return template


class Constant(Node):
    """Neighbouring nodes with the same text for every reader of a language."""

    def __init__(self, nodes: NodeList) -> None:
        # Not named `nodelist`: Django searches attributes of that name for blocks.
        self._nodes = nodes
        self.token, self.origin = nodes[0].token, nodes[0].origin
        self._texts: dict[tuple[str | None, bool], SafeString] = {}

    def render(self, context: Context) -> SafeString:
        key = get_language(), context.autoescape
        text = self._texts.get(key)
        if text is None:
            text = self._texts[key] = mark_safe(self._nodes.render(context))  # noqa: S308  (rendered nodes)
        return text


class Address(Node):
    """A ``{% url %}`` of a named view. Working an address out takes as long as a small query."""

    def __init__(self, node: URLNode) -> None:
        self.token, self.origin = node.token, node.origin
        self._name, self._args = node.view_name.var, node.args

    def render(self, context: Context) -> str:
        address = _address(self._name, *(arg.resolve(context) for arg in self._args))
        return conditional_escape(address) if context.autoescape else address


@lru_cache(maxsize=4096)
def _address(name: str, *args: Hashable) -> str:
    return reverse(name, args=args)


def fold(nodes: NodeList) -> None:
    """Replace neighbouring constant nodes by one, here and in all nodes below."""
    folded: list[Node] = []
    for constant, group in groupby(nodes, is_constant):
        some = NodeList(group)
        if constant and not (len(some) == 1 and isinstance(some[0], TextNode)):
            folded.append(Constant(some))
            continue
        folded += map(_quicker, some)
        for node in some:
            for below in _below(node):
                fold(below)
    nodes[:] = folded


def is_constant(node: Node) -> bool:
    """Return whether the node renders the same text for every reader of a language."""
    match node:
        case TextNode() | LoadNode() | CommentNode():
            return True
        case TranslateNode():
            return not (node.noop or node.asvar or node.message_context) and _is_literal(
                node.filter_expression
            )
        case BlockTranslateNode():
            extras = (
                node.extra_context or node.countervar or node.plural or node.asvar or node.message_context
            )
            return not extras and all(token.token_type.name == "TEXT" for token in node.singular)
        case StaticNode():
            return node.varname is None and _is_literal(node.path)
        case URLNode():
            return node.asvar is None and all(
                map(_is_literal, [node.view_name, *node.args, *node.kwargs.values()])
            )
        case IncludeNode():
            values = node.extra_context.values()
            return node.template.var in PURE_PARTIALS and all(map(_is_literal, values))
    return False


def _quicker(node: Node) -> Node:
    """Return an Address for a ``{% url %}`` with a literal name and without keywords."""
    if isinstance(node, URLNode) and not (node.asvar or node.kwargs) and _is_literal(node.view_name):
        return Address(node)
    return node


def _is_literal(expression: FilterExpression) -> bool:
    var = expression.var
    literal = var.literal is not None if isinstance(var, Variable) else True
    return literal and not expression.filters


def _below(node: Node) -> Iterator[NodeList]:
    if isinstance(node, IfNode):
        for _, nodes in node.conditions_nodelists:
            yield nodes
        return
    for value in vars(node).values():
        if isinstance(value, NodeList):
            yield value
