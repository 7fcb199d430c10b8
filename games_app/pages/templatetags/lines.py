"""``{% joinlines %}``: a part of a template without its line breaks, where readers would see them as spaces.

Write ``&#32;`` for a space at the end of a line.
"""

from __future__ import annotations

import re

from django import template
from django.template.base import Node, NodeList, Parser, TextNode, Token

register = template.Library()

LINE_BREAK = re.compile(r"\s*\n\s*")
"""A line break and the indentation of the next line."""


class JoinedLines(Node):
    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: template.Context) -> str:
        return self.nodelist.render(context)


@register.tag
def joinlines(parser: Parser, token: Token) -> JoinedLines:
    """Remove the line breaks and the indentation up to ``{% endjoinlines %}``."""
    nodelist = parser.parse(("endjoinlines",))
    parser.delete_first_token()
    replace_line_breaks(nodelist, "")
    return JoinedLines(nodelist)


def replace_line_breaks(nodes: NodeList, text: str) -> None:
    """Replace each line break and the indentation after it, here and in all nodes below."""
    for node in nodes.get_nodes_by_type(TextNode):
        if isinstance(node, TextNode):  # mypy takes it for a Node
            node.s = LINE_BREAK.sub(text, node.s)
