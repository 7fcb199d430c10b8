"""Plain JSON data, as the record keeps it, read as what it is."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


def reader(shape: type[T], *, strict: bool = True) -> Callable[[Any], T]:
    """What reads plain data as ``shape``, and raises msgspec.ValidationError. Made at the head of a module.

    msgspec finds out what a type is made of when it is first needed. Two threads that need it first at once,
    as when all pages come back after a restart, end the process (msgspec 0.22: a segmentation fault). So it
    is needed here, while one thread alone imports the modules; decoders are made at the head of a module too.
    """
    msgspec.json.Decoder(shape)
    return partial(msgspec.convert, type=shape, strict=strict)
