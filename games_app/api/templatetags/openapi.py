"""Parts of an OpenAPI document as HTML."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django import template
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

Schema = Mapping[str, Any]
COMPONENTS = "#/components/schemas/"


class Field(NamedTuple):
    """A key of an object, and whether it must be there."""

    name: str
    schema: Schema
    required: bool


@register.filter
def fields(schema: Schema, document: Mapping[str, Any] | None = None) -> Iterator[Field]:
    """Yield the fields of an object, or of the type in the document to which it refers."""
    if document and "$ref" in schema:
        schema = document["components"]["schemas"][_name(schema)]
    required = schema.get("required", ())
    for name, each in schema.get("properties", {}).items():
        yield Field(name, each, name in required)


@register.filter
def common_mark(text: str) -> SafeString:
    """Return a text with its words in backticks as code, the only markup that the document uses."""
    return mark_safe(re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text)))  # noqa: S308  (escaped)


@register.filter
def literal(value: object) -> str:
    """Return a value as JSON."""
    return json.dumps(value, ensure_ascii=False)


@register.filter
def schema_type(schema: Schema) -> SafeString:
    """Return the type of a value in words, with links to the types of the document."""
    match schema:
        case {"$ref": _}:
            return format_html('<a href="#{0}">{0}</a>', _name(schema))
        case {"anyOf": parts}:
            return format_html_join(" or ", "{}", ((schema_type(part),) for part in parts))
        case {"enum": values}:
            return format_html_join(" or ", "<code>{}</code>", ((literal(value),) for value in values))
        case {"prefixItems": parts}:
            return format_html("[{}]", format_html_join(", ", "{}", ((schema_type(part),) for part in parts)))
        case {"type": "array", "items": items}:
            return format_html("array of {}", schema_type(items))
        case {"type": "object", "additionalProperties": dict(value)}:
            return format_html("object of {}", schema_type(value))
        case {"type": kind}:
            return format_html("{}{}", kind, _range(schema))
    return SafeString("any value")


def _range(schema: Schema) -> SafeString:
    match schema:
        case {"minimum": least, "maximum": most}:
            return format_html(", {} to {}", least, most)
        case {"minimum": least}:
            return format_html(", {} or more", least)
        case {"maxLength": most}:
            return format_html(", at most {} characters", most)
        case {"pattern": pattern}:
            return format_html(", <code>{}</code>", pattern)
    return SafeString()


def _name(schema: Schema) -> str:
    return str(schema["$ref"]).removeprefix(COMPONENTS)
