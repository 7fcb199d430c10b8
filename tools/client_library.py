"""The generated modules of the Python client library: types, calls, and their synchronous form."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from django.conf import settings

from games_app.api import openapi
from games_app.api.door import NDJSON
from games_app.door.cors import API

LIBRARY: Path = settings.BASE_DIR / "clients" / "python" / "boardgames_client"
HEAD = '''"""{about}

Written by `python3 manage.py protocol`; a test checks it.
"""

from __future__ import annotations
'''
PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
ADDED = ("cmd", "kind")
"""Keys of bodies that callers don't give: the library adds the id, and the address tells the kind."""
WRITTEN = ("make_match", "invite", "say", "stream")
"""Calls that ``Site`` words itself."""

Schema = Mapping[str, Any]


def modules() -> dict[Path, str]:
    """Return the text of each generated module by its path."""
    document = openapi.schema(openapi.PATHS)
    calls = _formatted(_calls(document))
    sources = [(LIBRARY / "api.py").read_text(encoding="utf-8"), calls]
    sources.append((LIBRARY / "site.py").read_text(encoding="utf-8"))
    return {
        LIBRARY / "schemas.py": _formatted(_schemas(document)),
        LIBRARY / "calls.py": calls,
        LIBRARY / "sync_calls.py": _formatted(_sync_calls(sources)),
    }


