"""The HTTP API: what strangers may read, its pages, errors and document."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from msgspec import defstruct

from games_app.api import openapi, resources
from games_app.api.door import NDJSON, calls_of
from games_app.api.schemas import schemas
from games_app.door import limits
from games_app.games.rules import RULE_SETS
from games_app.lists import match_search
from games_app.models import Match, Player
from tests.pages.lobby import offer
from tests.pages.people import begun, loaded, make, row
from tests.pages.test_inviting import with_accounts
from tests.site_settings import set_site

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = "/api/v1"


def listed(answer) -> list[dict]:
    assert (answer.status_code, answer["Content-Type"]) == (200, NDJSON)
    return [json.loads(line) for line in answer.content.splitlines()]


def api_of(address: str) -> str:
    return f"{ROOT}/matches/{address.rsplit('/', 1)[1]}"


def test_all_rule_sets_are_told(carol):
    told = carol.get(f"{ROOT}/games").json()["rule_sets"]
    assert [one["slug"] for one in told] == list(RULE_SETS)


def test_a_public_match_its_events_and_its_record_are_read(alice, bob, carol):
    address = begun(alice, bob)
    told = carol.get(api_of(address)).json()
    assert told["seq"] == loaded(address).row.seq
    assert sorted(seat["name"] for seat in told["match"]["seats"]) == ["alice", "bob"]
    seqs = [event["seq"] for event in listed(carol.get(f"{api_of(address)}/events"))]
    assert seqs == list(range(1, told["seq"] + 1))
    assert listed(carol.get(f"{api_of(address)}/events?after={seqs[0]}"))[0]["seq"] == seqs[1]
    assert carol.get(f"{api_of(address)}/record").json()["game"] == "mancala"


def test_a_cookie_opens_nothing(alice, bob, carol):
    """Otherwise a page of another site could read as its visitor."""
    address = begun(alice, bob, visibility="seats")
    assert alice.get(address).status_code == 200
    for reader in (alice, bob, carol):
        for below in ("", "/events", "/record"):
            answer = reader.get(api_of(address) + below)
            assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
            assert not answer.has_header("Access-Control-Allow-Origin")
        assert listed(reader.get(f"{ROOT}/matches")) == []


def test_a_list_goes_on_where_its_last_page_ended(alice, bob, carol, monkeypatch):
    monkeypatch.setattr(match_search, "SHOWN", 1)
    made = [begun(alice, bob).rsplit("/", 1)[1] for _ in range(3)]
    found, target = [], f"{ROOT}/matches?game=mancala"
    while target:
        answer = carol.get(target)
        found += [line["id"] for line in listed(answer)]
        link = answer.headers.get("Link", "")
        target = link.partition(">")[0].removeprefix("<http://testserver")
    assert found == made[::-1]


def test_a_player_is_read_with_ratings_and_matches(alice, bob, carol):
    begun(alice, bob)
    whose = Player.objects.get(name="alice")
    told = carol.get(f"{ROOT}/players/{whose.public_id}").json()
    assert told == {"id": whose.public_id, "name": "alice", "computer": False, "bot": False, "ratings": []}
    assert len(listed(carol.get(f"{ROOT}/players/{whose.public_id}/matches"))) == 1


def test_unchanged_answer_is_not_sent_again(alice, bob, carol):
    target = api_of(begun(alice, bob))
    first = carol.get(target)
    again = carol.get(target, HTTP_IF_NONE_MATCH=first["ETag"])
    assert (again.status_code, again.content) == (304, b"")


def test_errors_have_one_shape(alice, carol, narrow):
    address = make(alice)
    alice.post(f"{address}/cancel")
    cases = {
        f"{ROOT}/nowhere": (404, "not_found"),
        f"{ROOT}/no%0Awhere": (404, "not_found"),
        f"{ROOT}/matches?before=x": (400, "bad_query"),
        f"{ROOT}/matches?since=x": (400, "bad_query"),
        api_of(address): (410, "gone"),
    }
    for target, expected in cases.items():
        answer = carol.get(target)
        assert (answer.status_code, answer.json()["code"]) == expected
    assert carol.post(f"{ROOT}/games").json()["code"] == "method_not_allowed"
    set_site(closed="1")
    assert carol.get(f"{ROOT}/matches").json()["code"] == "members_only"
    set_site(closed="0")
    narrow(limits.API_SEARCHES, burst=0)
    late = carol.get(f"{ROOT}/matches")
    assert (late.status_code, int(late["Retry-After"]) > 0) == (429, True)


def test_the_document_names_each_path_and_every_answer(carol):
    told = carol.get(f"{ROOT}/openapi.json").json()
    assert len(told["paths"]) == len(openapi.PATHS)
    names = [call["operationId"] for methods in told["paths"].values() for call in methods.values()]
    assert {"match_view", "accept_offer", "make_match"} < set(names)
    assert len(set(names)) == len(names) > len(told["paths"])
    assert json.dumps(told).count("#/components/schemas/Problem") >= len(openapi.PATHS)


EMPTY = [f"{ROOT}/players", f"{ROOT}/bots", f"{ROOT}/tournaments"]
"""Lists without lines while nobody has an account."""


def test_answers_are_as_the_document_says(alice, bob, carol):
    match = begun(alice, bob).rsplit("/", 1)[1]
    offer(alice)
    document = carol.get(f"{ROOT}/openapi.json").json()
    whose = Player.objects.get(name="alice").public_id
    for path, methods in document["paths"].items():
        if "get" not in methods:
            continue
        target = path.replace("{id}", whose if "/players/" in path else match).replace("{game}", "morris")
        answer = carol.get(f"{target}?name=alice" if target.endswith("/players") else target)
        content = methods["get"]["responses"][str(answer.status_code)]["content"]
        kind = answer["Content-Type"]
        told = listed(answer) if kind == NDJSON else [answer.json()]
        assert told or path in EMPTY
        schema = {**content[kind]["schema"], "components": document["components"]}
        for one in told:
            Draft202012Validator(schema).validate(one)


READING = [path for path, view in openapi.PATHS.items() if "GET" in calls_of(view)]
VALUES = st.one_of(st.text(max_size=20), st.sampled_from(["0", "-1", "9" * 30, "u1-2222222222", "mancala"]))


@settings(derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    path=st.sampled_from(READING),
    query=st.dictionaries(st.sampled_from([*resources.SEARCH, "after", "name"]), VALUES),
)
def test_any_query_gets_a_documented_answer(alice, bob, carol, path, query):
    match = Match.objects.first() or row(begun(alice, bob))
    target = path.replace("<match:public_id>", match.public_id).replace("<game:game>", "mancala")
    target = target.replace("<token>", "some-token").replace(
        "<player:public_id>", Player.objects.get(name="alice").public_id
    )
    answer = carol.get(f"{ROOT}/{target}", query)
    assert answer.status_code in (200, 400, 401, 404, 429), answer.content
    if answer.status_code != 200:
        assert set(answer.json()) <= {"code", "message", "retry_ms"}


def test_the_document_names_no_module_and_sorts_its_calls():
    document = openapi.schema(openapi.PATHS)
    assert not [name for name in document["components"]["schemas"] if "." in name]
    assert document["servers"] == [{"url": "/"}]
    used = {tag for path in document["paths"].values() for call in path.values() for tag in call["tags"]}
    assert used == {tag["name"] for tag in document["tags"]}


def test_document_describes_fields_limits_and_the_size_of_bodies():
    document = openapi.schema(openapi.PATHS)
    schemas = document["components"]["schemas"]
    assert schemas["MatchLine"]["properties"]["winner"]["description"] == "Role that won; empty without one."
    assert schemas["Series"]["properties"]["id"]["description"] == "The id of the first match."
    acting = document["paths"]["/api/v1/matches/{id}/actions"]["post"]["responses"]
    assert "400 calls at once, then 100 a second" in acting["429"]["description"]
    assert "8192 bytes" in acting["413"]["description"]
    assert "100 calls at once" in document["paths"]["/api/v1/lobby"]["get"]["responses"]["429"]["description"]


def test_the_document_describes_keys_and_requires_those_that_answers_always_have():
    parts = openapi.schema(openapi.PATHS)["components"]["schemas"]
    assert parts["MatchLine"]["properties"]["winner"]["description"] == "Role that won; empty without one."
    assert set(parts["Terms"]["required"]) == set(parts["Terms"]["properties"])
    assert set(parts["Done"]["properties"]) - set(parts["Done"]["required"]) == {"mine", "chat"}
    assert (parts["NewMatch"]["required"], parts["Rematch"]["required"]) == (["cmd", "game"], [])


def test_types_of_one_name_are_refused_not_mixed_up():
    one, other = (defstruct("Line", [(key, str)], module=f"games_app.{key}") for key in ("id", "name"))
    with pytest.raises(ValueError, match="Two types of the API are named Line"):
        schemas([one, other], [])


def test_the_root_lists_every_call(carol):
    listed = carol.get(f"{ROOT}/").json()
    called = {(one["method"].lower(), one["path"]) for one in listed["calls"]}
    assert called == {
        (method, path) for path, calls in openapi.schema(openapi.PATHS)["paths"].items() for method in calls
    }
    assert carol.get(listed["document"]).status_code == 200


def test_a_line_of_a_match_says_who_plays_on_which_terms_and_when(alice, bob, carol):
    with_accounts(alice=alice, bob=bob)
    address = begun(alice, bob, visibility="public", time="5+3")
    (line,) = [json.loads(text) for text in carol.get(f"{ROOT}/matches?how=running").content.splitlines()]
    assert address.endswith(line["id"])
    assert set(line["players"]) == set(line["seats"])
    assert line["terms"]["time"] == {"kind": "real", "minutes": 5, "increment": 3}
    assert line["ended"] is None
    assert line["ratings"] == {}
    assert line["started"] > 1_700_000_000_000
