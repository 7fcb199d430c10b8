"""R19: the page about the protocol, its schema and its examples describe the server's behaviour."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from datetime import timedelta
from functools import cache
from typing import Any, get_args
from unittest.mock import patch

import jsonschema
import msgspec
import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client

from games_app.analysis.pages import analysis
from games_app.analysis.requests import place_to_look
from games_app.games import refusals as rules
from games_app.games.rules import GAMES, RULE_SETS, Facts, Game, InvalidFacts
from games_app.lib import clock, refusals
from games_app.live import joining, protocol, room
from games_app.match import messages, wire
from games_app.match.messages import (
    CallOff,
    CameBack,
    Create,
    EndMatch,
    Forget,
    Gone,
    HideMatch,
    Hold,
    Lapse,
    MatchConfig,
    Outage,
    Release,
    Reseat,
    ShowMatch,
    TimeUp,
    TurnDown,
)
from games_app.match.terms import CLOCK_PRESETS, Claim, Daily, Pause, RealTime, Terms
from games_app.models import Event, Match
from games_app.record.commands.all_commands import COMMANDS
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.cast import Table, begun_match, guest, waiting_match
from tests.commands import deserted
from tools.management.commands.protocol import (
    API_PAGE,
    CLIENT,
    FACTS_PAGE,
    MODULE,
    PAGE,
    SCHEMA,
    api_text,
    facts_page_text,
    module_text,
    page_text,
    schema_text,
)
from tools.protocol_schema import SIDES, schema

APP = settings.BASE_DIR / "games_app"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)
POSTED = [block for block in BLOCKS if "address" in json.loads(block)]
"""The body of a webhook, which is no message of a socket."""
EXAMPLES = [block for block in BLOCKS if "kind" in json.loads(block) and block not in POSTED]
KINDS = [json.loads(block)["kind"] for block in EXAMPLES]
TYPES = {f"{side}.{one.__name__}": one for side, types in SIDES.items() for one in types}
OUTDATED = "is out of date. Run: python3 manage.py protocol"


@cache
def whole() -> jsonschema.Draft202012Validator:
    """Return a validator of any message. Another test checks that the schema is one."""
    return jsonschema.Draft202012Validator(schema())


@cache
def definition(name: str) -> jsonschema.Draft202012Validator:
    """Return the definition of this name in the schema."""
    return jsonschema.Draft202012Validator(schema() | {"oneOf": [{"$ref": f"#/$defs/{name}"}]})


def fits(message: Any, name: str) -> bool:
    """Return whether a message fits the definition of this name."""
    return bool(definition(name).is_valid(message))


def kind_of(text: str) -> str:
    """Return the only message type of a text: "client.Act"."""
    (name,) = (name for name in TYPES if fits(json.loads(text), name))
    return name


def facts_in(data: Any) -> Iterator[Facts]:
    """Yield all facts in the data of an example."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        if key == "facts":
            yield value
        elif isinstance(value, dict | list):
            yield from facts_in(value)


def is_position(game: Game, facts: Facts) -> bool:
    try:
        return game.state_from_facts(facts).facts() == facts
    except InvalidFacts:
        return False


def test_the_schema_in_the_docs_is_what_the_message_types_give():
    assert SCHEMA.read_text(encoding="utf-8") == schema_text(), f"{SCHEMA.name} {OUTDATED}"


def test_the_module_with_what_pages_and_server_agree_on_is_what_the_code_gives():
    assert MODULE.read_text(encoding="utf-8") == module_text(), f"{MODULE.name} {OUTDATED}"


def test_the_generated_parts_of_the_page_are_what_the_code_gives():
    if os.environ.get("GOLDEN") == "new":
        call_command("protocol")
    text = PAGE.read_text(encoding="utf-8")
    assert page_text(text) == text, f"{PAGE.name} {OUTDATED}"
    text = API_PAGE.read_text(encoding="utf-8")
    assert api_text(text) == text, f"{API_PAGE.name} {OUTDATED}"
    text = FACTS_PAGE.read_text(encoding="utf-8")
    assert facts_page_text(text) == text, f"{FACTS_PAGE.name} {OUTDATED}"


