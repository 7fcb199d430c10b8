"""Name, colours and texts of the people who run the site are shown as they are set, or refused at startup."""

from __future__ import annotations

import re

import pytest
from django.core.exceptions import ImproperlyConfigured

from boardgames.identity import PAPER, accent, contrast, privacy_text, site_name
from tests.server import ROOT


def test_contrast_is_that_of_the_guidelines():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


def test_the_backgrounds_are_those_of_the_themes():
    text = (ROOT / "static/css/tokens.css").read_text()
    found = [re.findall(rf"--{name}: (#\w{{6}});", text) for name in ("paper", "raised")]
    for light, *dark in found:
        assert light in PAPER["light"]
        assert set(dark) < set(PAPER["dark"])


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ("green", "ACCENT must be two colours, for the light and the dark theme, such as"),
        ("#7a1f4b", "ACCENT must be two colours"),
        ("#7a1f4b,#e79ac0;}", "ACCENT must be two colours"),
        ("#ffcc00,#e79ac0", "ACCENT: #ffcc00 can't be read in the light theme: its contrast is 1.3, "),
        ("#7a1f4b,#7a1f4b", "ACCENT: #7a1f4b can't be read in the dark theme: .* Take a lighter one"),
    ],
)
def test_colours_that_are_none_or_cannot_be_read_are_refused(wrong, sentence):
    with pytest.raises(ImproperlyConfigured, match=f"^{sentence}"):
        accent(wrong)


@pytest.mark.parametrize("wrong", [" ", "x" * 31, "a\nb", "a\u202eb"])
def test_a_name_that_cannot_be_shown_is_refused(wrong):
    with pytest.raises(ImproperlyConfigured, match=r"^SITE_NAME must have 1 to 30 characters"):
        site_name(wrong)


def test_a_privacy_text_that_cannot_be_read_is_refused(tmp_path):
    with pytest.raises(ImproperlyConfigured, match=r"^PRIVACY_FILE: /nowhere: No such file"):
        privacy_text("/nowhere")
    (file := tmp_path / "privacy.txt").write_bytes(b"\xff\xfe")
    with pytest.raises(ImproperlyConfigured, match=r"must be plain text in UTF-8$"):
        privacy_text(str(file))
    file.write_text("x" * 100_001)
    with pytest.raises(ImproperlyConfigured, match=r"more than 100000 characters$"):
        privacy_text(str(file))
    assert privacy_text("") == ""
