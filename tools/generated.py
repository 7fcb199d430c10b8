"""Parts of the docs that a command generates, between two comments."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

PART = re.compile(r"(<!-- generated: (\w+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)


def filled(page: str, parts: Mapping[str, Callable[[], str]]) -> str:
    """Return the page with these generated parts updated; other commands may write the others."""

    def anew(found: re.Match[str]) -> str:
        return f"{found[1]}{parts[found[2]]()}{found[4]}" if found[2] in parts else found[0]

    return PART.sub(anew, page)


def table(head: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    cells = [head, ["---" for _ in head], *rows]
    return "".join("| " + " | ".join(map(str, row)) + " |\n" for row in cells)
