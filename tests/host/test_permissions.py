"""A table of who may do what on the host's page. Everybody but owners gets a 404."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.apps import apps
from django.test import Client

from games_app.lib import clock
from games_app.models import Account, Player
from games_app.people import accounts, api_tokens, membership
from games_app.people.accounts import Role
from tests.host.people import PASSWORD, with_account, with_role

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "engine"])


@pytest.fixture(autouse=True)
def _data(settings, tmp_path):
    settings.DATA_DIR = tmp_path


def an_owner(person: Client) -> None:
    with_role(person, "person", Role.OWNER)


def an_administrator(person: Client) -> None:
    with_role(person, "person", Role.ADMINISTRATOR)


def a_moderator(person: Client) -> None:
    with_role(person, "person", Role.MODERATOR)


def a_member(person: Client) -> None:
    membership.admit(with_account(person, "person").player, clock.now())


def a_guest(person: Client) -> None:
    assert person.post("/name", {"name": "person"}).status_code == 302


def a_stranger(person: Client) -> None:
    assert person.get("/").status_code == 200


def a_token(person: Client) -> None:
    """A program with an owner's token has no page."""
    other = Client()
    account = with_role(other, "person", Role.OWNER)
    token = api_tokens.make(account, "bot", clock.now(), scopes=api_tokens.SCOPES)
    person.defaults["HTTP_AUTHORIZATION"] = f"Bearer {token}"


SETTINGS = {
    "do": "settings",
    "site_name": "Club",
    "colours": "usual",
    "closed": "0",
    "talk": "off",
    "classes": "0",
}
ACTIONS = {
    "see": None,
    "backup state": None,
    "settings": SETTINGS,
    "invite": {"do": "invite", "people": "3", "days": "2"},
    "revoke": {"do": "revoke"},
    "remove": {"do": "remove"},
    "role": {"do": "role", "whom": "carol", "role": "moderator", "present": PASSWORD},
    "own role": {"do": "role", "whom": "person", "role": "owner", "present": PASSWORD},
}
PEOPLE = (an_owner, an_administrator, a_moderator, a_member, a_guest, a_stranger, a_token)


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("become", PEOPLE)
def test_owners_alone_may_do_it(become, action, carol):
    person = Client()
    become(person)
    with_account(carol, "carol")
    membership.admit(Player.objects.get(name="carol"), clock.now())
    link, _token = membership.new_link(1, clock.now() + timedelta(days=1), clock.now())
    sent = dict(ACTIONS[action] or {})
    if action == "revoke":
        sent["link"] = str(link.pk)
    if action == "remove":
        sent["member"] = Player.objects.get(name="carol").public_id
    before = stored()
    path = "/host/backup" if action == "backup state" else "/host"
    answer = person.post(path, sent) if sent else person.get(path)
    if become is an_owner:
        assert answer.status_code in (200, 302)
        assert (stored() == before) is (action in ("see", "backup state", "own role"))
    else:
        assert answer.status_code == 404
        assert stored() == before


def stored() -> dict[str, list[tuple[object, ...]]]:
    """Return what the actions of the page may change, without the log, in which an own role is noted too."""
    names = ("SiteSetting", "MemberLink", "Member", "OwnerKey")
    rows = {
        name: list(apps.get_model("games_app", name).objects.order_by("pk").values_list()) for name in names
    }
    return rows | {
        "roles": sorted((one.name, accounts.role_of_account(one)) for one in Account.objects.all())
    }
