"""The Content-Security-Policy of each page: the one of the settings, with hashes of inline content.

Data loads nothing, so it gets a short policy: the usual header would be as long as a small answer.
"""

from __future__ import annotations

from csp.middleware import CSPMiddleware, PolicyParts
from django.http import HttpRequest, HttpResponseBase

DATA = "application/json"
NOTHING = {"default-src": ["'none'"], "frame-ancestors": ["'none'"]}


class ContentSecurityPolicy(CSPMiddleware):
    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        """Allow by hash what templatetags/assets.py has put into the page, and nothing else inline."""
        if not report_only and response.get("Content-Type") == DATA:
            return PolicyParts(config=NOTHING)
        parts = super().get_policy_parts(request, response, report_only)
        if inline := getattr(request, "inline_hashes", None):
            parts.update = {**(parts.update or {}), **inline}
        return parts
