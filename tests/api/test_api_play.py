"""Programs that play: matches made, joined and played through the API."""

from __future__ import annotations

import itertools
import json
import re
from functools import cache

import pytest
from django.conf import settings as site
from jsonschema import Draft202012Validator

from games_app.api import openapi
from games_app.door import limits
from games_app.match.messages import Create, MatchConfig
from games_app.match.terms import Daily, Terms
from games_app.models import ChatMessage, Event, Match, Player
from games_app.record.commands.chat import BURST
from games_app.record.writer import writer
from tests.api.test_api import ROOT
from tests.api.test_api_tokens import token_of
from tests.pages.people import begun, loaded
from tests.pages.test_inviting import open_up, public_id, with_accounts
from tests.rated import send
from tests.site_settings import set_site

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "engine"])

_numbers = itertools.count()
REAL = {"kind": "real", "minutes": 5, "increment": 3}
CLAIM = {"kind": "claim", "seconds": 120}

IMPOSSIBLE = {
    "game": {"game": "chess"},
    "options": {"options": {"stones": "9"}},
    "kalah4": {"game": "kalah4", "options": {"stones": "9"}},
    "side": {"side": "east"},
    "rated": {"terms": {"rated": True}},
    "terms.rated": {"opponent": "computer", "terms": {"rated": True, "time": REAL}},
    "terms.balanced": {"game": "morris", "terms": {"balanced": True}},
    "games": {"terms": {"games": 3}},
    "time": {"opponent": "anybody"},
    "absence": {"opponent": "anybody", "terms": {"time": REAL}},
    "level": {"level": "hard"},
    "within": {"within": 200},
    "visibility": {"opponent": "computer", "visibility": "public"},
    "terms.talk": {"opponent": "computer", "terms": {"talk": "words"}},
    "a level": {"opponent": "computer", "level": "godlike"},
}


def new_cmd() -> str:
    return f"program-{next(_numbers):06}"


@cache
def _document():
    return openapi.schema(openapi.PATHS)


def documented(answer):
    """Return the answer, if the document names its status and, of a success, its shape."""
    document = _document()
    path = openapi.template_of(answer.resolver_match.route.removeprefix("api/v1/"))
    told = document["paths"][path][answer.request["REQUEST_METHOD"].lower()]["responses"]
    content = told[str(answer.status_code)]["content"]
    if answer["Content-Type"] == "application/json":
        schema = content["application/json"]["schema"] | {"components": document["components"]}
        Draft202012Validator(schema).validate(answer.json())
    return answer


class Program:
    """A program with somebody's token."""

    def __init__(self, owner, *scopes: str) -> None:
        self.browser, self.token = owner, token_of(owner, *(scopes or ("read", "play", "challenge")))

    def get(self, path: str):
        return documented(self.browser.get(f"{ROOT}/{path}", HTTP_AUTHORIZATION=f"Bearer {self.token}"))

    def post(self, path: str, **body):
        """Send a body with an id of its own, or the given one; with ``cmd=None`` it has none."""
        body = {"cmd": new_cmd()} | body
        if body["cmd"] is None:
            del body["cmd"]
        answer = self.browser.post(
            f"{ROOT}/{path}",
            json.dumps(body),
            content_type="application/json",
            HTTP_AUTHORIZATION=f"Bearer {self.token}",
        )
        return documented(answer)

    def made(self, **body) -> str:
        """Make a match; return its path."""
        answer = self.post("matches", **({"game": "mancala"} | body))
        assert answer.status_code == 201, answer.content
        return f"matches/{answer.json()['match']}"


@pytest.fixture
def bots(alice, bob):
    with_accounts(alice=alice, bob=bob)
    return Program(alice), Program(bob)


def code(answer) -> tuple[int, str]:
    return answer.status_code, answer.json().get("code", "")


def row(path: str) -> Match:
    return loaded(f"/{path}").row


def playing(one: Program, other: Program, **body) -> str:
    path = one.made(**({"side": "north"} | body))
    assert other.post(f"{path}/join").status_code == 200
    return path


def act(program: Program, path: str, cmd: str | None = None):
    """Play the first legal action of the program's role."""
    told = program.get(path).json()
    role = told["you"][0]
    action = told["position"]["legal"][role][0]
    sent = {"base": told["position"]["base"][role], "action": action}
    return program.post(f"{path}/actions", **sent, cmd=cmd or new_cmd())


