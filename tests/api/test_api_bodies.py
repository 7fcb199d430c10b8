"""Any body that a program sends to any call of the API gets an answer that the document names."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from games_app.api import openapi
from games_app.api.door import calls_of
from games_app.door import limits
from games_app.models import Match, Player
from tests.api.test_api_play import Program, code, new_cmd, row
from tests.pages.people import begun
from tests.pages.test_inviting import with_accounts

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "engine"])

ACTING = {
    path: calls_of(view)["POST"].told.body for path, view in openapi.PATHS.items() if "POST" in calls_of(view)
}
WORDS = ["mancala", "random", "north", "draw", "win", "public", "computer", "real", "days", "claim"]
KEYS = ["kind", "minutes", "days", "rated", "games", "stones", "name"]
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-2, 400), st.text(max_size=10), st.sampled_from(WORDS)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(KEYS), inner),
    ),
    max_leaves=6,
)


TIMES = [None, {"kind": "real", "minutes": 5, "increment": 3}, {"kind": "days", "days": 3}]
ABSENCES = [{"kind": "wait"}, {"kind": "pause", "minutes": 5}, {"kind": "claim", "seconds": 120}]
MAYBE = st.sampled_from([None, True, False])
MATCHES = st.fixed_dictionaries(
    {"game": st.sampled_from(["mancala", "kalah6", "congkak", "checkers"])},
    optional={
        "opponent": st.sampled_from(["friend", "anybody", "computer"]),
        "level": st.sampled_from([None, "easy", "none"]),
        "side": st.sampled_from(["random", "north", "black", "both"]),
        "visibility": st.sampled_from([None, "public", "link", "seats"]),
        "within": st.sampled_from([0, 100, 7]),
        "options": st.dictionaries(st.sampled_from(["stones", "pie", "side", "name"]), st.just("4")),
        "terms": st.fixed_dictionaries(
            {},
            optional={
                "time": st.sampled_from(TIMES),
                "absence": st.sampled_from(ABSENCES),
                "games": st.integers(-1, 13),
                **{key: st.booleans() for key in ("balanced", "rated", "tips")},
                **dict.fromkeys(("hints", "takebacks"), MAYBE),
                "talk": st.sampled_from([None, "words", "phrases", "off"]),
                "start": st.sampled_from(["", " ", "6 1", "b3-a4", "x"]),
            },
        ),
    },
)

repeatable = settings(derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def program(alice, bob, narrow):
    for limit in (limits.NEW_MATCHES, limits.START_POSITIONS, limits.API_TOKENS):
        narrow(limit, burst=10_000)
    with_accounts(alice=alice, bob=bob)
    begun(alice, bob, side="north")
    return Program(alice)


@repeatable
@given(path=st.sampled_from(sorted(ACTING)), data=st.data())
def test_any_body_gets_a_documented_answer(program, path, data):
    known = ACTING[path].__struct_fields__
    usual = {key: value for key, value in {"cmd": new_cmd(), "game": "mancala"}.items() if key in known}
    body = usual | data.draw(st.dictionaries(st.sampled_from([*known, "unknown"]), VALUES))
    target = path.replace("<match:public_id>", Match.objects.earliest("pk").public_id)
    target = target.replace("<player:public_id>", Player.objects.get(name="bob").public_id)
    answer = program.post(target, **({"cmd": None} | body))
    assert answer.status_code < 500
    if answer.status_code >= 400:
        message = answer.json()["message"]
        assert re.fullmatch(r"(\w+: )?[A-Z].* .*\.", message, re.DOTALL), "the text of an exception"


@repeatable
@given(wanted=MATCHES)
@example(wanted={"game": "mancala", "terms": {"time": TIMES[1], "absence": ABSENCES[1], "hints": False}})
@example(wanted={"game": "mancala", "opponent": "computer", "level": "easy", "visibility": "public"})
def test_any_match_is_made_as_wanted_or_refused(program, wanted):
    answer = program.post("matches", **wanted)
    assert answer.status_code in (201, 400, 409, 422), answer.content
    if answer.status_code == 201:
        path, terms = f"matches/{answer.json()['match']}", wanted.get("terms", {})
        made = row(path)
        program.post(f"{path}/cancel")
        assert made.game == wanted["game"]
        assert made.options.items() >= wanted.get("options", {}).items()
        assert made.open_offer == (wanted.get("opponent") == "anybody")
        assert wanted.get("visibility") in (None, made.visibility)
        for key, value in terms.items():
            if key != "start" and (value is not None or key == "time"):
                assert made.terms[key] == value, key


def test_a_nul_in_a_body_is_refused_before_any_query(alice):
    """PostgreSQL would raise an error for it."""
    with_accounts(alice=alice)
    program = Program(alice)
    assert json.dumps("\0") == r'"\u0000"'
    assert code(program.post("imports", text="a\0b")) == (400, "malformed")
    assert code(program.post("matches", game="mancala", terms={"start": "6\0"})) == (400, "malformed")
