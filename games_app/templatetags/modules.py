"""``{% modules "match/page.js" %}``: a page's script, with every module it imports asked for at once.

A browser learns of an import only when it has read the module that says so: without the links, modules that
import one another would arrive one journey after the other.
"""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()

IMPORT = re.compile(r'^import\b[^"(]*"(\.[^"]+)";', re.MULTILINE)
"""A static import. One made later, ``import("...")``, is not to be fetched before it is wanted."""


@register.simple_tag(takes_context=True)
def modules(context: template.Context, entry: str) -> SafeString:
    """For the head, behind the style sheets: links to what the page has not listed yet, then the script.

    It runs when the page has been read.
    """
    listed: set[str] = context.render_context.setdefault("modules", set())
    fresh = [module for module in imported(entry) if module not in listed]
    listed.update(fresh)
    links = ((static(module),) for module in fresh)
    preloads = format_html_join("\n  ", '<link rel="modulepreload" href="{}">', links)
    return preloads + format_html('\n  <script type="module" src="{}"></script>', static(entry))


@lru_cache(maxsize=64)
def imported(entry: str) -> tuple[str, ...]:
    """All that ``entry`` needs to run, each once, as paths in the static files. Raises LookupError."""
    found: dict[str, None] = {}
    _gather(entry, found)
    return tuple(module for module in found if module != entry)


def _gather(module: str, found: dict[str, None]) -> None:
    found[module] = None
    path = finders.find(module)
    if not isinstance(path, str):
        raise LookupError(f"There is no module static/{module}")
    with open(path, encoding="utf-8") as file:
        for name in IMPORT.findall(file.read()):
            other = posixpath.normpath(posixpath.join(posixpath.dirname(module), name))
            if other not in found:
                _gather(other, found)
