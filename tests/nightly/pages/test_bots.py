"""A whole class makes bots at one address."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.test import Client

from games_app.lib import rate_limit
from tests.pages.test_bots import turn
from tests.pages.test_inviting import public_id, with_accounts

pytestmark = pytest.mark.django_db(transaction=True)

A_CLASS = 30
"""Number of pupils of a class, each with a bot."""


def test_a_class_at_one_address_makes_its_bots_and_challenges_them(monkeypatch):
    # No bucket fills up meanwhile.
    monkeypatch.setattr(rate_limit, "time", SimpleNamespace(monotonic=lambda: 0.0))
    for pupil in range(A_CLASS):
        owner, program = Client(), Client()
        with_accounts(**{f"pupil {pupil}": owner, f"program {pupil}": program})
        assert turn(owner, name=f"program {pupil}").status_code == 302
        if pupil:
            bot = public_id(f"BOT program {pupil - 1}")
            asked = {"game": "morris", "preset": "5+3"}
            assert program.post(f"/player/{bot}/invite", asked).status_code == 302
