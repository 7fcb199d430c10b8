"""Chat: stored once, numbered without gaps, in its own room, as plain text, and not too much of it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games_app.lib import chat_text, clock
from games_app.lib.refusals import Refusal
from games_app.match.chat import messages_after, messages_before
from games_app.match.messages import Say
from games_app.match.terms import Terms
from games_app.models import ChatMessage, Match
from games_app.record.commands.registry import Command
from games_app.record.writer import Writer
from tests.cast import Table, begun_match, guest, new_cmd, waiting_match
from tests.site_settings import set_site

pytestmark = pytest.mark.django_db(transaction=True)


def say(table: Table, person, text="Hello there", room="players", cmd=None):
    return table.send(person.pk if person else None, "say", cmd=cmd, room=room, text=text)


def texts(table: Table, room="players"):
    return [(one.number, one.name, one.text) for one in messages_after(table.id, room, 0)]


def test_chat_is_stored_in_order_and_changes_nothing_of_the_match():
    table = begun_match("mancala")
    before = Match.objects.filter(public_id=table.id).values("seq", "bases", "acted_at")[0]
    assert say(table, table.alice).refusal is None
    answer = say(table, table.bob, "Hello to you")
    assert (answer.seq, answer.chat.number, answer.chat.role) == (2, 2, "south")
    assert texts(table) == [(1, "alice", "Hello there"), (2, "bob", "Hello to you")]
    assert Match.objects.filter(public_id=table.id).values("seq", "bases", "acted_at")[0] == before
    assert table.act("north", "pick p7").refusal is None


def test_resent_message_is_stored_once_and_answered_alike():
    table = begun_match("mancala")
    first = say(table, table.alice, cmd="the-same-words")
    again = say(table, table.alice, "Hello there", cmd="the-same-words")
    assert (again.again, again.chat, again.refusal) == (True, first.chat, None)
    assert len(texts(table)) == 1


def test_another_process_goes_on_with_the_numbers():
    table = begun_match("mancala")
    say(table, table.alice)
    elsewhere = Command(Say(cmd=new_cmd(), room="players", text="From elsewhere"), table.id, table.bob.pk)
    assert Writer().run([elsewhere])[0].chat.number == 2
    assert say(table, table.bob, "And here").chat.number == 3
    assert table.act("north", "pick p7").refusal is None
    assert say(table, table.alice, "After a move").chat.number == 4


@pytest.mark.parametrize("phase", ["playing", "over"])
@pytest.mark.parametrize("room", ["players", "watchers"])
def test_each_room_is_open_to_whom_it_belongs(room, phase):
    table = begun_match("mancala")
    if phase == "over":
        table.send(table.bob.pk, "resign")
    everybody = {"alice": table.alice, "bob": table.bob, "carol": guest("carol"), "logged out": None}
    may = {name for name, person in everybody.items() if say(table, person, name * 3, room).refusal is None}
    players, watchers = {"alice", "bob"}, {"carol"}
    assert may == (players if room == "players" else watchers | players if phase == "over" else watchers)


def test_there_is_no_chat_before_the_start_nor_at_one_screen():
    alice = guest("alice")
    waiting = Table(waiting_match("mancala", alice, "north"), alice, alice)
    assert say(waiting, alice).refusal.code == "wrong_phase"
    one_screen = Table(waiting_match("mancala", alice, "both"), alice, alice)
    assert say(one_screen, alice).refusal.code == "no_chat"
    assert say(one_screen, guest("carol"), room="watchers").refusal.code == "no_chat"


@pytest.mark.parametrize(
    ("terms", "setting", "words", "phrase"),
    [
        ("words", "words", None, None),
        ("phrases", "words", "phrases_only", None),
        ("words", "phrases", "phrases_only", None),
        ("off", "words", "no_chat", "no_chat"),
        ("words", "off", "no_chat", "no_chat"),
        ("phrases", "off", "no_chat", "no_chat"),
    ],
)
def test_the_stricter_of_the_terms_and_the_site_holds(terms, setting, words, phrase):
    set_site(talk=setting)
    table = begun_match("mancala", Terms(talk=terms))
    spoken = say(table, table.alice).refusal
    quick = table.send(table.alice.pk, "say_phrase", room="players", phrase="good_luck").refusal
    assert (spoken and spoken.code, quick and quick.code) == (words, phrase)


def test_chat_flood_over_several_matches_is_refused():
    table = begun_match("mancala")
    for number in range(5):
        assert say(table, table.alice, f"Words number {number}").refusal is None
    refusal = say(table, table.alice, "One too many").refusal
    assert refusal.code == "chat_too_fast"
    assert 1 <= refusal.args["seconds"] <= 10
    assert say(table, table.bob, "I may").refusal is None
    ChatMessage.objects.update(at=clock.now() - timedelta(seconds=11))
    assert say(table, table.alice, "One more then").refusal is None


def test_the_same_words_wait_for_a_minute():
    table = begun_match("mancala")
    say(table, table.alice, "Hurry up")
    assert say(table, table.alice, "hurry  UP!").refusal.code == "chat_repeated"
    assert say(table, table.bob, "Hurry up").refusal is None
    ChatMessage.objects.update(at=clock.now() - timedelta(seconds=61))
    assert say(table, table.alice, "Hurry up").refusal is None


def test_older_messages_are_read_page_by_page():
    table = begun_match("mancala")
    row = table.row
    ChatMessage.objects.bulk_create(
        ChatMessage(match=row, room="players", number=n, player=table.alice, text=f"{n}", at=clock.now())
        for n in range(1, 8)
    )
    newest = messages_before(table.id, "players", None, 3)
    assert [one.number for one in newest] == [5, 6, 7]
    assert [one.number for one in messages_before(table.id, "players", 5, 3)] == [2, 3, 4]


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Good   move ", "Good move"),
        ("one\ntwo\tthree", "one two three"),
        ("<b>bold</b>", "<b>bold</b>"),
        ("pay\u202epal", "paypal"),
        ("zero\u200bwidth", "zerowidth"),
        ("Cafe\u0301", "Café"),
        ("a" + "\u0301" * 20, "á\u0301\u0301\u0301"),
        ("terima kasih 🙂", "terima kasih 🙂"),
        ("al\u200di\u200cce \U0001f468\u200d", "alice \U0001f468"),
        ("a\U000e0067\U000e007f \U0001f3f4\U000e0067", "a \U0001f3f4"),
        ("می\u200c\u200cروم می\u200c", "می\u200cروم می"),
        ("क" + "्\u200d" * 9, "क्\u200d््"),
    ],
)
def test_a_text_is_one_line_of_what_can_be_seen(typed, shown):
    assert chat_text.cleaned(typed) == shown


@pytest.mark.parametrize(
    "text",
    [
        "می\u200cروم", "خانه\u200cها", "سال ۱۴۰۲ ه\u200d.ش", "ශ්\u200dරී ලංකා", "र्\u200dय", "क्\u200cष",
        "র\u200d্যাব", "సాఫ్ట్\u200cవేర్", "അവന്\u200d", "ಫೇಸ್\u200cಬುಕ್",
        "👨\u200d👩\u200d👧 fam", "❤\ufe0f\u200d🔥", "👩🏽\u200d🚀", "🏳\ufe0f\u200d🌈",
        "🙂\u200d↔\ufe0f", "🏴\u200d☠\ufe0f",
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", "\U0001fa77 \U0001fae9",
    ],
)  # fmt: skip
def test_joined_letters_and_emoji_arrive_as_they_were_sent(text):
    assert chat_text.cleaned(text) == text


@pytest.mark.parametrize("typed", ["", "   ", "\u200b\u200b", "\n\t"])
def test_nothing_is_not_sent(typed):
    assert chat_text.cleaned(typed) == Refusal("chat_empty")


def test_200_characters_can_be_sent_and_no_more():
    assert chat_text.cleaned("x" * 200) == "x" * 200
    assert chat_text.cleaned("x" * 201) == Refusal("chat_too_long", {"limit": 200, "n": 201})


@pytest.mark.parametrize(
    "abusive", ["you ASSHOLE", "fuck!", "fuuuuck", "bodoh", "Bábi", "what a shіt", "f\u200du\u200cck"]
)
def test_abuse_is_refused_to_its_sender(abusive):
    assert chat_text.cleaned(abusive) == Refusal("chat_abusive")
