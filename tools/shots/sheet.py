"""All pictures on one page, for looking through them."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Pages in all their states</title>
<style>
  body {{ margin: 24px; font: 14px/1.4 system-ui; background: #777; color: #fff; }}
  h2 {{ font-size: 16px; margin: 32px 0 8px; }}
  figure {{ display: inline-block; margin: 0 16px 16px 0; vertical-align: top; }}
  img {{ display: block; height: 360px; max-width: 90vw; object-fit: cover; object-position: top; }}
</style>
<h1>Pages in all their states</h1>
{sections}
</html>
"""


def write_sheet(folder: Path, pictures: Iterable[Path]) -> None:
    """Write ``index.html``, with the pictures in the order in which they were taken."""
    sections = "\n".join(
        f"<section><h2>{html.escape(state)}</h2>\n{''.join(map(_figure, group))}</section>"
        for state, group in groupby(pictures, _state)
    )
    (folder / "index.html").write_text(PAGE.format(sections=sections), "utf-8")


def _state(picture: Path) -> str:
    """Return the name without the screen, which begins with the width."""
    return re.split(r"-\d{3,4}(?=-|$)", picture.stem)[0]


def _figure(picture: Path) -> str:
    name = html.escape(picture.name)
    return f'<figure><a href="{name}"><img src="{name}" alt="" loading="lazy"></a>{name}</figure>\n'
