"""Typed values from plain JSON data, as the record keeps it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


def converter(shape: type[T], *, strict: bool = True) -> Callable[[Any], T]:
    """Return a function that reads plain data as ``shape``, or raises msgspec.ValidationError.

    Call it at the head of a module: msgspec compiles a type when it is first used, and two threads that do so
    at once, as when all pages come back after a restart, end the process (msgspec 0.22: a segmentation
    fault). At import time one thread runs alone. Make decoders at the head of a module for the same reason.
    """
    msgspec.json.Decoder(shape)
    return partial(msgspec.convert, type=shape, strict=strict)
