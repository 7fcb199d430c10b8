"""R13: who may take which open offer."""

from __future__ import annotations

import pytest

from games_app.lib import clock
from games_app.match.messages import NO_ID, Abort, Create, Join, MatchConfig
from games_app.match.terms import CLOCK_PRESETS, rated_preset
from games_app.models import Account, Event, Match, Player, Rating
from games_app.people import friends
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.cast import guest

pytestmark = pytest.mark.django_db(transaction=True)

TAKERS = {
    # taker -> refusal of a casual offer, of a rated offer
    "guest": ("", "rated_needs_account"),
    "account": ("", ""),
    "maker": ("already_seated", "already_seated"),
    "blocked account": ("offer_taken", "offer_taken"),
    "account that blocks the maker": ("offer_taken", "offer_taken"),
    "account that leaves matches": ("left_too_often", "left_too_often"),
    "guest that leaves matches": ("left_too_often", "left_too_often"),
    "account far below": ("", "rating_outside"),
    "account near": ("", ""),
    "nobody": ("nobody", "nobody"),
}


def account(name: str) -> Player:
    player = guest(name)
    Account.objects.create(player=player, name=name, created_at=clock.now())
    return player


def offered(maker: Player, *, is_rated: bool = False, within: int | None = None) -> str:
    terms = rated_preset(CLOCK_PRESETS["5+3"], "morris") if is_rated else CLOCK_PRESETS["5+3"]
    config = MatchConfig(
        "morris", {}, "white", Match.Visibility.PUBLIC, terms, open_offer=True, within=within
    )
    made = writer.run([Command(Create(config, maker.name), "", maker.pk)])[0]
    assert made.refusal is None, made.refusal
    return made.match


def leaves_matches(player: Player) -> None:
    for number in range(2):
        carol = guest(f"carol {number}")
        match = offered(carol)
        for message in (Join(player.name), Abort(NO_ID)):
            assert writer.run([Command(message, match, player.pk)])[0].refusal is None


def taker(who: str, alice: Player) -> Player | None:
    """The person of this row; ``alice`` makes the offers."""
    if who in ("nobody", "maker"):
        return alice if who == "maker" else None
    bob = account("bob") if "account" in who else guest("bob")
    if "leaves" in who:
        leaves_matches(bob)
    if who.startswith("blocked"):
        friends.block(alice, bob)
    if "blocks" in who:
        friends.block(bob, alice)
    if rating := {"account far below": 1399, "account near": 1400}.get(who):
        known = {"game": "morris", "pace": "blitz", "deviation": 60, "volatility": 0.06}
        Rating.objects.create(player=bob, rating=rating, at=clock.now(), **known)
    return bob


@pytest.mark.parametrize("is_rated", [False, True], ids=["casual", "rated"])
@pytest.mark.parametrize("who", TAKERS)
def test_an_offer_is_taken_by_whom_it_is_for_and_refused_to_everybody_else(who, is_rated):
    alice = account("alice")
    within = 100 if is_rated else None
    offer, person = offered(alice, is_rated=is_rated, within=within), taker(who, alice)
    refusal = writer.run([Command(Join("bob"), offer, person.pk if person else None)])[0].refusal
    assert (refusal.code if refusal else "") == TAKERS[who][is_rated]
    seqs = list(Event.objects.filter(match__public_id=offer).values_list("seq", flat=True))
    assert seqs == ([1] if refusal else [1, 2])