def test_the_page_shows_the_very_client_that_is_tested():
    assert f"```python\n{CLIENT.read_text(encoding='utf-8')}```" in TEXT


def test_the_schema_is_one():
    jsonschema.Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize("text", EXAMPLES, ids=KINDS)
def test_every_example_is_a_message_to_the_last_key(text):
    message = json.loads(text)
    whole().validate(message)
    read = msgspec.json.decode(text, type=TYPES[kind_of(text)])
    assert json.loads(msgspec.json.encode(read)) == message


@pytest.mark.parametrize("text", [block for block in BLOCKS if '"facts"' in block])
def test_facts_of_every_example_are_those_of_a_game(text):
    for facts in facts_in(json.loads(text)):
        assert any(is_position(game, facts) for game in RULE_SETS.values()), facts


def test_every_kind_of_message_has_an_example():
    assert {kind_of(text) for text in EXAMPLES} == set(TYPES)


def test_other_examples_are_a_page_of_the_record_and_an_attempt_and_a_tip_with_their_answers():
    page, sent, answer, asked, tip = (json.loads(block) for block in BLOCKS if block not in EXAMPLES + POSTED)
    assert set(page) == {"events", "first", "last"}
    assert all(fits(event, "server.Event") for event in page["events"])
    tried = Client().post("/try", sent, content_type="application/json")
    assert tried.json() == answer
    assert msgspec.convert(asked, analysis.TipBody).base == asked["base"]
    start = GAMES["mancala"].initial_state()
    assert place_to_look(start, "mancala", tip["role"], tip["move"]) == (tip["text"], tip["stops"])


@pytest.mark.parametrize(
    "message",
    [
        {"kind": "act", "cmd": "abcdefgh", "base": 0, "action": ""},
        {"kind": "act", "cmd": "a" * 40, "base": 2**31 - 1, "action": "é" * 40},
        {"kind": "act", "cmd": "a" * 41, "base": 1, "action": "pick p7"},
        {"kind": "act", "cmd": "abcdefgZ", "base": 2**31, "action": "pick p7"},
        {"kind": "act", "cmd": "abcdefgh", "base": -1, "action": "pick p7"},
        {"kind": "act", "cmd": "abcdefgh", "base": 1, "action": "a" * 41},
        {"kind": "act", "cmd": "abcdefgh", "base": "1", "action": "pick p7"},
        {"kind": "act", "cmd": "abcdefgh", "action": "pick p7"},
        {"kind": "resign", "cmd": "abc d/fgh"},
        {"kind": "resign", "cmd": "abcdefg"},
        {"kind": "resign", "cmd": "abcdefgh", "role": "north"},
        {"kind": "rematch", "cmd": None},
        {"kind": "seen", "seq": 0},
        {"kind": "sync", "after": 1.5},
        {"kind": "sync"},
        {"kind": "dance", "cmd": "abcdefgh"},
        {"cmd": "abcdefgh"},
        [],
    ],
    ids=json.dumps,
)
def test_the_schema_and_the_server_agree_on_what_can_be_read(message):
    try:
        protocol.decode(json.dumps(message))
        read = True
    except protocol.Malformed:
        read = False
    assert fits(message, "client") is read


def test_the_page_names_the_protocol_the_codes_of_refusals_and_the_codes_of_closing():
    assert f"This is protocol {wire.PROTOCOL}." in TEXT
    closing = (joining.FOREIGN_ORIGIN, joining.TOO_MANY, joining.NO_SUCH_MATCH)
    closing += (room.TOO_SLOW, room.MATCH_CLOSED, room.SESSION_ENDED)
    codes = {refusals.Refusal(key).code for key in (*refusals.SENTENCES, *rules.sentences())}
    missing = [code for code in codes if f"| `{code}` |" not in TEXT]
    assert not missing + [code for code in closing if str(code) not in TEXT]


