"""Name, colours and texts of the people who run the site are shown as they are set, or refused at startup."""

from __future__ import annotations

import re

import pytest
from django.core.exceptions import ImproperlyConfigured

from boardgames.identity import Paragraph, accent, own_pages, site_name
from games_app.lib.colours import PAPER, contrast
from tests.web_server import ROOT

LANGUAGES = ["en", "es"]


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


def test_texts_are_read_by_page_and_language(tmp_path):
    (tmp_path / "imprint.txt").write_text("\ufeff# Who we are\n\nThe club.\nIpoh\n\n \n\n", "utf-8")
    (tmp_path / "imprint.es.txt").write_text("El club.")
    (tmp_path / "privacy.txt").write_text("We keep backups for a month.")
    (tmp_path / "notes.md").write_text("not a page")
    assert own_pages(str(tmp_path), LANGUAGES) == {
        "imprint": {
            "": (Paragraph("Who we are", True), Paragraph("The club.\nIpoh", False)),
            "es": (Paragraph("El club.", False),),
        },
        "privacy": {"": (Paragraph("We keep backups for a month.", False),)},
    }
    assert own_pages("", LANGUAGES) == {}


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("imprnit.txt", b"The club.", r"imprnit\.txt is no page\. Name it imprint, terms, privacy, "),
        ("terms.fr.txt", b"Le club.", r"terms\.fr\.txt is no page\. .* the languages are en, es$"),
        ("terms.es.txt", b"El club.", r"PAGES_DIR: terms\.txt is missing, "),
        ("terms.txt", b"\xff\xfe", r"terms\.txt must be plain text in UTF-8$"),
        ("terms.txt", b"x" * 100_001, r"terms\.txt has more than 100000 characters$"),
        ("terms.txt", b" \n\n", r"terms\.txt is empty$"),
    ],
)
def test_text_that_cannot_be_shown_is_refused(tmp_path, name, content, sentence):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ImproperlyConfigured, match=sentence):
        own_pages(str(tmp_path), LANGUAGES)


def test_missing_folder_is_refused():
    with pytest.raises(ImproperlyConfigured, match=r"^PAGES_DIR: /nowhere: No such file"):
        own_pages("/nowhere", LANGUAGES)
