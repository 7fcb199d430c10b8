"""``{{ "mancala"|guide }}``: the guide to a game, or nothing."""

from __future__ import annotations

from django import template

from ..guides import GUIDES, Guide

register = template.Library()


@register.filter
def guide(slug: str) -> Guide | None:
    return GUIDES.get(slug)