def test_two_programs_play_a_match_to_its_end(bots):
    one, other = bots
    path = one.made(side="north", terms={"time": REAL, "absence": CLAIM, "takebacks": False})
    match = row(path)
    assert (match.status, match.visibility, match.terms["takebacks"]) == ("waiting", "public", False)
    assert match.terms["time"] == REAL
    assert other.post(f"{path}/join").status_code == 200
    for _ in range(200):
        told = one.get(path).json()
        if told["match"]["status"] == "over":
            break
        mover = one if told["position"]["to_move"] == ["north"] else other
        answer = act(mover, path)
        assert answer.status_code == 200, answer.content
        assert answer.json()["seq"] > told["seq"]
    else:
        one.post(f"{path}/resign")
    assert row(path).status == "over"


def test_a_call_that_is_sent_again_acts_once_and_is_answered_as_before(bots):
    one, other = bots
    cmds = [new_cmd() for _ in range(4)]
    made = [one.post("matches", game="mancala", side="north", cmd=cmds[0]) for _ in range(2)]
    assert [each.status_code for each in made] == [201, 201]
    assert made[0].json()["match"] == made[1].json()["match"]
    assert [each.json()["again"] for each in made] == [False, True]
    path = f"matches/{made[0].json()['match']}"
    joined = [other.post(f"{path}/join", cmd=cmds[1]) for _ in range(2)]
    told = one.get(path).json()
    action = {"base": told["position"]["base"]["north"], "action": "pick p10", "cmd": cmds[2]}
    acted = [one.post(f"{path}/actions", **action) for _ in range(2)]
    resigned = [other.post(f"{path}/resign", cmd=cmds[3]) for _ in range(2)]
    for first, again in (joined, acted, resigned):
        assert (first.status_code, again.status_code) == (200, 200)
        assert again.json() == first.json() | {"again": True}
    after = one.post(f"{path}/actions", **action)
    assert (after.status_code, after.json()["again"]) == (200, True), "also after the end"
    assert Event.objects.filter(what="acted").count() == 1
    assert Match.objects.count() == 1


def test_refusals_have_the_status_that_says_what_to_do(bots, carol):
    one, other = bots
    with_accounts(carol=carol)
    watcher, path = Program(carol), playing(*bots)
    base = one.get(path).json()["position"]["base"]["north"]
    assert code(one.post(f"{path}/actions", base=base, action="pick p1")) == (422, "not_your_pit")
    assert code(one.post(f"{path}/actions", base=0, action="pick p10")) == (409, "stale")
    assert code(other.post(f"{path}/actions", base=base, action="pick p1")) == (409, "not_your_turn")
    assert code(watcher.post(f"{path}/resign")) == (403, "not_seated")
    assert code(watcher.post(f"{path}/join")) == (409, "wrong_phase")
    assert code(other.post(f"{path}/cancel")) == (403, "not_the_maker")
    assert code(one.post(f"{path}/join")) == (409, "already_seated")
    assert code(one.post("matches/2222222222/resign")) == (404, "not_found")
    assert code(one.post(f"{path}/resign", cmd="short")) == (400, "malformed")
    assert code(one.post(f"{path}/resign", more=1)) == (400, "malformed")
    assert code(one.post(f"{path}/resign", cmd="x" * 9000)) == (413, "too_large")


def test_offers_are_made_answered_and_withdrawn(bots):
    one, other = bots
    path = playing(*bots)
    act(one, path)
    offer = one.post(f"{path}/offers", what="takeback").json()["seq"]
    assert one.get(path).json()["offers"] == {"takeback": {"by": "north", "seq": offer}}
    assert code(one.post(f"{path}/offers/accept", what="takeback", of=offer)) == (409, "own_offer")
    assert other.post(f"{path}/offers/decline", what="takeback", of=offer).status_code == 200
    assert code(other.post(f"{path}/offers/accept", what="takeback", of=offer)) == (409, "no_offer")
    drawn = other.post(f"{path}/offers", what="draw").json()["seq"]
    assert other.post(f"{path}/offers/withdraw", what="draw", of=drawn).status_code == 200
    act(other, path)
    drawn = other.post(f"{path}/offers", what="draw").json()["seq"]
    assert one.post(f"{path}/offers/accept", what="draw", of=drawn).status_code == 200
    assert (row(path).status, row(path).how) == ("over", "agreement")
    assert one.post(f"{path}/rematch").status_code == 200
    following = other.post(f"{path}/rematch")
    assert following.status_code == 200
    assert one.get(path).json()["match"]["rematch"]["match"]


