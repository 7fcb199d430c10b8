"""JSON Schemas made of Python types, in forms that other languages read, too."""

from __future__ import annotations

import re
from typing import Any


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
