"""Lines of public lists: each match's line is rendered once for each of its versions and languages."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.cache import caches
from django.core.cache.utils import make_template_fragment_key
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games_app.services.queries import match_lists

KEPT_SECONDS = 600


def public_lines(ids: Sequence[int], reader: int | None) -> list[SafeString]:
    """Return the lines of these matches, in this order, as ``reader`` sees them.

    Of a match whose line is kept, only what its version consists of is read.
    """
    fragments, language = caches["template_fragments"], get_language()
    versions = match_lists.versions(ids, reader)
    keys = {one: make_template_fragment_key("line", [language, version]) for one, version in versions.items()}
    kept = fragments.get_many(keys.values())
    missing = [one for one in keys if keys[one] not in kept]
    for line in match_lists.lines(missing, reader) if missing else []:
        text = render_to_string("partials/line_public.html", {"line": line})
        key = keys[line.match.pk]
        kept[key] = text
        fragments.set(key, text, KEPT_SECONDS)
    return [kept[keys[one]] for one in ids if one in keys and keys[one] in kept]
