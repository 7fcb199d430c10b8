"""QR code of an invitation."""

from __future__ import annotations

import segno
from django.utils.safestring import SafeString, mark_safe


def qr_code(link: str) -> SafeString:
    """Return a QR code of the link as inline SVG, dark on white so that it scans in the dark theme too."""
    code = segno.make(link, error="m", micro=False)
    drawn = code.svg_inline(
        border=4, dark="#1f1b16", light="#fff", omitsize=True, svgclass="qr", lineclass=None
    )
    return mark_safe(drawn)  # noqa: S308  (made of squares, not of text)
