"""A page may be painted before it is complete: its parts keep their places."""

from __future__ import annotations

import re

import pytest

from tests.browser.arriving import open_as_it_comes, text_of
from tests.nightly import nightly_except

PLACES = """(parts) => [...document.querySelectorAll(parts)].map((part) => {
  const { left, top } = part.getBoundingClientRect();
  return [Math.round(left), Math.round(top)];
})"""
AWAITED = """() => [...document.querySelectorAll("link[rel=expect][blocking=render]")].map(
  (link) => document.querySelector(link.getAttribute("href"))?.tagName ?? "nothing",
)"""
"""Element that must have come before anything is painted."""


@pytest.mark.parametrize("window", nightly_except([(1280, 720), (820, 1180), (390, 844)], (390, 844)))
@pytest.mark.parametrize(
    ("path", "parts", "following"),
    [
        ("/", ".table-board, .table-words", '<article class="table |<div class="table-words"'),
        pytest.param(
            "/history?mine=1",
            ".filter-near .field",
            '<div class="field"|<button class="button" type="submit"',
            marks=pytest.mark.nightly,
        ),
    ],
)
def test_what_has_come_makes_no_room_for_what_follows(alice, path, parts, following, window):
    alice.resize(*window)
    whole = alice.open(path).evaluate(PLACES, parts)
    text = text_of(alice, path)
    cuts = [found.start() for found in re.finditer(following, text)]
    seen = 0
    for cut in cuts:
        open_as_it_comes(alice, path, text[:cut])
        painted = alice.page.evaluate(PLACES, parts)
        assert painted == whole[: len(painted)], text[cut : cut + 100]
        seen = len(painted)
    assert seen >= len(whole) - 1


@pytest.mark.parametrize("path", ["/", "/lobby", "/history"])
def test_nothing_is_painted_before_the_head_of_the_page_has_come(alice, path):
    assert alice.open(path).evaluate(AWAITED) == ["HEADER"]
