"""Pages are compressed in the browser's format, and padded, so that their length reveals nothing."""

from __future__ import annotations

import gzip

import brotli
import pytest
from django.test import Client

from boardgames.middleware import packed

pytestmark = pytest.mark.django_db


def get(client: Client, path: str, accepted: str):
    return client.get(path, headers={"Accept-Encoding": accepted})


@pytest.mark.parametrize(
    ("accepted", "coding", "read"),
    [
        ("gzip, deflate, br, zstd", "br", brotli.decompress),
        ("br;q=0.5", "br", brotli.decompress),
        ("gzip, deflate", "gzip", gzip.decompress),
        ("gzip, br;q=0", "gzip", gzip.decompress),
    ],
)
def test_a_page_comes_in_the_best_form_that_the_browser_reads(carol, accepted, coding, read):
    page = get(carol, "/about", accepted)
    assert page["Content-Encoding"] == coding
    assert "Accept-Encoding" in page["Vary"]
    assert b"<!doctype html>" in read(page.content)
    assert len(page.content) < len(read(page.content)) / 2
    assert int(page["Content-Length"]) == len(page.content)


def test_the_length_of_the_same_page_differs_by_chance(carol):
    """A sample game contains no token, which would differ by itself."""
    lengths = {len(get(carol, "/sample/mancala.json", "br").content) for _ in range(20)}
    assert len(lengths) > 5


@pytest.mark.parametrize("padding", [0, 1, 2, 99, 256])
def test_padding_lengthens_what_is_sent_and_changes_nothing_of_what_is_read(padding):
    text = b"<p>alice is to move</p>" * 40
    sent = packed(text, padding)
    assert brotli.decompress(sent) == text
    assert len(sent) == len(packed(text, 0)) + (padding and padding + 2)
