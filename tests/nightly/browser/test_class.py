"""A class of 30 programs and a teacher in a browser, from a site's first start to the end of the class."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page as BrowserPage
from playwright.sync_api import expect

from games_app.games.rules import get_game
from games_app.lib.ids import LENGTH
from tests.browser.playing import patiently
from tests.faults.pupils import Crowd, Pupil, found, send_json
from tests.faults.visitor import Visitor
from tests.nightly.entrance.serving import command, ready, serving
from tests.web_server import ROOT

CLASS_SIZE = 30
PASSWORD = "a long password"
NAMES = [f"Child {number:02}" for number in range(1, CLASS_SIZE + 1)]
GAME = "oware"
SIMUL_DECISIONS = 12
STATE = get_game(GAME).initial_state()
(ROLE,) = STATE.to_move
MOVES = STATE.legal_actions(ROLE)


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[tuple[str, str]]:
    """A site right after its first start: its address, and the one-time address of its owner."""
    env = ready(tmp_path) | {"ENGINE_WORKERS": "1"}
    with serving(command(tmp_path / "data", "--port", "0"), env) as site:
        assert site.process.stdout is not None
        while "no owner yet" not in site.process.stdout.readline():
            pass
        owner = subprocess.run(
            [sys.executable, "manage.py", "owner", site.url],
            cwd=ROOT,
            env=env | {"DATA_DIR": str(tmp_path / "data")},
            capture_output=True,
            text=True,
            check=True,
        )
        yield site.url, owner.stdout.strip()


class Teacher:
    """A teacher by hand: everything that they do goes through the page."""

    def __init__(self, page: BrowserPage, url: str) -> None:
        self.page, self.url, self.club = page, url, ""

    def become_owner(self, address: str) -> None:
        self.page.goto(address)
        self.page.get_by_role("link", name="Create an account").click()
        self.page.get_by_label("Name").first.fill("teacher")
        self.page.get_by_label("Password", exact=True).fill(PASSWORD)
        self.page.get_by_role("button", name="Create the account").click()
        self.page.get_by_role("button", name="Become the owner").click()
        expect(self.page).to_have_url(re.compile("/host"))

    def make_class(self) -> list[str]:
        """Make the class; return the words of the cards as they stand on the page to print."""
        self.page.goto(f"{self.url}/clubs/new/class")
        self.page.get_by_label("Name of the class").fill("4b")
        self.page.get_by_role("button", name="Make the class").click()
        self.club = found(rf"/clubs/[2-9a-z]{{{LENGTH}}}", self.page.url)
        self.page.get_by_label("Paste the names, one a line").fill("\n".join(NAMES))
        self.page.get_by_role("button", name="Make the cards").click()
        self.page.emulate_media(media="print")
        expect(self.page.locator(".card-code svg:visible")).to_have_count(CLASS_SIZE)
        assert self.page.pdf().startswith(b"%PDF")
        self.page.emulate_media(media="screen")
        return self.page.locator(".card-words").all_inner_texts()

    def begin(self, pairing: str) -> None:
        """Pair the children who are here, as the form proposes."""
        self.page.goto(f"{self.url}{self.club}/round")
        folded = self.page.locator("details.round-next:not([open]) > summary")
        if folded.count():
            folded.click()
        self.page.get_by_label("Game", exact=True).select_option(GAME)
        self.page.get_by_label(re.compile(pairing)).check()
        for child in self.page.locator("[name=player]:not(:disabled)").all():
            child.set_checked("Child" in (child.locator("xpath=..").text_content() or ""))
        self.page.get_by_role("button", name="Begin all games").click()

    def end_all(self) -> None:
        self.page.goto(f"{self.url}{self.club}/round")
        self.page.get_by_text("End all games").click()
        self.page.get_by_role("button", name="End them now").click()
        expect(self.page.locator(".watched:not([data-over])")).to_have_count(0)

    def ask(self) -> int:
        """Put the first position of the game before the class; return the number of the question."""
        self.page.goto(f"{self.url}{self.club}/ask?game={GAME}")
        self.page.get_by_role("button", name="Ask this position").click()
        expect(self.page.locator("#question")).to_be_visible()
        return int(self.page.locator("#question").get_attribute("data-id") or 0)

    def choose_child(self, name: str) -> None:
        self.page.goto(f"{self.url}{self.club}")
        self.page.get_by_label("A child", exact=True).select_option(label=name)


def signed_in(url: str, words: str) -> Visitor:
    """Return a device on which the child with this card is signed in."""
    device = Visitor(url, "192.0.2.1")
    status, text, _ = device.send("/card", words=words)
    assert status == 302, text
    return device


def at_least(crowd: Crowd, aim: int) -> None:
    """Wait until the programs have made so many moves."""
    for _ in patiently(lambda: f"{crowd.moves} of {aim} moves, refused: {crowd.refused}"):
        if crowd.moves >= aim:
            return


def test_class_lives_from_the_first_start_to_its_deletion(player, fresh):
    url, address = fresh
    person = player("teacher", base_url=url)
    teacher = Teacher(person.page, url)
    teacher.become_owner(address)
    words = teacher.make_class()
    assert len(set(words)) == CLASS_SIZE
    pupils = [
        Pupil(name, signed_in(url, card), teacher.club, random.Random(name))
        for name, card in zip(NAMES, words, strict=True)
    ]
    with Crowd(pupils) as crowd:
        a_round_is_played_paused_and_ended(teacher, crowd)
        a_simul_is_given(teacher, crowd)
        a_position_is_put_before_all(teacher, crowd)
        assert crowd.refused == []
        a_child_changes_the_device(teacher, crowd, words[1])
        a_lost_card_is_replaced(teacher, crowd, words[0])
        a_child_tries_what_it_may_not(teacher, crowd.pupils[2])
        a_stranger_finds_nobody(teacher, crowd.pupils[2])
        the_class_is_deleted(teacher, crowd, words)
        assert crowd.failed == []


def a_round_is_played_paused_and_ended(teacher: Teacher, crowd: Crowd) -> None:
    for _ in patiently(lambda: f"{[pupil.heard for pupil in crowd.pupils]}"):
        if all(pupil.heard for pupil in crowd.pupils):
            break
    teacher.begin("By lot")
    cards = teacher.page.locator("#boards .watched")
    expect(cards).to_have_count(CLASS_SIZE // 2)
    at_least(crowd, 2 * CLASS_SIZE)
    teacher.page.get_by_role("button", name="Pause all").click()
    expect(teacher.page.get_by_text("Paused", exact=True)).to_have_count(CLASS_SIZE // 2)
    teacher.page.get_by_role("button", name="Go on").click()
    at_least(crowd, crowd.moves + 2 * CLASS_SIZE)
    teacher.page.get_by_role("link", name="For a big screen").click()
    expect(cards).to_have_count(CLASS_SIZE // 2)
    teacher.end_all()


def a_simul_is_given(teacher: Teacher, crowd: Crowd) -> None:
    """The teacher plays some decisions; each time the next board that waits comes by itself."""
    page, before = teacher.page, crowd.moves
    teacher.begin("Simul")
    expect(page.locator("#boards .watched")).to_have_count(CLASS_SIZE)
    at_least(crowd, before + CLASS_SIZE)
    page.get_by_role("link", name="To your board").click()
    seen = set()
    for _ in range(SIMUL_DECISIONS):
        expect(page).to_have_title(re.compile("Your turn"))
        here = page.url
        seen.add(here)
        page.locator("game-board:not([parts]) [data-stop][data-playable]").first.click()
        expect(page).not_to_have_url(here)
    assert len(seen) > SIMUL_DECISIONS // 2
    page.goto(f"{teacher.url}{teacher.club}/round/screen")
    expect(page.get_by_text(re.compile(r"teacher against all: .* \d+ still playing"))).to_be_visible()
    teacher.end_all()


def a_position_is_put_before_all(teacher: Teacher, crowd: Crowd) -> None:
    number = teacher.ask()
    for pupil in crowd.pupils:
        pupil.answer(number, MOVES)
    page = teacher.page
    page.goto(f"{teacher.url}{teacher.club}/question/screen")
    expect(page.get_by_text(f"{CLASS_SIZE} of {CLASS_SIZE} have answered.")).to_be_visible()
    page.get_by_role("button", name="Close the question").click()
    for step in ("Show what is proved", "Show the line"):
        button = page.get_by_role("button", name=step)
        if button.count():
            button.click()
    assert (
        send_json(
            crowd.pupils[0].visitor,
            f"{teacher.club}/question/answer",
            {"question": number, "action": MOVES[0]},
        )
        == 409
    )


def a_child_changes_the_device(teacher: Teacher, crowd: Crowd, words: str) -> None:
    other = signed_in(teacher.url, words)
    assert other.get(teacher.club)[0] == 200
    assert crowd.pupils[1].visitor.get(teacher.club)[0] == 200


def a_lost_card_is_replaced(teacher: Teacher, crowd: Crowd, words: str) -> None:
    lost = crowd.pupils[0]
    teacher.choose_child(lost.name)
    teacher.page.get_by_role("button", name="New card", exact=True).click()
    (replaced,) = teacher.page.locator(".card-words").all_inner_texts()
    assert Visitor(teacher.url, "192.0.2.1").send("/card", words=words)[0] == 422
    assert lost.visitor.get(teacher.club)[0] == 404
    for _ in patiently(lambda: f"closed with {lost.closed_with}"):
        if lost.closed_with is not None:
            break
    assert signed_in(teacher.url, replaced).get(teacher.club)[0] == 200


def a_child_tries_what_it_may_not(teacher: Teacher, child: Pupil) -> None:
    """Every attempt is refused, and the class stays as it is."""
    me, club = child.visitor, teacher.club
    before = teacher.page.request.get(f"{teacher.url}{club}").text()
    other = found(r'option value="[2-9a-z]+">Child 10', before).split('"')[1]
    forms: dict[str, dict[str, str]] = {
        f"{club}/act": {"do": "leave"},
        f"{club}/act ": {"do": "post", "text": "Meet me outside"},
        f"{club}/act  ": {"do": "rename_child", "player": other, "name": "Silly"},
        f"{club}/act   ": {"do": "remove_child", "player": other},
        f"{club}/act    ": {"do": "new_card", "player": other},
        f"{club}/act     ": {"do": "add_children", "names": "Intruder"},
        f"{club}/act      ": {"do": "delete_class"},
        f"{club}/act       ": {"do": "renew"},
        f"{club}/round": {"game": GAME, "pairing": "random", "player": other},
        f"{club}/round/act": {"do": "end"},
        f"{club}/ask": {"game": GAME, "facts": "{}"},
        f"{club}/change": {"name": "Ours", "colour": "red"},
        "/account": {"name": "Queen", "password": PASSWORD},
        "/clubs/new": {"name": "Gang", "colour": "red", "visibility": "hidden"},
        "/name": {"name": "Queen"},
        "/withdraw": {"sure": "yes"},
        "/devices": {"do": "phrase"},
        "/host": {"do": "backup"},
        f"/new/{GAME}": {"visibility": "public", "name": "Queen"},
    }
    for path, form in forms.items():
        status, text, led = me.send(path.strip(), **form)
        assert status >= 400 or led in ("/", path.strip(), "/clubs"), (path, status, text[:200], led)
    deed = {"do": "close", "question": 1}
    assert send_json(me, f"{club}/question/change", deed) in (403, 404)
    after = teacher.page.request.get(f"{teacher.url}{club}").text()
    assert [name for name in NAMES if f">{name}<" not in after] == []
    for word in ("Queen", "Silly", "Intruder", "Meet me outside"):
        assert word not in after, word
    assert me.get(club)[0] == 200


def a_stranger_finds_nobody(teacher: Teacher, child: Pupil) -> None:
    mallory = Visitor(teacher.url, "192.0.2.2")
    assert mallory.get(teacher.club)[0] == 404
    assert mallory.get(f"{teacher.club}/round/screen")[0] == 404
    for page in ("/history?name=Child", "/clubs", "/watch", "/lobby", "/api/v1/matches"):
        assert "Child 0" not in mallory.get(page)[1], page


def the_class_is_deleted(teacher: Teacher, crowd: Crowd, words: list[str]) -> None:
    page = teacher.page
    page.goto(f"{teacher.url}{teacher.club}")
    page.locator("summary", has_text="Delete the class").click()
    page.get_by_role("button", name="Delete it now").click()
    expect(page).to_have_url(re.compile("/clubs$"))
    expect(page.get_by_text("4b")).to_have_count(0)
    for card in words[3:6]:
        assert Visitor(teacher.url, "192.0.2.1").send("/card", words=card)[0] == 422
    for _ in patiently(lambda: f"{[pupil.closed_with for pupil in crowd.pupils]}"):
        if all(pupil.closed_with is not None for pupil in crowd.pupils):
            return
