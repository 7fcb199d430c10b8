"""The site's language for a visitor: the one that they chose, or the one that their browser prefers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from django.conf import settings
from django.utils.translation import get_supported_language_variant

HEADER_MAX_LENGTH = 500
"""Characters of an Accept-Language header that are read, as in Django."""
FORMER = {"in": "id", "zsm": "ms", "cmn": "zh"}
"""Codes that some programs send -> those of the site. Java and old Android send ``in`` for Indonesian."""

_TAG = re.compile(r"[a-z]{1,8}(-[a-z0-9]{1,8})*|\*")
_WEIGHT = re.compile(r"[0-9]+\.?[0-9]*|\.[0-9]+")


def language_for(cookies: Mapping[str, str], accepted: str) -> str:
    """Return the language in the visitor's cookie, otherwise by their Accept-Language header."""
    if len(accepted) > HEADER_MAX_LENGTH:
        accepted = accepted[:HEADER_MAX_LENGTH].rpartition(",")[0]
    return _site_language(cookies.get(settings.LANGUAGE_COOKIE_NAME, "")) or _preferred(accepted)


@lru_cache(maxsize=1000)
def _preferred(accepted: str) -> str:
    """Return the site's language with the greatest weight, unless the header refuses it by ``q=0``.

    Django refuses none, and ignores the whole header if it can't read one part of it.
    """
    weights = _weights(accepted)
    refused = {tag for tag, weight in weights if weight == 0}
    tags = [tag for tag, weight in sorted(weights, key=lambda each: -each[1]) if weight > 0]
    for tag in tags:
        for language in [code for code, _ in settings.LANGUAGES] if tag == "*" else [_site_language(tag)]:
            if language and refused.isdisjoint((language, language.partition("-")[0])):
                return language
    return settings.LANGUAGE_CODE


def _weights(accepted: str) -> list[tuple[str, float]]:
    """Return the readable languages of the header with their weights, in its order."""
    weights = []
    for part in accepted.lower().replace("_", "-").split(","):
        tag, *parameters = (piece.strip() for piece in part.split(";"))
        values = dict("".join(piece.split()).partition("=")[::2] for piece in parameters)
        weight = values.get("q", "1")
        if _TAG.fullmatch(tag) and _WEIGHT.fullmatch(weight):
            primary, hyphen, rest = tag.partition("-")
            weights.append((FORMER.get(primary, primary) + hyphen + rest, float(weight)))
    return weights


def _site_language(tag: str) -> str:
    """Return the language of the site for a tag such as ``es-MX``; empty if there is none."""
    try:
        return get_supported_language_variant(tag)
    except LookupError:
        return ""
