"""Schemas of what the API takes and answers: msgspec's, with the docstrings of fields and plain names."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.inspect import Field, StructType, Type, multi_type_info

PREFIX = "#/components/schemas/"

Schema = dict[str, Any]


class Schemas(NamedTuple):
    answers: list[Schema]
    bodies: list[Schema]
    components: dict[str, Schema]


def schemas(answers: Sequence[Any], bodies: Sequence[type[Struct]]) -> Schemas:
    """Return the schemas of these types, and of all types in them by their names.

    Raises ValueError if two types have the same name.
    """
    roots, components = msgspec.json.schema_components((*answers, *bodies), ref_template=f"{PREFIX}{{name}}")
    names = _plain_names(components)
    taken, sent = _structs(multi_type_info(bodies)), _structs(multi_type_info(answers))
    for struct in taken | sent:
        schema = components[_name(struct, components)]
        _describe(schema, struct)
        if struct not in taken:
            _require_defaults(schema, struct)
    for body in bodies:
        _free_of_tag(components[_name(body, components)])
    *refs, parts = portable(_renamed([*roots, components], names))
    return Schemas(refs[: len(answers)], refs[len(answers) :], parts)


def _structs(types: Iterable[Type | Field]) -> set[type[Struct]]:
    """Return all structs in these types."""
    waiting, structs = list(types), set[type[Struct]]()
    while waiting:
        node = waiting.pop()
        if isinstance(node, StructType):
            if node.cls in structs:
                continue
            structs.add(node.cls)
        values = [getattr(node, name) for name in node.__struct_fields__]
        parts = [part for value in values for part in (value if isinstance(value, tuple) else (value,))]
        waiting += [part for part in parts if isinstance(part, Type | Field)]
    return structs


def _name(struct: type, components: dict[str, Schema]) -> str:
    """Return msgspec's name of a struct: with its module if another one has the same name."""
    qualified = f"{struct.__module__}.{struct.__qualname__}"
    return qualified if qualified in components else struct.__name__


def _describe(schema: Schema, struct: type) -> None:
    """Add the docstrings of the fields, which msgspec doesn't read. Texts are CommonMark in the document."""
    if "description" in schema:
        schema["description"] = _common_mark(schema["description"])
    for base in struct.__mro__:
        if base is Struct:
            return
        nodes = ast.parse(textwrap.dedent(inspect.getsource(base))).body
        (body,) = (node.body for node in nodes if isinstance(node, ast.ClassDef))
        for field, text in pairwise(body):
            match field, text:
                case ast.AnnAssign(target=ast.Name(name)), ast.Expr(ast.Constant(str(words))):
                    if name in schema["properties"]:
                        schema["properties"][name].setdefault("description", _common_mark(words))


def _common_mark(text: str) -> str:
    return inspect.cleandoc(text).replace("``", "`")


def _require_defaults(schema: Schema, struct: type[Struct]) -> None:
    """Require the keys with defaults, too: an answer has them, unless its type omits defaults."""
    if not struct.__struct_config__.omit_defaults:
        required = schema["required"]
        schema["required"] = [
            name for name, key in schema["properties"].items() if name in required or "default" in key
        ]


def _free_of_tag(body: Schema) -> None:
    """Let the body leave out the kind of command, which its address tells."""
    body["required"] = [name for name in body["required"] if name != "kind"]


def _plain_names(components: Iterable[str]) -> dict[str, str]:
    """Return names that don't show where types are in the code, by those of msgspec.

    msgspec names types of the same name by their modules: a command and what it leads to, as ``Rematch``.
    """
    plain: dict[str, str] = {}
    for name in components:
        module, dot, short = name.rpartition(".")
        plain[name] = f"{short}Command" if dot and module.endswith("messages") else short
        if list(plain.values()).count(plain[name]) > 1:
            raise ValueError(f"Two types of the API are named {plain[name]}: rename {name}.")
    return plain


def _renamed(node: Any, names: dict[str, str]) -> Any:
    """Return the schemas with these names, as keys of components and in references."""
    match node:
        case dict():
            return {names.get(key, key): _renamed(value, names) for key, value in node.items()}
        case list():
            return [_renamed(value, names) for value in node]
        case str() if node.startswith(PREFIX):
            return PREFIX + names[node.removeprefix(PREFIX)]
        case _:
            return node


def portable(node: Any) -> Any:
    """Convert Python's forms to portable ones: ends of patterns, and code and indents in docstrings."""
    match node:
        case dict():
            return {key: portable(value) for key, value in node.items()}
        case list():
            return [portable(value) for value in node]
        case str():
            return re.sub(r"\n +", "\n", node.replace(r"\Z", "$").replace("``", "`"))
        case _:
            return node
