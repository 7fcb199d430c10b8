"""Template tags for the site: name, colours, catalogue, links to share, readers, friends, dates in words."""

from __future__ import annotations

from datetime import datetime

from django import template
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext_lazy

from games_app import site_settings
from games_app.door.strangers import name_for
from games_app.games.rules import GAMES
from games_app.games.sheet import Text
from games_app.models import Player, Puzzle
from games_app.pages import sharing
from games_app.pages.templatetags.assets import style
from games_app.people import friends, sanctions
from games_app.people.sanctions import Warned

register = template.Library()


@register.simple_tag
def site_name() -> str:
    return site_settings.current().site_name


@register.simple_tag(takes_context=True)
def known_people(context: template.Context) -> str:
    """Return the public ids of the reader and their friends, whose names are never hidden from them."""
    reader: Player | None = context.get("person")
    if not reader:
        return ""
    return " ".join([reader.public_id, *(friend.public_id for friend in friends.friends_of(reader.pk))])


@register.simple_tag(takes_context=True)
def name_for_reader(context: template.Context, player: Player) -> Text:
    """Return a player's name as the reader wants to see it; see ``door.strangers``."""
    return name_for(context["request"], player)


@register.simple_tag(takes_context=True)
def accent(context: template.Context) -> SafeString:
    """Return the style element that replaces the accent of static/css/tokens.css; empty without one."""
    chosen = site_settings.current().accent
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


# Translators: letters of Django's date filter: j day, M short month, F month, n its number, Y year, H:i time.
_DATE = pgettext_lazy("format of a date", "j M Y")
# Translators: as "j M Y", with the month written out.
_LONG_DATE = pgettext_lazy("format of a date", "j F Y")
# Translators: as "j F Y", with the time.
_MOMENT = pgettext_lazy("format of a date", "j F Y, H:i")
# Translators: as "j M Y", without the year and with the time.
_SOON = pgettext_lazy("format of a date", "j M, H:i")


@register.filter(expects_localtime=True)
def day(at: datetime | None) -> str:
    """Return a date as readers of the language write it, such as "6 Aug 2026"."""
    return str(date_format(at, str(_DATE))) if at else ""


@register.filter(expects_localtime=True)
def long_day(at: datetime | None) -> str:
    return str(date_format(at, str(_LONG_DATE))) if at else ""


@register.filter(expects_localtime=True)
def moment(at: datetime | None) -> str:
    """Return a date and its time, such as "6 August 2026, 12:00"."""
    return str(date_format(at, str(_MOMENT))) if at else ""


@register.filter(expects_localtime=True)
def soon(at: datetime | None) -> str:
    """Return a moment of the next days, such as "6 Aug, 12:00"."""
    return str(date_format(at, str(_SOON))) if at else ""


@register.simple_tag(takes_context=True)
def puzzle_sharing(context: template.Context, puzzle: Puzzle) -> sharing.Sharing:
    """Return what other sites show of a link to the puzzle."""
    return sharing.puzzle_sharing(context["request"], puzzle)
