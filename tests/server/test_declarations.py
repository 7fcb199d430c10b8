"""Every setting is declared, read and explained."""

from __future__ import annotations

import re

import pytest
from django.core.exceptions import ImproperlyConfigured

from boardgames.declarations import DECLARED, SETTINGS
from boardgames.environment import env_number, env_text
from tests.web_server import ROOT

READERS = ["boardgames/settings.py", "games_app/management/commands/serve.py"]


def test_each_declared_setting_is_read_and_no_other():
    text = "".join((ROOT / file).read_text() for file in READERS)
    assert set(re.findall(r'env_\w+\("(\w+)"[,)]', text)) == set(SETTINGS)
    assert len(SETTINGS) == len(DECLARED), "each is declared once"


def test_a_setting_that_nobody_has_declared_is_not_read():
    with pytest.raises(KeyError):
        env_text("PATH_TO_NOWHERE")


def test_an_empty_setting_is_as_if_it_were_not_there(monkeypatch):
    monkeypatch.setenv("GUESTS_AT_ONCE", "")
    assert env_number("GUESTS_AT_ONCE") == 120


@pytest.mark.parametrize("wrong", ["many", "-1", "1.5", "²"])
def test_setting_that_is_no_number_is_refused_at_the_start(monkeypatch, wrong):
    monkeypatch.setenv("GUESTS_AT_ONCE", wrong)
    with pytest.raises(ImproperlyConfigured, match=r"^GUESTS_AT_ONCE must be a whole number, not "):
        env_number("GUESTS_AT_ONCE")
