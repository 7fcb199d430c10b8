"""Names: readable by default, honest when chosen."""

from __future__ import annotations

import itertools
import unicodedata

import pytest
from django.conf import settings
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from games_app.lib import names
from games_app.lib.chat_text import is_abusive
from games_app.lib.names import cleaned, has_bot_mark, look_alike
from games_app.lib.random_names import WORDS, random_name
from games_app.lib.refusals import Refused


def all_names(language: str) -> list[str]:
    words = WORDS[language]
    pairs = itertools.product(words.adjectives, words.animals)
    return [words.pattern.format(adjective=adjective, animal=animal) for adjective, animal in pairs]


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_a_random_name_is_one_that_could_have_been_chosen(language):
    for name in all_names(language):
        assert cleaned(name) == name
        assert not is_abusive(name)


def test_a_random_name_is_made_of_words_of_the_readers_language():
    for language, words in WORDS.items():
        with override(language):
            name = random_name()
        assert name in all_names(language)
        assert len(words.adjectives) * len(words.animals) > 1000


def test_full_width_letters_become_ordinary_ones():
    assert cleaned("\uff21lice") == "Alice"


def test_spaces_are_trimmed_and_never_doubled():
    assert cleaned("  alice   b ") == "alice b"


HONEST = [
    "Nur Aisyah binti Aziz", "Siti", "Muhammad Haziq", "Encik Lim",
    "José María", "Zoë", "Łukasz", "Søren", "Nguyễn Thị Ánh", "Đặng Văn Ước",
    "李小龍", "陈美玲", "さくら", "ガブリエル", "김민준", "박지영", "தமிழ்", "கார்த்திகேயன்",
    "லட்சுமி", "मोहम्मद", "श्रीकृष्ण", "কৃষ্ণা", "สมชาย", "ปรีชา แก้วกล้า",
    "ณัฐวุฒิ", "ဒေါ်အောင်ဆန်း", "ကျွန်ုပ်", "ភារុណ", "محمد", "فاطمة الزهراء",
    "مُحَمَّد", "דָּוִד", "Ольга", "Йосиф", "Γιώργος", "Արամ", "გიორგი",
    "ཚེ་རིང", "O'Brien", "Jean-Luc", "Anna 李", "Юля Anna",
    "alice \N{SNOWMAN}\ufe0f", "R2-D2", "이 Lee",
    "علی\u200cرضا", "ශ්\u200dරීමා", "ക്\u200dകൻ", "র\u200d্যাব", "👨\u200d👩\u200d👧 Smith",
]  # fmt: skip


@pytest.mark.parametrize("name", HONEST)
def test_people_may_go_by_the_names_they_have(name):
    kept = unicodedata.normalize("NFKC", name).replace("\ufe0f", "")[:20].strip()
    assert cleaned(kept) == kept
    typed = unicodedata.normalize("NFD", kept)
    assert cleaned(typed) == kept


def test_no_two_of_them_are_taken_for_each_other():
    alike = [pair for pair in itertools.combinations(HONEST, 2) if look_alike(*pair)]
    assert alike == [("محمد", "مُحَمَّد")]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ali", "Ila"),
        ("Ali", "All"),
        ("Nina", "Vina"),
        ("Bob", "Rob"),
        ("மணி", "மானு"),
        ("กี", "กู"),
        ("か", "が"),
    ],
)
def test_names_that_only_resemble_each_other_can_sit_at_one_table(one, other):
    assert not look_alike(one, other)


@pytest.mark.parametrize(
    "blank",
    [
        *"\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u1680\u2028\u2060\u00ad\u200b\u061c\ufeff\U000e0041\U0001d159"
    ],
)
def test_a_name_holds_nothing_that_cannot_be_seen(blank):
    for name in (blank * 3, f"alice{blank}", f"{blank}{blank}a"):
        with pytest.raises(Refused, match=r"blank characters|at least one letter"):
            cleaned(name)


@pytest.mark.parametrize(
    "name",
    [
        "ali\u200cce",
        "ali\u200dce",
        "علی\u200c",
        "\u200cعلی",
        "علی\u200calice",
        "a्\u200db",
        "x👨\u200d",
        "x🏴\U000e0067",
    ],
)
def test_a_joiner_stands_only_where_letters_or_emoji_need_it(name):
    with pytest.raises(Refused, match="blank characters"):
        cleaned(name)


