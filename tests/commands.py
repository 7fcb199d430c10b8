"""Every command, with its permitted senders in each phase of a match, and its preconditions."""

from __future__ import annotations

from datetime import timedelta

from games_app.games.rules import get_game
from games_app.lib import clock
from games_app.match.messages import Gone
from games_app.match.terms import DEFAULT_TERMS, Claim, RealTime, Terms, stored
from games_app.models import Match, Player, Presence
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.cast import Table, begun_match, guest, waiting_match

PEOPLE = ("mover", "other player", "watcher", "player of another match", "logged out")
ALLOWED = {
    ("act", "playing"): {"mover"},
    ("resign", "playing"): {"mover", "other player"},
    ("rematch", "over"): {"mover", "other player"},
    ("offer", "playing"): {"mover", "other player"},
    ("accept", "playing"): {"mover"},
    ("decline", "playing"): {"mover"},
    ("decline", "over"): {"mover"},
    ("withdraw", "playing"): {"mover"},
    ("withdraw", "over"): {"mover"},
    ("unseal", "playing"): {"mover"},
    ("abort", "playing"): {"mover", "other player"},
    ("give_time", "playing"): {"mover", "other player"},
    ("join", "waiting"): {"watcher", "player of another match"},
    ("cancel", "waiting"): {"mover"},
    ("take_name", "waiting"): {"mover"},
    ("turn_down", "waiting"): set(),
    ("lapse", "waiting"): set(),
    ("outage", "waiting"): set(),
    ("holiday", "playing"): set(),
    ("time_up", "playing"): set(),
    ("gone", "playing"): set(),
    ("came_back", "playing"): set(),
    ("claim", "playing"): {"other player"},
    ("forget", "playing"): set(),
    ("reseat", "playing"): set(),
    ("say", "playing"): {"mover", "other player"},
    ("say", "over"): {"mover", "other player"},
    ("say_phrase", "playing"): {"mover", "other player"},
    ("say_phrase", "over"): {"mover", "other player"},
    ("hide_message", "playing"): set(),
    ("open_to", "playing"): {"mover", "other player"},
    ("open_to", "over"): {"mover", "other player"},
    ("allow_nearby", "playing"): {"mover", "other player"},
    ("take_tip", "playing"): {"mover"},
    ("end", "playing"): set(),
    ("hold", "playing"): set(),
    ("release", "playing"): set(),
    ("call_off", "playing"): set(),
    ("hide_match", "playing"): set(),
    ("hide_match", "over"): set(),
    ("show_match", "playing"): set(),
    ("show_match", "over"): set(),
    ("abandon", "playing"): {"mover", "other player"},
}
"""Permitted senders by phase; everything that is not here is refused.

While waiting, "mover" is the maker. The other player has made the offers to be accepted or declined, and has
been away where a win is claimed. "mover" has made the offers to be withdrawn and the choice to be unsealed.
"""

DATA = {
    "act": {"action": "pick p7", "base": 2},
    "join": {"name": "zoe"},
    "take_name": {"name": "zoe"},
    "offer": {"what": "draw"},
    "accept": {"what": "draw", "of": 3},
    "decline": {"what": "draw", "of": 3},
    "withdraw": {"what": "draw", "of": 3},
    "gone": {"role": "north"},
    "came_back": {"role": "north"},
    "claim": {"result": "win"},
    "say": {"room": "players", "text": "Hello"},
    "say_phrase": {"room": "players", "phrase": "hello"},
    "hide_message": {"room": "players", "number": 1},
    "open_to": {"who": "seats"},
    "allow_nearby": {"allowed": True},
    "take_tip": {"base": 2},
    "forget": {"who": 0},
    "reseat": {"who": 0, "to": 0},
    "holiday": {"role": "north", "since": clock.now(), "until": clock.now() + timedelta(days=1)},
    "outage": {"times": ((clock.now() - timedelta(minutes=1), clock.now()),)},
}
GAMES = {"unseal": "congkak"}
"""Games of some commands; the others are tried in mancala."""


def people_at(table: Table) -> dict[str, Player | None]:
    """Return each of ``PEOPLE``, by their relation to this match."""
    return {
        "mover": table.alice,
        "other player": table.bob,
        "watcher": guest("carol"),
        "player of another match": begun_match("mancala").alice,
        "logged out": None,
    }


def prepared(table: Table, kind: str, phase: str) -> dict[str, object]:
    """Prepare what the command is about; return its data."""
    if kind in ("accept", "decline") and phase == "playing":
        table.send(table.bob.pk, "offer", what="draw")
    if kind == "withdraw" and phase == "playing":
        table.send(table.alice.pk, "offer", what="draw")
    if kind in ("decline", "withdraw") and phase == "over":
        offers = table.bob if kind == "decline" else table.alice
        table.send(offers.pk, "rematch")
        return {"what": "rematch", "of": table.row.seq}
    if kind in ("claim", "came_back") and phase == "playing":
        long_ago = clock.now() - timedelta(minutes=1)
        away = Command(Gone("north"), table.id, None, from_server=True, at=long_ago)
        assert writer.run([away])[0].refusal is None
    if kind == "abandon" and phase == "playing":
        deserted(table)
    if kind == "unseal" and phase == "playing":
        table.act("south", "scoop 3")
    return DATA.get(kind, {})


def in_phase(phase: str, game: str) -> Table:
    """Return a match with alice on the first role, a clock and a policy for absence."""
    terms = Terms(time=RealTime(5, 0), absence=Claim(30), tips=True)
    if phase in ("playing", "over"):
        table = begun_match(game, terms)
        if phase == "over":
            table.send(table.bob.pk, "resign")
        return table
    alice, bob = guest("alice"), guest("bob")
    table = Table(waiting_match(game, alice, get_game(game).roles[0], terms), alice, bob)
    if phase == "cancelled":
        table.send(alice.pk, "cancel")
    if phase == "expired":
        Match.objects.filter(public_id=table.id).update(deadline=clock.now(), seq=1)
        writer.forget()
    return table


def deserted(table: Table) -> None:
    """Make the match one without a clock in which nobody has been for a week."""
    long_ago = clock.now() - timedelta(days=8)
    rows = Match.objects.filter(public_id=table.id)
    rows.update(
        terms=stored(DEFAULT_TERMS), clocks=None, deadline=None, acted_at=long_ago, started_at=long_ago
    )
    Presence.objects.filter(match__public_id=table.id).delete()
    writer.forget()
