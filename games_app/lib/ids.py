"""Public ids: short enough to read over the telephone, long enough not to be guessed."""

from __future__ import annotations

import secrets

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # 31 letters; no 0/o, no 1/i/l
LENGTH = 10


def new_public_id() -> str:
    """Return ten random letters: 31**10, about 8e14 possibilities."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