def test_a_match_against_the_computer_begins_at_once(bots):
    path = bots[0].made(opponent="computer", level="hard", side="north")
    match = loaded(f"/{path}")
    assert (match.row.status, match.row.visibility, match.terms.talk) == ("playing", "link", "off")
    assert Player.objects.get(pk=match.sitters["south"]).level == "hard"


def waiting(reader) -> list[dict]:
    """Return the open offers that this program or browser is shown."""
    get = reader.get if isinstance(reader, Program) else lambda path: documented(reader.get(f"{ROOT}/{path}"))
    return [json.loads(line) for line in get("lobby").content.splitlines()]


def test_a_program_reads_the_open_offers_of_the_lobby_and_takes_a_casual_one(bots, carol):
    one, other = bots
    terms = {"time": {"kind": "days", "days": 3}}
    path = one.made(game="morris", opponent="anybody", terms=terms)
    one.made()  # its link is the invitation
    for reader in (other, carol):
        (offer,) = waiting(reader)
        assert (f"matches/{offer['match']}", offer["game"], offer["name"]) == (path, "morris", "alice")
        assert (offer["player"], offer["pace"], offer["bounds"]) == (public_id("alice"), "", None)
        assert offer["terms"]["time"] == terms["time"]
        assert offer["since"] < offer["until"]
    assert other.post(f"{path}/join").status_code == 200
    assert waiting(carol) == []


def test_a_program_makes_and_takes_no_rated_match_of_people(bots, carol):
    one, other = bots
    terms = Terms(time=Daily(3), hints=False, takebacks=False, rated=True)
    wanted = {"game": "morris", "terms": {"time": {"kind": "days", "days": 3}, "rated": True}}
    assert code(one.post("matches", opponent="anybody", **wanted)) == (403, "rated_needs_bot")
    assert code(one.post(f"players/{public_id('bob')}/invitations", **wanted)) == (403, "rated_needs_bot")
    config = MatchConfig("morris", {}, "random", Match.Visibility.PUBLIC, terms, open_offer=True, within=200)
    offered = send(Create(config, "alice"), "", Player.objects.get(name="alice"))
    (offer,) = waiting(other)
    assert (offer["match"], offer["terms"]["rated"], offer["bounds"]) == (offered, True, [1300, 1700])
    assert code(other.post(f"matches/{offered}/join")) == (403, "rated_needs_bot")


def said() -> list[tuple[str, str]]:
    return [(one.room, one.text or one.phrase) for one in ChatMessage.objects.order_by("pk")]


def test_players_say_something_through_the_api_once(bots, carol):
    one, other = bots
    path, cmd = playing(*bots), new_cmd()
    first, again = (one.post(f"{path}/chat", room="players", text="Good luck!", cmd=cmd) for _ in range(2))
    assert (first.status_code, first.json()["chat"], first.json()["again"]) == (200, 1, False)
    assert again.json() == first.json() | {"again": True}
    assert other.post(f"{path}/chat/phrases", room="players", phrase="thanks").json()["chat"] == 2
    assert said() == [("players", "Good luck!"), ("players", "thanks")]
    assert code(one.post(f"{path}/chat", room="players", text="good luck!"))[1] == "chat_repeated"
    assert code(one.post(f"{path}/chat", room="players", text=" ")) == (422, "chat_empty")
    assert code(one.post(f"{path}/chat", room="watchers", text="Hello")) == (409, "chat_closed")
    with_accounts(carol=carol)
    heard = Program(carol).post(f"{path}/chat", room="watchers", text="Hello")
    assert code(heard) == (409, "chat_closed"), "no socket shows where the watcher is"
    assert code(one.post(f"{path}/chat", room="players", text="x" * 9000)) == (413, "too_large")
    assert len(said()) == 2


