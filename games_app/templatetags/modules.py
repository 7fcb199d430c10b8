"""``{% modules "match/page.js" %}``: a page's script, with every module it imports asked for at once.

A browser learns of an import only when it has read the module that says so: without the links, modules that
import one another would arrive one journey after the other.
"""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()

IMPORT = re.compile(r'^import\b[^"(]*"(\.[^"]+)";', re.MULTILINE)
IMPORT_LATER = re.compile(r'^(?:\w.*)?\bimport\("(\.[^"]+)"\)(?!\.[A-Z]|\})', re.MULTILINE)
"""Made by the module itself as it runs, for what can wait. One within a function is for what may never be
wanted, and ``import("./types.js").Position`` in a comment names a type."""


@register.simple_tag(takes_context=True)
def modules(context: template.Context, entry: str) -> SafeString:
    """For the head, behind the style sheets: links to what the page has not listed yet, then the script.

    It runs when the page has been read. What is imported later is listed too, to come behind all else.
    """
    listed = cast("set[str]", context.render_context.setdefault("modules", cast("Any", set())))
    needed, later = imported(entry)
    soon, late = (
        [(static(module),) for module in group if module not in listed] for group in (needed, later)
    )
    listed.update(needed, later)
    return format_html(
        '{}<script type="module" src="{}"></script>{}',
        format_html_join("", '<link rel="modulepreload" href="{}">\n  ', soon),
        static(entry),
        format_html_join("", '\n  <link rel="modulepreload" fetchpriority="low" href="{}">', late),
    )


@lru_cache(maxsize=64)
def imported(entry: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What ``entry`` needs to run, and what it imports later: paths in the static files, each once.

    Raises LookupError.
    """
    texts: dict[str, str] = {}
    _gather(entry, texts)
    needed = tuple(texts)
    for module in needed:
        for other in _named(IMPORT_LATER, module, texts[module]):
            _gather(other, texts)
    return needed[1:], tuple(texts)[len(needed) :]


def _gather(module: str, texts: dict[str, str]) -> None:
    """Add the module and all that it imports, in the order in which they are named."""
    if module in texts:
        return
    path = finders.find(module)
    if not isinstance(path, str):
        raise LookupError(f"There is no module static/{module}")
    texts[module] = Path(path).read_text("utf-8")
    for other in _named(IMPORT, module, texts[module]):
        _gather(other, texts)


def _named(pattern: re.Pattern[str], module: str, text: str) -> list[str]:
    """The modules that ``pattern`` finds, as paths in the static files."""
    return [
        posixpath.normpath(posixpath.join(posixpath.dirname(module), name)) for name in pattern.findall(text)
    ]
