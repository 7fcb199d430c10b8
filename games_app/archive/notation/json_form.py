"""Reader of the JSON form of match files: all fields are known, each is there once and has its type."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from msgspec import Struct

from games_app.archive.notation.model import MatchFile
from games_app.archive.notation.pasted import json_text
from games_app.lib.codec import decoder

_decoder = decoder(MatchFile)


class BadJson(ValueError):
    """Raised for text that is no match file in JSON; the message says where and why."""


def read_json(text: str) -> MatchFile:
    """Parse a match file in JSON. Raises BadJson."""
    plain = json_text(text)
    try:
        data = json.loads(plain, object_pairs_hook=_each_once)  # its errors name the line
        written = _decoder.decode(plain)
        _check_fields(data, written, "$")
    except (ValueError, msgspec.DecodeError, RecursionError) as error:
        raise BadJson(_("That isn't a match in JSON: %(why)s") % {"why": error}) from error
    return written


def path_of(part: str | int) -> str:
    """Return the path of the field with this name, or of the event with this index."""
    if isinstance(part, int):
        return f"$.entries[{part}]"
    return "$.terms.start" if part == "start" else f"$.{part}"


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(_("The field {name!r} appears twice.").format(name=name[:40]))
        found[name] = value
    return found


def _check_fields(data: Any, value: object, path: str) -> None:
    """Raise ValueError if ``data``, from which ``value`` was read, has a field that ``value`` lacks."""
    if isinstance(value, tuple):
        for n, (part, each) in enumerate(zip(data, value, strict=True)):
            _check_fields(part, each, f"{path}[{n}]")
    elif isinstance(value, Struct):
        tag = value.__struct_config__.tag_field
        names = (*((tag,) if tag else ()), *value.__struct_fields__)
        for name, part in data.items():
            if name not in names:
                raise ValueError(
                    _("{path} can't have {name!r}. Allowed here: {allowed}.").format(
                        path=path, name=name[:40], allowed=", ".join(names)
                    )
                )
            _check_fields(part, getattr(value, name, None), f"{path}.{name}")
