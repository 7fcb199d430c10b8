"""Conversion of JSON data to typed values."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import msgspec
from msgspec.json import Decoder

T = TypeVar("T")


def converter(shape: type[T], *, strict: bool = True) -> Callable[[Any], T]:
    """Return a function that converts plain data to ``shape`` or raises msgspec.ValidationError.

    Call it at module level, when only one thread runs. msgspec compiles a type at first use. If two threads
    do so at once, as when all pages reconnect after a restart, the process crashes (msgspec 0.22: a
    segmentation fault). Create decoders at module level for the same reason.
    """
    decoder(shape)
    return partial(msgspec.convert, type=shape, strict=strict)


UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)
"""Errors of a decoder; ``problem_of`` says what they mean."""


def problem_of(error: Exception) -> str:
    """Return what is wrong with a text that can't be decoded, for a sentence."""
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    return "it is not UTF-8" if isinstance(error, UnicodeError) else str(error)


def decoder(shape: type[T]) -> Decoder[T]:
    """Return a decoder of JSON text. Call it at module level, like ``converter``."""
    return Decoder(shape)
