"""``{% modules "match/page.js" %}`` and ``{% styles "match" %}``: a page's script and its style sheet.

With bundles, a page requests all chunks of its script and one style sheet at once. Otherwise the browser
discovers each import from the importing module, and requests each sheet that static/css/pages.json lists.
"""

from __future__ import annotations

import base64
import hashlib
import json
from functools import lru_cache
from typing import Any, Literal, cast

from django import template
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

register = template.Library()

PAGE_SHEETS = settings.BASE_DIR / "static" / "css" / "pages.json"
"""The sheets of each page, in their order."""
TITLE_FACE = "fonts/title.woff2"
"""File of the bundle with the face of titles: see boardgames/bundle.mjs."""


@register.simple_tag(takes_context=True)
def modules(context: template.Context, entry: str) -> SafeString:
    """Return the script element for the head, after the styles. The script runs after the page is parsed.

    Raises LookupError for a script missing from the bundle; scripts are listed in boardgames/bundle.mjs.
    """
    scripts = _scripts()
    script, *imported = scripts[entry] if scripts is not None else [entry]
    loaded = "modules" in context.render_context
    asked_for = cast("set[str]", context.render_context.setdefault("modules", cast("Any", set())))
    soon = [chunk for chunk in imported if chunk not in asked_for]
    asked_for.update(soon)
    return format_html(
        '{}{}<script type="module" src="{}"></script>',
        SafeString() if loaded else _catalogue(),
        format_html_join(
            "", '<link rel="modulepreload" href="{}">\n  ', ((static(chunk),) for chunk in soon)
        ),
        static(script),
    )


def _catalogue() -> SafeString:
    """Return the script with the translations for the page's scripts, which runs before all modules."""
    language = get_language()
    if language == settings.LANGUAGE_CODE:
        return SafeString()
    return format_html('<script defer src="{}"></script>\n  ', static(f"catalogues/{language}.js"))


@register.simple_tag
def styles(name: str) -> SafeString:
    """Return the links to a page's style sheets. Raises LookupError for a page without any in the list."""
    return format_html_join(
        "\n", '<link rel="stylesheet" href="{}">', ((static(sheet),) for sheet in _sheets(name))
    )


@register.simple_tag(takes_context=True)
def inline_styles(context: template.Context, name: str) -> SafeString:
    """Return the style sheet as an inline element, so that rendering needs no further request."""
    if _scripts() is None:
        return styles(name)
    [sheet] = _sheets(name)
    return style(context, _stored_text(sheet))


@register.simple_tag(takes_context=True)
def title_face(context: template.Context) -> SafeString:
    """Return what loads the face of titles with the page; without bundles, titles have a face of the device.

    The browser takes it only if it comes before the first paint, so that nothing moves.
    """
    if _scripts() is None:
        return SafeString()
    address = static(TITLE_FACE)
    rule = (
        f'@font-face{{font-family:Alegreya;font-weight:500 600;font-display:optional;src:url("{address}")}}'
    )
    link = format_html('<link rel="preload" as="font" type="font/woff2" href="{}" crossorigin>', address)
    return link + style(context, rule)


@register.simple_tag(takes_context=True)
def inline_script(context: template.Context, path: str) -> SafeString:
    """Return a script as an inline element, which runs before anything on the page can be pressed."""
    if _scripts() is None:
        return format_html('<script src="{}"></script>', static(path))
    return _inline(context, "script", _stored_text(path))


def style(context: template.Context, text: str) -> SafeString:
    """Return ``text``, a style sheet of the site, as an inline element."""
    return _inline(context, "style", text)


def _inline(context: template.Context, tag: Literal["script", "style"], text: str) -> SafeString:
    """Return an inline element. The page's policy allows it by its hash, see boardgames/middleware.py."""
    allowed = vars(context["request"]).setdefault("inline_hashes", {})
    allowed.setdefault(f"{tag}-src", []).append(f"'sha256-{_digest(text)}'")
    return mark_safe(f"<{tag}>{text}</{tag}>")  # noqa: S308  (our own file, which is no markup)


@lru_cache(maxsize=64)
def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _sheets(name: str) -> list[str]:
    if _scripts() is not None:
        return [f"css/pages/{name}.css"]
    return [f"css/{sheet}.css" for sheet in json.loads(PAGE_SHEETS.read_text("utf-8"))[name]]


def _scripts() -> dict[str, list[str]] | None:
    """Return the bundled scripts; None if modules are served unbundled."""
    scripts: dict[str, list[str]] | None = getattr(staticfiles_storage, "scripts", None)
    return scripts


def _stored_text(path: str) -> str:
    return _text(cast("Any", staticfiles_storage).stored_name(path))


@lru_cache(maxsize=16)
def _text(collected: str) -> str:
    """Return the text of a collected file."""
    with staticfiles_storage.open(collected) as file:
        text: bytes = file.read()
    return text.decode()
