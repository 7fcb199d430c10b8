"""The Content-Security-Policy of each page: that of the settings, and styles in the page by their hash."""

from __future__ import annotations

from csp.middleware import CSPMiddleware, PolicyParts
from django.http import HttpRequest, HttpResponseBase


class ContentSecurityPolicy(CSPMiddleware):
    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        """Allow by hash what ``{% inline_styles %}`` has put into the page, and nothing else inline."""
        parts = super().get_policy_parts(request, response, report_only)
        if inline := getattr(request, "inline_styles", None):
            parts.update = {**(parts.update or {}), "style-src": inline}
        return parts