def test_chat_flood_through_the_api_is_refused_with_the_time_to_wait(bots, narrow):
    path = playing(*bots)
    texts = [f"number {number}" for number in range(BURST + 1)]
    *sent, late = [bots[0].post(f"{path}/chat", room="players", text=text) for text in texts]
    assert {each.status_code for each in sent} == {200}
    assert code(late) == (429, "chat_too_fast")
    assert int(late["Retry-After"]) > 0
    narrow(limits.API_CHAT, burst=0)
    assert code(bots[1].post(f"{path}/chat", room="players", text="Hello")) == (429, "too_fast")


def test_a_match_begins_after_chosen_moves(bots):
    path = bots[0].made(terms={"start": "6 1"}, visibility="link")
    assert row(path).terms["start"] == "6 1"
    assert code(bots[0].post("matches", game="mancala", terms={"start": "nonsense"})) == (
        422,
        "impossible_match",
    )


def test_the_example_of_the_documentation_makes_a_match(bots):
    text = (site.BASE_DIR / "docs" / "api.md").read_text(encoding="utf-8")
    example = json.loads(re.search(r"```json\n(.*?)```", text, re.DOTALL)[1])
    assert row(bots[0].made(**example)).open_offer


def test_a_match_that_the_page_would_not_make_is_not_made_and_the_key_is_told(bots):
    for wrong, body in IMPOSSIBLE.items():
        answer = bots[0].post("matches", **({"game": "mancala"} | body))
        assert code(answer) == (422, "impossible_match"), wrong
        if wrong not in ("kalah4", "rated", "a level"):
            assert wrong in answer.json()["message"]
    assert not Match.objects.exists()


def test_a_player_is_invited_and_nobody_else_takes_the_seat(bots, alice, bob, mallory):
    with_accounts(mallory=mallory)
    target = f"players/{public_id('bob')}/invitations"
    assert code(bots[0].post(target, game="mancala")) == (409, "not_played_with")
    open_up(bob)
    cmd = new_cmd()
    answers = [bots[0].post(target, game="mancala", cmd=cmd) for _ in range(2)]
    assert [each.status_code for each in answers] == [201, 201]
    path = f"matches/{answers[0].json()['match']}"
    assert answers[0]["Location"] == f"{ROOT}/{path}"
    assert code(Program(mallory).post(f"{path}/join")) == (404, "not_found")
    assert bots[1].post(f"{path}/join").status_code == 200
    assert code(bots[0].post(f"players/{public_id('alice')}/invitations", game="mancala"))[0] == 409


def test_a_closed_site_lets_strangers_make_nothing(bots):
    set_site(closed="1")
    for path in ("matches", f"players/{public_id('bob')}/invitations"):
        assert code(bots[0].post(path, game="mancala")) == (403, "members_only")
    assert not Match.objects.exists()


def test_all_tokens_of_an_account_share_what_it_may_send(bots, alice, narrow):
    narrow(limits.API_TOKENS, burst=1)
    assert bots[0].get("games").status_code == 200
    assert Program(alice).get("games").status_code == 429
    assert bots[1].get("games").status_code == 200


def test_the_cookies_of_a_browser_act_for_nobody(alice, bob):
    with_accounts(alice=alice, bob=bob)
    target = f"{ROOT}/matches/{begun(alice, bob).rsplit('/', 1)[1]}/resign"
    body = json.dumps({"cmd": new_cmd()})
    answer = alice.post(
        target, body, content_type="application/json", HTTP_ORIGIN="https://elsewhere.example"
    )
    assert code(answer) == (401, "no_token")
    assert answer["WWW-Authenticate"] == "Bearer"
    assert "Access-Control-Allow-Origin" not in answer
    assert Match.objects.get().status == "playing"


def test_strangers_commands_are_refused_before_the_writer(bots, mallory, monkeypatch):
    with_accounts(mallory=mallory)
    stranger, path = Program(mallory), playing(*bots)
    monkeypatch.setattr(writer, "ask", lambda *_, **__: pytest.fail("it reached the writer"))
    for below in ("resign", "rematch", "cancel", "join"):
        assert stranger.post(f"{path}/{below}").status_code in (403, 409)
