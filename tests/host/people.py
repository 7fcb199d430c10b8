"""People of a site with an owner, each with a browser."""

from __future__ import annotations

from django.test import Client

from games_app.lib import clock
from games_app.models import Account
from games_app.people import accounts, owners
from games_app.people.accounts import Role

PASSWORD = "correct horse battery"


def with_account(person: Client, name: str) -> Account:
    assert person.post("/account", {"name": name, "password": PASSWORD}).status_code == 302
    return Account.objects.get(name=name)


def with_role(person: Client, name: str, role: Role) -> Account:
    account = with_account(person, name)
    if role == Role.OWNER:
        owners.appoint(account, clock.now())
    else:
        accounts.appoint(account, role)
    return account


def new_address() -> str:
    return f"/owner/{owners.new_key(clock.now())}"
