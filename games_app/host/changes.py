"""Changes that owners make on the host's page, each with its entry in the log of decisions."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from django.db import transaction

from games_app import site_settings
from games_app.lib import clock
from games_app.lib.refusals import Refusal, Refused
from games_app.management import backup_runs
from games_app.moderation import actions
from games_app.moderation.actions import Order
from games_app.people import membership, owners, players
from games_app.people.accounts import Role


def change_settings(texts: Mapping[str, str], who: str) -> None:
    """Store the settings, each as the text of its variable; see ``site_settings.change``."""
    with transaction.atomic():
        for name, (before, now) in site_settings.change(texts, who, clock.now()).items():
            actions.log("setting", name.upper(), who, f"{before or '-'} → {now or '-'}")


def invite(people: int, days: int, who: str) -> str:
    """Return the token of a new link by which so many people become members within these days."""
    now = clock.now()
    with transaction.atomic():
        link, token = membership.new_link(people, now + timedelta(days=days), now)
        actions.log("invite", f"link {link.pk}", who)
    return token


def revoke(link: int, who: str) -> None:
    """End the link with this key. Raises Refused if it can't be used any more."""
    with transaction.atomic():
        if not membership.revoke(link):
            raise Refused(Refusal("not_done.link"))
        actions.log("revoke", f"link {link}", who)


def remove_member(public_id: str, who: str) -> str:
    """End a membership; return the player's name. Raises Refused for an owner, or if there is none."""
    player = players.find_player(public_id)
    if player and owners.is_owner(player.account_or_none):
        raise Refused(Refusal("not_done.member_owner", {"name": player.name}))
    with transaction.atomic():
        if player is None or not membership.forget(player):
            raise Refused(Refusal("not_done.person", {"id": public_id}))
        actions.log("remove", f"person {public_id}", who)
    return player.name


def change_role(name: str, role: str, who: str) -> None:
    """Give the account of this name a role, or take it away with "none". Raises Refused."""
    with transaction.atomic():
        order = Order("dismiss", name) if role == "none" else Order("appoint", name, role=Role(role))
        actions.perform(order, who)
    owners.player_ids.renew()


def back_up(who: str) -> bool:
    """Begin a backup in a process of its own; False if one is being made."""
    if not backup_runs.begin():
        return False
    actions.log("backup", backup_runs.FOLDER, who)
    return True
