"""``{% warning person.warning as warned %}``: a moderator's warning as its person reads it."""

from __future__ import annotations

from django import template

from games_app.services.people import warnings
from games_app.services.people.warnings import Warned

register = template.Library()


@register.simple_tag
def warning(reason: str) -> Warned:
    return warnings.told(reason)
