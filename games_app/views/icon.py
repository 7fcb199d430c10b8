"""The site's icon, for browsers that were shown something without a page around it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.views.decorators.http import require_safe


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """The way from the address that browsers guess to the icon itself."""
    return redirect(static("icons/favicon.svg"))
