"""Template tags for the site: its name, colours, catalogue and readers."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games_app.games.rules import GAMES
from games_app.lib import dates
from games_app.pages.templatetags.assets import style
from games_app.people import sanctions
from games_app.people.sanctions import Warned

register = template.Library()
register.filter("day", dates.day, expects_localtime=True)
register.filter("long_day", dates.long_day, expects_localtime=True)
register.filter("moment", dates.moment, expects_localtime=True)
register.filter("soon", dates.soon, expects_localtime=True)


@register.simple_tag
def site_name() -> str:
    return str(settings.SITE_NAME)


@register.simple_tag(takes_context=True)
def accent(context: template.Context) -> SafeString:
    """Return the style element that replaces the accent of static/css/tokens.css; empty without one."""
    chosen = settings.ACCENT
    if chosen is None:
        return SafeString()
    dark = f"{{--accent:{chosen.dark}}}"
    return style(
        context,
        f":root{{--accent:{chosen.light}}}"
        f'@media (prefers-color-scheme:dark){{:root:not([data-theme="light"]){dark}}}'
        f':root[data-theme="dark"]{dark}',
    )


@register.simple_tag
def side(role: str) -> str:
    """Return a role as a player's name, such as "North". Its colour may have another word."""
    return gettext(role.capitalize())


@register.simple_tag
def first_game() -> str:
    """Return the slug of the first game of the catalogue."""
    return next(iter(GAMES))


@register.simple_tag
def warning(reason: str) -> Warned:
    return sanctions.warning_shown(reason)


@register.simple_tag
def hours() -> range:
    """Return the hours of a day."""
    return range(24)