@pytest.mark.parametrize(
    "name",
    [
        *(
            "BOT x",
            "(BOT) x",
            "[BOT] x",
            "|BOT| x",
            "_BOT x",
            "·BOT x",
            "•BOT• x",
            "🤖BOT x",
            "🤖 bot",
            "●BOT x",
            "+BOT",
        ),
        *(
            "B.O.T x",
            "B O T x",
            "b o t x",
            "B-O_T",
            "B.OT x",
            "BO T x",
            "80T x",
            "8.0.7",
            "฿OT x",
            "ß0T x",
            "BØT x",
        ),
        *(
            "BO† x",
            "B●T x",
            "ʙᴏᴛ x",
            "\U0001f171OT x",
            "🇧🇴🇹 x",
            "бот",
            "Ᏼоt",
            "BOTbotx",
            "BotAlice",
            "bot7",
            "B\u0332OT",
        ),
    ],
)
def test_a_name_that_begins_like_a_bots_is_known(name):
    assert has_bot_mark(name)


@pytest.mark.parametrize(
    "name",
    [
        *("Botond", "BOTOND", "Bottle", "Botticelli", "Both", "Abbot", "Robot Rob", "TOBOT", "Big Bot"),
        *("Bo T", "BO Tanaka", "B. Otis", "B Otto", "8 otters", "7 of 9", "Ботаник", "Bob", "● Otto"),
    ],
)
def test_a_name_that_only_resembles_a_bots_is_a_persons(name):
    assert not has_bot_mark(name)


def test_accents_do_not_pile_up_nor_stand_before_the_name():
    assert cleaned("a\u0327\u0323\u0302b") != "ab"
    for name in ("a" + "\u0335" * 4 + "b", "alice" + "\u0489" * 9, "\u0301alice"):
        with pytest.raises(Refused, match="accents"):
            cleaned(name)


def test_a_long_text_is_refused_before_it_is_looked_at(monkeypatch):
    """U+FDFA alone becomes 18 letters."""
    with pytest.raises(Refused, match="this one has 36"):
        cleaned("\ufdfa\ufdfa")
    monkeypatch.setattr(names, "unicodedata", None)
    with pytest.raises(Refused, match="this one has 1000000"):
        cleaned("\ufdfa" * 1_000_000)


@pytest.mark.parametrize("name", ["Fedor\u0430", "\u0410lice", "Al\u03b9ce", "p\u0430ypal 2", "\u13aalice"])
def test_a_word_is_written_in_one_alphabet(name):
    with pytest.raises(Refused, match="mix Latin letters with Greek or Cyrillic"):
        cleaned(name)


@pytest.mark.parametrize(
    "name",
    [
        "Former player",
        "former  PLAYER",
        "Forrner player",
        "Former p1ayer",
        "F\u00f3rmer-Player",
        "FormerpIayer",
    ],
)
def test_name_of_withdrawn_people_is_refused(name):
    with pytest.raises(Refused, match="Choose another name"):
        cleaned(name)


@pytest.mark.parametrize(
    "bad", ["a", "", " ", "x" * 21, "--", "bob\u202egnip", "al\u200bice", "a\nb", "bob\x00"]
)
def test_a_name_that_would_deceive_or_not_fit_is_refused_with_the_reason(bad):
    with pytest.raises(Refused, match=r"A name .*\."):
        cleaned(bad)


@given(st.text())
def test_any_text_gives_a_clean_name_or_a_refusal(text):
    try:
        name = cleaned(text)
    except Refused:
        return
    assert cleaned(name) == name
    assert 2 <= len(name) <= 20


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Alice", "alice"), ("Al ice", "Alice"), ("Jos\u00e9", "jose"), ("Alice", "AIice"),
        ("Alice", "A1ice"), ("alice", "AIice"), ("ALICE", "ALlCE"), ("bob", "B0B"), ("mallory", "rnallory"),
        ("bob", "\u0432\u043e\u0432"),
        ("BOB", "\u0412\u041e\u0412"), ("Oscar", "\u039fscar"),
        ("\u0421\u0410\u0428\u0410", "\u0441\u0430\u0448\u0430"),
        ("Alice!", "Alice\u01c3"),
        ("علی\u200cرضا", "علیرضا"), ("ශ්\u200dරීමා", "ශ්රීමා"),
    ],
)  # fmt: skip
def test_names_a_reader_would_confuse_count_as_the_same(one, other):
    assert look_alike(one, other)


def test_a_random_name_has_another_animal_than_those_to_avoid():
    assert not any(random_name("Quiet Heron").endswith("Heron") for _ in range(500))


def test_a_random_name_is_never_one_to_avoid():
    avoided = ["Quiet Heron", *(random_name() for _ in range(49))]
    drawn = {random_name(*avoided) for _ in range(500)}
    assert not any(look_alike(name, other) for name in drawn for other in avoided)
