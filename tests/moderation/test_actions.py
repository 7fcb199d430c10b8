"""Moderators read reports, hide messages and sanction people; everything is logged for good."""

from __future__ import annotations

import io
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import Error, connection

from games_app.archive.verify import verify
from games_app.lib import clock
from games_app.lists.result_text import sentence
from games_app.match.chat import messages_after
from games_app.match.messages import Create, Join, MatchConfig, Say
from games_app.models import AuditEntry, ChatMessage, Event, Match, Player, Report, Sanction
from games_app.moderation import reports
from games_app.people import accounts, sanctions
from games_app.people.client_marks import Client
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.cast import Table, begun_match, guest, new_cmd, waiting_match

pytestmark = pytest.mark.django_db(transaction=True)


def moderate(*words: str) -> str:
    told = io.StringIO()
    call_command("moderate", *words, stdout=told)
    return told.getvalue()


def say(table: Table, person: Player, text: str):
    return table.send(person.pk, "say", room="players", text=text)


@pytest.fixture
def table() -> Table:
    return begun_match("mancala")


def the_last() -> ChatMessage:
    return ChatMessage.objects.latest("pk")


def test_the_queue_shows_reports_with_the_words_around(table):
    for text in ("Before", "You are rude", "After"):
        say(table, table.bob, text)
    reported = ChatMessage.objects.get(text="You are rude")
    assert reports.file(table.alice, table.bob, reported, "abuse", clock.now()) is None
    told = moderate("reports")
    assert "abuse" in told
    assert f"about bob ({table.bob.public_id})" in told
    assert f"> message {reported.pk} bob: You are rude" in told
    assert "bob: Before" in told
    assert "bob: After" in told
    moderate("close", str(Report.objects.get().pk))
    assert moderate("reports") == ""


def test_a_hidden_message_leaves_every_page_and_stays_numbered(table):
    say(table, table.bob, "You are rude")
    assert "done" in moderate("hide", str(the_last().pk), "--why", "insult")
    first, second = messages_after(table.id, "players", 0)
    assert not first.text
    assert (second.number, second.hides, second.name) == (2, 1, "")
    assert say(table, table.alice, "Thank you").chat.number == 3
    with pytest.raises(CommandError):
        moderate("hide", str(ChatMessage.objects.get(number=1).pk))


def test_muted_player_plays_on_and_says_nothing(table):
    moderate("mute", table.bob.public_id, "--hours", "2")
    refusal = say(table, table.bob, "Let me speak").refusal
    assert refusal.code == "muted"
    assert str((clock.now() + timedelta(hours=2)).year) in refusal.message
    assert table.act("north", "pick p7").refusal is None
    assert table.act("south", "pick p1").refusal is None
    Sanction.objects.update(until=clock.now())
    assert say(table, table.bob, "At last").refusal is None


def test_the_reason_is_told_and_an_appeal_is_answered(table):
    moderate("mute", table.bob.public_id, "--of", "spam")
    assert "Please don't advertise" in say(table, table.bob, "Let me speak").refusal.message
    with pytest.raises(CommandError, match="no open appeal"):
        moderate("uphold", table.bob.public_id)
    assert sanctions.file_appeal(table.bob, "mute", "It was my brother", clock.now())
    assert "It was my brother" in moderate("reports")
    assert "done" in moderate("uphold", table.bob.public_id)
    assert moderate("reports") == ""
    assert say(table, table.bob, "Let me speak").refusal.code == "muted"


def test_barred_player_makes_and_joins_nothing_until_the_bar_is_lifted(table):
    waiting = waiting_match("mancala", table.alice, "north")
    moderate("bar", table.bob.public_id, "--days", "1")
    create = Command(Create(MatchConfig("mancala", {}, "north", "public"), "bob"), "", table.bob.pk)
    join = Command(Join("bob"), waiting, table.bob.pk)
    assert [answer.refusal.code for answer in writer.run([create, join])] == ["barred", "barred"]
    assert say(table, table.bob, "Hello").refusal.code == "barred"
    table.send(table.alice.pk, "resign")
    assert table.send(table.bob.pk, "rematch").refusal.code == "barred"
    moderate("lift", table.bob.public_id)
    assert writer.run([join])[0].refusal is None


@pytest.mark.parametrize(
    ("network", "inside", "outside"),
    [
        ("203.0.113.0/24", "203.0.113.77", "203.0.114.1"),
        ("203.0.113.7", "203.0.113.7", "203.0.113.8"),
        ("2001:db8::/32", "2001:db8:1:2::/64", "2001:db9::/64"),
    ],
)
def test_visitor_from_a_barred_network_makes_joins_and_says_nothing(table, network, inside, outside):
    waiting = waiting_match("mancala", table.alice, "north")
    assert "network" in moderate("bar", network)
    create = Create(MatchConfig("mancala", {}, "north", "public"), "bob")
    hello = Say(cmd=new_cmd(), room="players", text="Hello")

    def answers(address: str) -> list[str | None]:
        sent = [("", create), (waiting, Join("bob")), (table.id, hello)]
        commands = [Command(asked, match, table.bob.pk, client=Client(address)) for match, asked in sent]
        return [answer.refusal.code if answer.refusal else None for answer in writer.run(commands)]

    assert answers(inside) == ["barred"] * 3
    assert answers(outside) == [None] * 3
    moderate("lift", network)
    assert moderate("log").count("network") == 2


