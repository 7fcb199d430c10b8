"""The terms of a match in words, as in the header Terms: ``time=real(minutes=10,increment=5) rated=no``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec import inspect

from games_app.archive.notation.serializer import word
from games_app.match.terms import Talk, Terms, read

CHOICE = re.compile(r"(\w+)\(([^()]*)\)")
ELSEWHERE = ("start",)
"""Terms that have a header of their own."""


class BadTerm(ValueError):
    """Raised for a term that doesn't exist or can't have its value; ``allowed`` says what can be there."""

    def __init__(self, term: str, allowed: str) -> None:
        super().__init__(term)
        self.term, self.allowed = term, allowed


def terms_of(words: Mapping[str, str], start: str) -> Terms:
    """Return the terms with these words. Raises BadTerm."""
    values = {name: _value(name, written) for name, written in words.items()}
    return read(values | {"start": start})


def _value(name: str, written: str) -> Any:
    if name not in ALLOWED:
        raise BadTerm(name, ", ".join(ALLOWED))
    wrong = BadTerm(f"{name}={written}", f"{name}={ALLOWED[name]}")
    try:
        value = msgspec.to_builtins(read({name: _plain(written)}))[name]
    except msgspec.ValidationError:
        raise wrong from None
    if word(value) != written:
        raise wrong  # it has a detail that the reader doesn't know
    return value


def _plain(written: str) -> Any:
    """Return the value that a word of the terms stands for."""
    if found := CHOICE.fullmatch(written):
        details = dict(pair.split("=", 1) for pair in found[2].split(",") if "=" in pair)
        return {"kind": found[1], **{name: _plain(detail) for name, detail in details.items()}}
    if written.isascii() and written.isdecimal():
        return int(written[:9])
    if written in get_args(Talk):
        return written
    return {"yes": True, "no": False, "none": None}.get(written, {"kind": written})


def _allowed(kind: inspect.Type) -> str:
    """Return the words of a type: "yes | no", "1..12", "none | days(days=1..14)"."""
    match kind:
        case inspect.BoolType():
            return "yes | no"
        case inspect.NoneType():
            return "none"
        case inspect.IntType(ge=least, le=most):
            return f"{least}..{most}"
        case inspect.LiteralType(values=values):
            return " | ".join(map(str, values))
        case inspect.UnionType(types=types):
            return " | ".join(map(_allowed, types))
        case inspect.StructType(tag=tag, fields=fields):
            details = ",".join(f"{field.name}={_allowed(field.type)}" for field in fields)
            return f"{tag}({details})" if details else str(tag)
    raise TypeError(kind)


ALLOWED: Mapping[str, str] = {
    name: _allowed(inspect.type_info(kind))
    for name, kind in get_type_hints(Terms, include_extras=True).items()
    if name not in ELSEWHERE
}
"""The words that each term can have."""
