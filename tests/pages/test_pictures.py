"""A match in pictures: positions as SVG and PNG, its course as GIF and WebP."""

from __future__ import annotations

import io
import re
from itertools import pairwise

import pytest
from PIL import Image

from games_app.door import limits
from games_app.drawing import render_queue
from games_app.drawing.render_queue import Busy, chosen
from games_app.lib.rate_limit import RateLimit
from games_app.pages import pictures
from tests.pages.people import act, begun, loaded, make
from tests.records import Told, equal_rounds

pytestmark = pytest.mark.django_db(transaction=True)


def frames(answer) -> list[Image.Image]:
    assert answer.status_code == 200, answer.content
    film = Image.open(io.BytesIO(answer.content))
    shown = []
    for place in range(film.n_frames):
        film.seek(place)
        shown.append(film.convert("RGB").copy())
    return shown


def stones(svg: str) -> int:
    return svg.count('class="stone"')


@pytest.fixture
def four_moves():
    return f"/m/{Told('morris').play_on(seed=3, decisions=4).resigned().store()}"


def test_a_position_is_drawn_after_any_ply(carol, four_moves):
    drawn = [carol.get(f"{four_moves}/position.svg?ply={ply}").content.decode() for ply in range(5)]
    placed = [len(set(re.findall(r'class="man" data-on="([^"]+)"', svg))) for svg in drawn]
    assert placed == [0, 1, 2, 3, 4]
    assert carol.get(f"{four_moves}/position.svg").content.decode() == drawn[4]
    policy = carol.get(f"{four_moves}/position.svg")["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "style-src 'unsafe-inline'" in policy


def test_a_position_is_a_png_with_either_side_nearest(carol, four_moves):
    one, other = (carol.get(f"{four_moves}/position.png?ply=3&side={side}") for side in ("white", "black"))
    assert Image.open(io.BytesIO(one.content)).size[0] == 1200
    assert one.content != other.content


def test_a_match_is_an_animation_of_its_positions(carol, four_moves):
    answer = carol.get(f"{four_moves}/moves.webp")
    assert answer["Content-Type"] == "image/webp"
    shown = frames(answer)
    assert len(shown) == 5
    assert len({image.tobytes() for image in shown}) == 5
    assert len(frames(carol.get(f"{four_moves}/moves.webp?from=2&to=3"))) == 2


def test_a_round_is_an_animation_of_its_own(carol, monkeypatch):
    filmed = []
    monkeypatch.setattr(
        "games_app.pages.pictures.film", lambda positions, kind, _: filmed.extend(positions) or b""
    )
    told = Told("congkak", rounds="match", opening="south", sowing="auto").play(equal_rounds(2)).resigned()
    assert carol.get(f"/m/{told.store()}/moves.webp?round=2").status_code == 200
    assert len(filmed) == 29
    assert {position.facts["round"] for position in filmed} == {2}
    assert sum(filmed[0].facts["houses"].values()) == 98
    assert carol.get(f"/m/{told.id}/moves.webp?round=9").status_code == 400


def test_of_a_long_match_at_most_200_positions_are_shown_evenly_chosen():
    assert chosen(5) == [0, 1, 2, 3, 4]
    assert len(chosen(200)) == len(chosen(12_001)) == 200
    places = chosen(12_001)
    assert (places[0], places[-1]) == (0, 12_000)
    steps = {after - before for before, after in pairwise(places)}
    assert steps <= {60, 61}


def test_picture_hides_a_secret_choice(alice, bob):
    address = begun(alice, bob, "congkak")
    before = alice.get(f"{address}/position.svg?ply=0").content
    act(address, "south", "scoop 3")
    after = alice.get(f"{address}/position.svg").content.decode()
    act(address, "north", "scoop 10")
    assert stones(after) == stones(before.decode())
    assert loaded(address).row.ply == 2


@pytest.mark.parametrize("way", ["position.svg", "position.png", "moves.gif", "moves.webp"])
def test_before_it_begins_and_for_whom_it_is_closed_to_there_is_no_picture(alice, bob, mallory, way):
    assert alice.get(f"{make(alice)}/{way}").status_code == 404
    closed = begun(alice, bob, visibility="seats")
    assert mallory.get(f"{closed}/{way}").status_code == 404
    seen = bob.get(f"{closed}/{way}")
    assert seen.status_code == 200
    assert "private" in seen["Cache-Control"]


def test_a_film_is_made_once(carol, four_moves, monkeypatch):
    made = []
    monkeypatch.setattr(
        "games_app.pages.pictures.film", lambda positions, kind, _: made.append(kind) or b"film"
    )
    for _ in range(3):
        assert carol.get(f"{four_moves}/moves.gif").content == b"film"
    assert made == ["gif"]


def test_an_address_has_so_much_of_the_painters_time(carol, mallory, four_moves, monkeypatch):
    """Long films cost more, and no parameter makes repeated requests free."""
    made = []
    monkeypatch.setattr(
        "games_app.pages.pictures.film", lambda positions, kind, _: made.append(kind) or b"film"
    )
    frames = 5
    monkeypatch.setattr(limits, "PICTURES", RateLimit("few", 2 * frames * pictures.FRAME_COST, 0.01))
    ways = ["moves.gif", "moves.gif?from=1", "moves.webp?from=1", "moves.webp", "position.png"]
    codes = [mallory.get(f"{four_moves}/{way}").status_code for way in ways]
    assert codes == [200, 200, 429, 429, 429]
    answers = [mallory.get(f"{four_moves}/position.svg?ply={n % 5}&x={n}") for n in range(20)]
    codes = [answer.status_code for answer in answers]
    assert 0 < codes.count(200) < 20
    assert answers[-1]["Retry-After"]
    assert carol.get(f"{four_moves}/moves.gif", REMOTE_ADDR="203.0.113.9").status_code == 200
    assert made == ["gif", "gif"], "what was painted once is given to everybody"


def test_while_too_many_films_are_made_the_next_has_to_wait(carol, four_moves, monkeypatch):
    def busy(*_):
        raise Busy

    monkeypatch.setattr(render_queue.film_queue, "rendered", busy)
    assert carol.get(f"{four_moves}/moves.gif").status_code == 503
