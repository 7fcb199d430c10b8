"""Middleware of every page: compression and the Content-Security-Policy."""

from __future__ import annotations

import re
import secrets

import brotli
from csp.middleware import CSPMiddleware, PolicyParts
from django.http import HttpRequest, HttpResponseBase
from django.http.response import HttpResponse
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

QUALITY = 6
"""Quality that makes pages with boards smaller than gzip does, in less time."""
SHORTEST = 200
"""Minimum size of a page worth compressing, in bytes, as in Django."""

_BROTLI = re.compile(r"\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")
_PACKED = re.compile(r"image/(?!svg)|application/zip")
"""Content types that are already compressed."""


class Compression(GZipMiddleware):
    """Compression with Brotli for browsers that accept it, otherwise with gzip, by Django's middleware."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if _PACKED.match(response.headers.get("Content-Type", "")) or _is_live(response):
            return response
        accepted = request.headers.get("Accept-Encoding", "")
        if isinstance(response, HttpResponse) and _BROTLI.search(accepted):
            self._pack(response)
        return super().process_response(request, response)

    def _pack(self, response: HttpResponse) -> None:
        """Compress the response; Django's middleware then leaves it unchanged."""
        if response.has_header("Content-Encoding") or len(response.content) < SHORTEST:
            return
        patch_vary_headers(response, ("Accept-Encoding",))
        response.content = packed(response.content, secrets.randbelow(self.max_random_bytes))
        response.headers["Content-Length"] = str(len(response.content))
        response.headers["Content-Encoding"] = "br"
        if response.get("ETag", "").startswith('"'):
            # The ETag names the content, not the bytes that were sent for it.
            response.headers["ETag"] = f"W/{response.headers['ETag']}"


def _is_live(response: HttpResponseBase) -> bool:
    """Return whether each part of the response must arrive at once."""
    return response.headers.get("X-Accel-Buffering") == "no"


def packed(content: bytes, padding: int) -> bytes:
    """Return the content compressed, with ``padding`` bytes that readers skip.

    Use a random number of them: otherwise the length of a page could reveal secrets in it (BREACH). Django
    does the same in the header of its gzip.
    """
    compressor = brotli.Compressor(quality=QUALITY)
    # A flush ends at a whole byte, so that a metadata block can follow.
    sent: bytes = compressor.process(content) + compressor.flush() + _metadata(padding) + compressor.finish()
    return sent


def _metadata(n: int) -> bytes:
    """Return a metadata block of up to 256 bytes (RFC 7932, 9.2), or nothing for none."""
    if n == 0:
        return b""
    # From the lowest bit: not the last block, metadata (11), reserved (0), a length of one byte (01), n - 1.
    return (0b01_0_11_0 | (n - 1) << 6).to_bytes(2, "little") + bytes(n)


DATA = "application/json"
NOTHING = {"default-src": ["'none'"], "frame-ancestors": ["'none'"]}


class ContentSecurityPolicy(CSPMiddleware):
    """The policy of the settings for each page, with hashes of inline content.

    Data loads nothing, so it gets a short policy: the usual header would be as long as a small answer.
    """

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
