"""Bloom filter: a set in constant memory that may report unknown keys as members."""

from __future__ import annotations

from collections.abc import Hashable

SIZE = 1024
"""Size of a filter in bytes.

With 130 members, one unknown key in 1000 seems to be a member; with 1000, one in 20.
"""
BITS = 8 * SIZE


class BloomFilter:
    """Set of hashable keys. ``in`` may be wrong if it is true, never if it is false."""

    __slots__ = ("_bits",)

    def __init__(self) -> None:
        self._bits = bytearray(SIZE)

    def add(self, key: Hashable) -> None:
        first, second = _places(key)
        self._bits[first >> 3] |= 1 << (first & 7)
        self._bits[second >> 3] |= 1 << (second & 7)

    def __contains__(self, key: Hashable) -> bool:
        first, second = _places(key)
        bits = self._bits
        return bool(bits[first >> 3] >> (first & 7) & bits[second >> 3] >> (second & 7) & 1)


def _places(key: Hashable) -> tuple[int, int]:
    """Return two bits.

    Python's hashes of texts are keyed differently in each process, so nobody can aim at one.
    """
    number = hash(key)
    return number % BITS, number // BITS % BITS
