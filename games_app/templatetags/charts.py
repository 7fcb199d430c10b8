"""``{% drawn chart %}``: a chart as an ``<svg>`` element."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString, mark_safe

from games_app.drawing.charts import Chart

register = template.Library()


@register.simple_tag
def drawn(chart: Chart) -> SafeString:
    return mark_safe(chart.svg)  # noqa: S308  (our own drawing, which escapes its words)