def test_every_refusal_has_a_sentence():
    source = "".join(file.read_text(encoding="utf-8") for file in APP.rglob("*.py"))
    keys = set(re.findall(r'\bRefusal\("([\w.]+)"', source))
    assert len(keys) > 100
    assert keys - {*refusals.SENTENCES, *rules.sentences()} == set()


def test_the_page_names_the_refusals_that_are_not_final():
    source = "".join(file.read_text(encoding="utf-8") for file in APP.rglob("*.py"))
    told = re.search(r"^(`.*) bring `retry_ms`", TEXT, re.MULTILINE)
    assert told
    assert set(re.findall(r"`(\w+)`", told[1])) == set(re.findall(r'Refusal\("(\w+)".*retry_ms=', source))


def test_the_page_says_what_statuses_a_match_can_have_on_the_wire():
    assert [status for status in get_args(wire.Status) if f"`{status}`" not in TEXT] == []


@pytest.mark.django_db(transaction=True)
def test_the_page_lists_every_event_that_a_command_leads_to():
    sent = [_in_a_waiting_match(), _in_a_mancala_match(), _with_offers(), _in_a_sealed_opening(), _in_time()]
    sent += [_in_absence(), _on_holiday(), _in_the_chat()]
    on_a_match = {kind for kind, declared in COMMANDS.items() if declared.names_match}
    assert {kind for kinds in sent for kind in kinds} == on_a_match, "send the new command here too"
    table = TEXT.partition("| `what` |")[2].partition("\n\n")[0]
    listed = set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE))
    assert listed == set(Event.objects.values_list("what", flat=True))


def _in_a_waiting_match() -> list[str]:
    alice = guest("alice")
    table = Table(waiting_match("mancala", alice, "north"), alice, guest("bob"))
    away = Outage(((clock.now() - timedelta(minutes=1), clock.now()),))
    writer.run([Command(away, table.id, None, from_server=True)])
    table.send(alice.pk, "take_name", name="alicia")
    table.send(alice.pk, "cancel")
    config = MatchConfig("mancala", {}, "north", "public", CLOCK_PRESETS["5+3"], open_offer=True)
    offer = writer.run([Command(Create(config, "alice"), "", alice.pk)])[0].match
    writer.run([Command(Lapse(), offer, None, from_server=True)])
    bob = guest("bob")
    invited = waiting_match("mancala", alice, "north")
    Match.objects.filter(public_id=invited).update(invited=bob)
    writer.forget()
    writer.run([Command(TurnDown(), invited, bob.pk)])
    return ["outage", "take_name", "cancel", "lapse", "turn_down"]


def _in_a_mancala_match() -> list[str]:
    begun_match("mancala", Terms(balanced=True))
    table = begun_match("mancala", Terms(tips=True))
    table.send(table.alice.pk, "take_tip", base=table.row.bases["north"])
    table.act("north", "pick p7")
    table.send(table.alice.pk, "open_to", who="link")
    table.send(table.alice.pk, "allow_nearby", allowed=True)
    for player, kind in ((table.bob, "resign"), (table.bob, "rematch"), (table.alice, "rematch")):
        table.send(player.pk, kind)
    writer.run([Command(Forget(table.bob.pk), table.id, None, from_server=True)])
    account = guest("carol")
    writer.run([Command(Reseat(table.alice.pk, account.pk), table.id, None, from_server=True)])
    left = begun_match("mancala")
    deserted(left)
    left.send(left.alice.pk, "abandon")
    ended = begun_match("mancala")
    called_off = begun_match("mancala")
    decisions = [(ended, each) for each in (HideMatch(), ShowMatch(), EndMatch())]
    decisions += [(called_off, each) for each in (Hold(), Release(), CallOff())]
    for match, decision in decisions:
        writer.run([Command(decision, match.id, None, from_server=True)])
    by_moderators = ["hide_match", "show_match", "end", "hold", "release", "call_off"]
    by_players = ["join", "take_tip", "act", "open_to", "allow_nearby", "resign", "rematch", "abandon"]
    return [*by_players, "forget", "reseat", *by_moderators]


