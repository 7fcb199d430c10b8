"""Dates as readers of the language write them."""

from __future__ import annotations

from datetime import datetime

from django.utils.formats import date_format
from django.utils.translation import pgettext_lazy

# Translators: letters of Django's date filter: j day, M short month, F month, n its number, Y year, H:i time.
_DATE = pgettext_lazy("format of a date", "j M Y")
# Translators: as "j M Y", with the month written out.
_LONG_DATE = pgettext_lazy("format of a date", "j F Y")
# Translators: as "j F Y", with the time.
_MOMENT = pgettext_lazy("format of a date", "j F Y, H:i")
# Translators: as "j M Y", without the year and with the time.
_SOON = pgettext_lazy("format of a date", "j M, H:i")


def day(at: datetime | None) -> str:
    """Return a date as readers of the language write it, such as "6 Aug 2026"."""
    return str(date_format(at, str(_DATE))) if at else ""


def long_day(at: datetime | None) -> str:
    return str(date_format(at, str(_LONG_DATE))) if at else ""


def moment(at: datetime | None) -> str:
    """Return a date and its time, such as "6 August 2026, 12:00"."""
    return str(date_format(at, str(_MOMENT))) if at else ""


def soon(at: datetime | None) -> str:
    """Return a moment of the next days, such as "6 Aug, 12:00"."""
    return str(date_format(at, str(_SOON))) if at else ""
