"""Descriptions of the API's types: the docstrings of structs and of their fields.

Python drops a docstring below a field, so it is read from the source. Texts are CommonMark in the document.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable, Iterator
from itertools import pairwise
from textwrap import dedent
from typing import Any

import msgspec
from msgspec.inspect import StructType, multi_type_info


def describe(schemas: dict[str, Any], types: Iterable[Any]) -> None:
    """Add to the schemas what the docstrings of these types, and of all types in them, say."""
    for struct in _structs(types):
        schema = schemas.get(struct.__name__) or schemas[f"{struct.__module__}.{struct.__qualname__}"]
        if "description" in schema:
            schema["description"] = _common_mark(schema["description"])
        for name, text in _field_docs(struct):
            schema["properties"][name]["description"] = _common_mark(text)


def _structs(types: Iterable[Any]) -> list[type[msgspec.Struct]]:
    """Return all structs in these types."""
    waiting: list[Any] = list(multi_type_info(types))
    found: dict[type[msgspec.Struct], None] = {}
    while waiting:
        node = waiting.pop()
        if isinstance(node, StructType):
            if node.cls in found:
                continue
            found[node.cls] = None
        if isinstance(node, msgspec.Struct):
            waiting += [getattr(node, name) for name in node.__struct_fields__]
        elif isinstance(node, tuple):
            waiting += node
    return list(found)


def _field_docs(struct: type[msgspec.Struct]) -> Iterator[tuple[str, str]]:
    """Yield the fields of a struct that have a docstring, and it."""
    for base in reversed(struct.__mro__):
        if issubclass(base, msgspec.Struct) and base is not msgspec.Struct:
            (defined,) = ast.parse(dedent(inspect.getsource(base))).body
            assert isinstance(defined, ast.ClassDef)  # noqa: S101  (for mypy)
            for field, below in pairwise(defined.body):
                match field, below:
                    case ast.AnnAssign(target=ast.Name(name)), ast.Expr(ast.Constant(str(text))):
                        yield name, text


def _common_mark(text: str) -> str:
    return inspect.cleandoc(text).replace("``", "`")