def _with_offers() -> list[str]:
    table = begun_match("checkers", Terms(time=RealTime(5, 0)))
    table.act("black", "move 3 3 4 4")
    table.send(table.alice.pk, "give_time")
    pause = {"minutes": 60}
    for what, answer, more in (
        *(("draw", "decline", {}), ("takeback", "accept", {})),
        *(("pause", "accept", pause), ("continue", "accept", {})),
    ):
        table.send(table.alice.pk, "offer", what=what, **more)
        table.send(table.bob.pk, answer, what=what, of=table.row.seq)
    table.send(table.bob.pk, "offer", what="draw")
    table.send(table.bob.pk, "withdraw", what="draw", of=table.row.seq)
    table.send(table.alice.pk, "offer", what="draw")
    table.send(table.bob.pk, "accept", what="draw", of=table.row.seq)
    other = begun_match("checkers")
    other.send(other.alice.pk, "abort")
    return ["offer", "accept", "decline", "withdraw", "abort", "give_time"]


def _in_a_sealed_opening() -> list[str]:
    table = begun_match("congkak", opening="simultaneous", sowing="auto")
    table.act("south", "scoop 3")
    table.send(table.alice.pk, "unseal")
    return ["act", "unseal"]


def _later(passed: timedelta, command: Command) -> None:
    """Submit a command after so much time."""
    then = clock.now() + passed
    with patch.object(clock, "now", lambda: then):
        writer.run([command])


def _in_time() -> list[str]:
    alice, minute = guest("alice"), Terms(time=RealTime(1, 0))
    flagged, aborted = begun_match("checkers", minute), begun_match("checkers", minute)
    for role, action in (("black", "move 3 3 4 4"), ("red", "move 2 6 1 5")):
        flagged.act(role, action)
    for public_id in (waiting_match("mancala", alice, "north"), flagged.id, aborted.id):
        _later(timedelta(days=2), Command(TimeUp(), public_id, None, from_server=True))
    return ["time_up"]


def _on_holiday() -> list[str]:
    table, now = begun_match("checkers", Terms(time=Daily(2))), clock.now()
    away = messages.Holiday(role="black", since=now, until=now + timedelta(days=1))
    writer.run([Command(away, table.id, None, from_server=True)])
    return ["holiday"]


def _in_the_chat() -> list[str]:
    """A chat message is no event."""
    table = begun_match("mancala")
    table.send(table.alice.pk, "say", room="players", text="Hello")
    table.send(table.alice.pk, "say_phrase", room="players", phrase="hello")
    hide = messages.HideMessage(room="players", number=1)
    writer.run([Command(hide, table.id, None, from_server=True)])
    return ["say", "say_phrase", "hide_message"]


def _in_absence() -> list[str]:
    claimed = begun_match("checkers", Terms(absence=Claim(30)))
    waited = begun_match("checkers", Terms(time=RealTime(5, 0), absence=Pause(1)))
    for role, action in (("black", "move 3 3 4 4"), ("red", "move 2 6 1 5")):
        waited.act(role, action)
    for table, seconds, noticed in (
        (claimed, 0, Gone("black")),
        (claimed, 1, CameBack("black")),
        (claimed, 2, Gone("black")),
        (waited, 1, Gone("black")),
        (waited, 90, TimeUp()),
    ):
        _later(timedelta(seconds=seconds), Command(noticed, table.id, None, from_server=True))
    win = Command(messages.Claim("claim-claim", "win"), claimed.id, claimed.bob.pk)
    _later(timedelta(minutes=1), win)
    return ["gone", "came_back", "claim"]