def _formatted(text: str) -> str:
    command = [sys.executable, "-m", "ruff", "format", "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def _schemas(document: Schema) -> str:
    """Return the module with a TypedDict for each object of the document."""
    bodies = {_type(body) for _path, _method, call in _operations(document) if (body := _body(call))}
    parts = document["components"]["schemas"].items()
    return "\n".join(
        [
            HEAD.format(about="Types of what the site's API takes and answers: JSON objects as they are."),
            "from typing import Any, Literal, NotRequired, TypeAlias, TypedDict",
            *(_typed_dict(name, part, ADDED if name in bodies else ()) for name, part in parts),
            *(
                f"{_line(call)}: TypeAlias = {_type(answer)}"
                for _path, _method, call in _operations(document)
                for answer, _media in [_answer(call)]
                if "anyOf" in answer
            ),
        ]
    )


def _typed_dict(name: str, part: Schema, without: Iterable[str]) -> str:
    lines = [f"class {name}(TypedDict):", *_docstring(part)]
    for key, value in part["properties"].items():
        if key not in without:
            kind = _type(value) if key in part["required"] else f"NotRequired[{_type(value)}]"
            lines += [f"    {key}: {kind}", *_docstring(value)]
    return "\n".join([*lines, "    pass"] if len(lines) == 1 else lines)


def _docstring(part: Schema) -> list[str]:
    text = part.get("description", "").replace("\\", "\\\\").replace("\n", "\n    ")
    if not text:
        return []
    return [f'    """{text}\n    """' if "\n" in text or text.endswith('"') else f'    """{text}"""']


def _type(schema: Schema) -> str:
    """Return the Python type of a schema."""
    match schema:
        case {"$ref": str(ref)}:
            return ref.rpartition("/")[2]
        case {"enum": values}:
            return f"Literal[{', '.join(map(repr, values))}]"
        case {"anyOf": parts} | {"prefixItems": parts}:
            union = " | ".join(dict.fromkeys(map(_type, parts)))
            return f"list[{union}]" if "prefixItems" in schema else union
        case {"type": "array", "items": items}:
            return f"list[{_type(items)}]"
        case {"type": "object", "additionalProperties": dict(values)}:
            return f"dict[str, {_type(values)}]"
        case {"type": "object"}:
            return "dict[str, Any]"
        case {"type": str(kind)}:
            return PLAIN[kind]
        case _:
            return "Any"


def _operations(document: Schema) -> Iterator[tuple[str, str, Schema]]:
    for path, methods in document["paths"].items():
        for method, call in methods.items():
            yield path.removeprefix(API), method, call


def _answer(call: Schema) -> tuple[Schema, str]:
    """Return the schema and the media type of a successful answer."""
    success = next(answer for status, answer in call["responses"].items() if status.startswith("2"))
    ((media, content),) = success["content"].items()
    return content["schema"], media


def _body(call: Schema) -> Schema | None:
    body: Schema | None = (
        call.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    )
    return body


def _line(call: Schema) -> str:
    """Return the name of the type of a call's lines, if the document has none."""
    return f"{call['operationId'].title().replace('_', '')}Line"


def _calls(document: Schema) -> str:
    """Return the module with a method for each call."""
    empty = {
        name
        for name, part in document["components"]["schemas"].items()
        if not set(part["properties"]) - set(ADDED)
    }
    methods = [
        _method(path, verb, call, empty)
        for path, verb, call in _operations(document)
        if call["operationId"] not in WRITTEN
    ]
    return "\n".join(
        [
            HEAD.format(about="The calls of the site's API, with the types of their answers."),
            "from collections.abc import AsyncGenerator",
            "from typing import Any, Unpack",
            "",
            "from boardgames_client import schemas",
            "from boardgames_client.api import Api",
            "class Calls(Api):",
            '    """A method for each call; ``id`` is that of a match, player, puzzle or analysis."""',
            *methods,
        ]
    )


def _method(path: str, verb: str, call: Schema, empty: Iterable[str]) -> str:
    """Return a method of a call. ``empty``: names of bodies that have no keys for callers."""
    schema, media = _answer(call)
    answer = f"schemas.{_type(schema)}" if "$ref" in schema else _type(schema)
    body, query = _body(call), [one for one in call["parameters"] if one["in"] == "query"]
    names = re.findall(r"{(\w+)}", path)
    arguments = ["self", *(f"{name}: str" for name in names), *(["/"] if names else [])]
    more = ""
    if body and _type(body) not in empty:
        arguments.append(f"**body: Unpack[schemas.{_type(body)}]")
        more = ", **body"
    elif query:
        arguments.append("**query: str | int")
        more = ", **query"
    head, place = (
        f"def {call['operationId']}({', '.join(arguments)})",
        f'{"f" if "{" in path else ""}"{path}"',
    )
    keys = [f"        ``{one['name']}``: {one['description']}" for one in query]
    words = [f'        """{call["summary"]}.', "", f"        {call['description']}", *keys, '        """']
    if media == NDJSON:
        return "\n".join(
            [f"    {head} -> AsyncGenerator[{answer}]:", *words, f"        return self.lines({place}{more})"]
        )
    return "\n".join(
        [
            f"    async {head} -> {answer}:",
            *words,
            f"        answer: {answer} = await self.{verb}({place}{more})",
            "        return answer",
        ]
    )


def _sync_calls(sources: Iterable[str]) -> str:
    """Return the module with a synchronous method for each asynchronous one in these sources."""
    methods = {
        node.name: _synchronous(node)
        for source in sources
        for kind in ast.parse(source).body
        if isinstance(kind, ast.ClassDef)
        for node in kind.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_")
    }
    return "\n".join(
        [
            HEAD.format(about="The calls of a site for synchronous programs."),
            "from collections.abc import Generator",
            "from typing import Any, Unpack",
            "",
            "from boardgames_client import schemas",
            "from boardgames_client.portal import Portal",
            "class Calls(Portal):",
            '    """The methods of the asynchronous site, each of which waits for its answer."""',
            *filter(None, methods.values()),
        ]
    )


def _synchronous(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """Return the synchronous form of a method; empty for one that neither waits nor yields."""
    kind = ast.unparse(node.returns) if node.returns else ""
    if kind.startswith("AsyncGenerator["):
        kind, way = kind.removeprefix("Async"), "iterate"
    elif isinstance(node, ast.AsyncFunctionDef):
        way = "wait"
    else:
        return ""
    names = node.args
    passed = [one.arg for one in (*names.posonlyargs, *names.args)][1:]
    passed += [f"{one.arg}={one.arg}" for one in names.kwonlyargs]
    passed += [f"**{names.kwarg.arg}"] if names.kwarg else []
    text = (ast.get_docstring(node) or "").replace("\n", "\n        ")
    return "\n".join(
        [
            f"    def {node.name}({ast.unparse(names)}) -> {kind}:",
            f'        """{text}{chr(10) + "        " if chr(10) in text else ""}"""',
            f"        return self.{way}(self.site.{node.name}({', '.join(passed)}))",
        ]
    )