def test_a_bad_name_is_changed(table):
    moderate("rename", table.bob.public_id)
    assert Player.objects.get(pk=table.bob.pk).name != "bob"


@pytest.mark.parametrize("visibility", Match.Visibility.values)
def test_a_hidden_match_is_its_players_alone_until_it_is_shown_to_whom_it_was_open_before(table, visibility):
    table.send(table.alice.pk, "open_to", who=visibility)
    moderate("hide-match", table.id)
    assert table.row.visibility == "seats"
    moderate("show-match", table.id)
    assert table.row.visibility == visibility


def test_no_player_opens_what_a_moderator_has_hidden_until_it_is_shown(table):
    moderate("hide-match", table.id)
    for player in (table.alice, table.bob):
        refusal = table.send(player.pk, "open_to", who="public").refusal
        assert refusal.code == "hidden"
        assert "A moderator has hidden this match" in refusal.message
    moderate("show-match", table.id)
    assert table.send(table.alice.pk, "open_to", who="link").refusal is None


def test_a_match_stays_hidden_over_moves_a_takeback_and_its_end(table):
    moderate("hide-match", table.id)
    table.act("north", "pick p7")
    table.send(table.alice.pk, "offer", what="takeback")
    assert table.send(table.bob.pk, "accept", what="takeback", of=table.row.seq).refusal is None
    table.send(table.bob.pk, "resign")
    writer.forget()
    assert table.send(table.alice.pk, "open_to", who="public").refusal.code == "hidden"
    moderate("show-match", table.id)
    assert table.row.visibility == "public"
    assert verify(table.id) == []


def test_only_what_is_hidden_is_shown_and_it_is_hidden_once(table):
    table.send(table.alice.pk, "open_to", who="seats")
    with pytest.raises(CommandError, match="not hidden"):
        moderate("show-match", table.id)
    assert table.row.visibility == "seats"
    moderate("hide-match", table.id)
    with pytest.raises(CommandError):
        moderate("hide-match", table.id)
    assert [entry.what for entry in AuditEntry.objects.all()] == ["hide-match"]


def test_a_match_is_not_hidden_in_the_name_of_who_made_it(table):
    moderate("hide-match", table.id)
    event = Event.objects.latest("pk")
    assert (event.what, event.role, event.sender) == ("opened_to", "", None)


def test_a_match_that_a_moderator_ends_is_nobodys_and_its_record_holds(table):
    table.act("north", "pick p7")
    assert "done" in moderate("end", table.id, "--why", "bots")
    row = table.row
    assert (row.status, row.how, row.winner) == ("over", "moderator", "")
    assert sentence(row, table.now.seats) == "A moderator ended the match. It has no result."
    assert verify(table.id) == []
    with pytest.raises(CommandError, match="the match is over"):
        moderate("end", table.id)


def test_a_warning_waits_until_it_is_confirmed(table):
    moderate("warn", table.bob.public_id, "--of", "abuse")
    bob = Player.objects.get(pk=table.bob.pk)
    assert bob.warning == "abuse"
    sanctions.confirm_warning(bob)
    assert Player.objects.get(pk=table.bob.pk).warning == ""


def test_accounts_are_appointed_to_a_role_and_dismissed():
    account = accounts.open_account(guest("carol"), "correct horse battery", clock.now())
    assert accounts.role_of_account(account) is None
    moderate("appoint", "carol")
    assert accounts.role_of_account(account) == "moderator"
    moderate("appoint", "CAROL", "--role", "administrator")
    assert moderate("staff") == "carol: administrator\n"
    moderate("dismiss", "carol")
    assert accounts.role_of_account(account) is None
    with pytest.raises(CommandError):
        moderate("appoint", "mallory")


def test_each_action_is_logged_and_the_log_is_never_changed(table):
    moderate("mute", table.bob.public_id, "--why", "insults")
    moderate("lift", table.bob.public_id)
    told = moderate("log")
    assert f"mute person {table.bob.public_id} (insults)" in told
    assert f"lift person {table.bob.public_id}" in told
    entry = AuditEntry.objects.first()
    entry.why = "nothing happened"
    for change in (
        entry.save,
        entry.delete,
        AuditEntry.objects.all().delete,
        lambda: AuditEntry.objects.update(why=""),
    ):
        with pytest.raises(TypeError, match="never changed"):
            change()
    assert AuditEntry.objects.get(what="mute").why == "insults"


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games_app_auditentry SET why = ''",
        "DELETE FROM games_app_auditentry",
        "INSERT OR REPLACE INTO games_app_auditentry SELECT id, at, who, what, whom, '' "
        "FROM games_app_auditentry",
    ],
)
def test_the_database_itself_refuses_to_change_the_log(table, statement):
    moderate("mute", table.bob.public_id, "--why", "insults")
    with pytest.raises(Error, match="never changed"), connection.cursor() as cursor:
        cursor.execute(statement)
    moderate("lift", table.bob.public_id)
    assert [entry.why for entry in AuditEntry.objects.order_by("pk")] == ["insults", ""]


def test_eleventh_report_of_a_day_is_refused(table):
    for number in range(reports.MOST_A_DAY):
        assert reports.file(table.alice, guest(f"guest{number}"), None, "spam", clock.now()) is None
    refusal = reports.file(table.alice, table.bob, None, "spam", clock.now())
    assert refusal.code == "too_many_reports"
    tomorrow = clock.now() + timedelta(days=1, minutes=1)
    assert reports.file(table.alice, table.bob, None, "spam", tomorrow) is None
