"""A player's account is the present one, also within one request."""

from __future__ import annotations

import pytest

from games_app.models import Account
from games_app.people import accounts
from tests.cast import guest
from tests.rated import person

pytestmark = pytest.mark.django_db


def test_a_player_is_asked_for_the_account_that_they_have_now():
    alice, bob = person("alice"), guest("bob")
    account = alice.account_or_none
    assert account
    assert account.name == "alice"
    assert bob.account_or_none is None
    accounts.open_account(bob, "correct horse battery", account.created_at)
    assert bob.account_or_none == Account.objects.get(name="bob")
    accounts.close(bob)
    assert bob.account_or_none is None
