"""A board filled with a position, as text."""

import re
from xml.etree import ElementTree

import pytest

from games_app.drawing import board, plan
from games_app.drawing.board import Board
from games_app.drawing.lettering import NAME_SIZE, SMALLEST_NAME, fitted, strokes, usual_width
from games_app.drawing.scene import last_stops
from games_app.games.rules import GAMES, RULE_SETS
from tests.drawing.looks import looks
from tests.drawing.positions import positions


@pytest.mark.parametrize("slug", GAMES)
def test_a_drawing_holds_what_the_position_has(slug):
    for facts in positions(slug):
        shown = looks(board(slug).svg(facts))
        scene = board(slug).plan.scene(facts)
        assert len(shown["pieces"]) == sum(scene.counts.values()) + len(scene.men)
        assert {name: text for name, (text, _) in shown["counts"].items()} == {
            name: str(scene.counts[name]) for name in shown["counts"]
        }


@pytest.mark.parametrize("slug", GAMES)
def test_every_way_of_holding_a_board_gives_a_whole_svg_that_the_policy_allows(slug):
    for facts in (None, positions(slug)[-1]):
        for side in GAMES[slug].roles:
            for upright in (False, True):
                for lettered in (False, True):
                    text = board(slug).svg(facts, "22", side=side, upright=upright, lettered=lettered)
                    root = ElementTree.fromstring(text)
                    assert root.tag == "{http://www.w3.org/2000/svg}svg"
                    assert "%(" not in text
                    assert not re.search(r"\sstyle=|<style|<script|\son\w+=|href=\"(?!#)", text)


def test_a_board_that_stands_is_seen_alike_from_both_sides():
    read, facts = plan.read("morris"), positions("morris")[-1]
    near, far = (board("morris").svg(facts, side=side) for side in ("white", "black"))
    assert near != far
    read.root.set("data-stays", "")
    near, far = (Board(read).svg(facts, side=side) for side in ("white", "black"))
    assert near == far


@pytest.mark.parametrize("slug", RULE_SETS)
def test_a_drawing_tells_roles_notation_and_a_score_as_the_rules_have_them(slug):
    metadata = plan.read(slug).root.find("defs/metadata")
    assert metadata.find("game").attrib["roles"].split() == list(RULE_SETS[slug].roles)
    score = RULE_SETS[slug].score(RULE_SETS[slug].initial_state().facts())
    assert ("score" in metadata.find("game").attrib) == bool(score)
    actions = [action.attrib for action in metadata.iter("action")]
    assert all("{" in action["notation"] or "button" in action for action in actions)


def test_a_stone_that_falls_changes_the_pile_by_that_stone():
    facts = positions("mancala")[0]
    before = set(looks(board("mancala").svg(facts, "22"))["pieces"])
    more = facts | {"pits": facts["pits"] | {"p2": facts["pits"]["p2"] + 1}}
    after = set(looks(board("mancala").svg(more, "22"))["pieces"])
    assert before < after
    assert len(after - before) == 1


def test_secret_choice_marks_its_player_and_is_not_drawn():
    game = GAMES["congkak"]
    beginning = game.initial_state(opening="simultaneous")
    sealed = [beginning.apply("south", f"scoop {house}").view(None) for house in (2, 5)]
    assert looks(board("congkak").svg(sealed[0]))["sealed"] == ["south"]
    assert looks(board("congkak").svg(beginning.facts()))["sealed"] == []
    assert board("congkak").svg(sealed[0]) == board("congkak").svg(sealed[1])


def test_the_last_move_is_marked_where_it_is_asked_for():
    facts = positions("morris")[0]
    marked = re.findall(
        r'data-stop="([^"]+)"[^>]*><use [^>]*><use class="mark mark-last"',
        board("morris").svg(facts, last=["outer n", "inner w"]),
    )
    assert sorted(marked) == ["inner w", "outer n"]


def test_beginning_and_end_of_each_are_marked_if_both_sow_at_once():
    chosen = GAMES["congkak"].initial_state(opening="simultaneous").apply("south", "scoop 4")
    both = chosen.apply("north", "scoop 9")
    assert last_stops([chosen.trace, both.trace]) == ["4", "2", "9", "14"]


def test_words_are_said_in_the_readers_language():
    said = board("congkak").svg(None, words=lambda word: f"<{word}>")
    assert 'aria-label="&lt;Congkak board&gt;"' in said
    assert "&lt;chosen&gt;" in said


@pytest.mark.parametrize("slug", GAMES)
def test_every_text_on_a_board_can_be_written_without_a_font(slug):
    for node in board(slug).plan.root.iter("text"):
        for letter in node.text or "":
            assert strokes(letter), f"{letter!r} has no drawing in games_app/drawing/letters.svg"


@pytest.mark.parametrize("name", ["Jo", "Witty Puffin", "Wolfgang Amadeus Moz", "W" * 20, "沙" * 20])
def test_a_name_is_whole_and_no_wider_than_its_room(name):
    for room in (68, 100):
        fit = fitted(name, room)
        size = float(fit["font-size"])
        assert SMALLEST_NAME <= size <= NAME_SIZE
        assert float(fit.get("textLength", usual_width(name) * size * 1.4)) <= room
    assert f">{name}</text>" in board("mancala").svg(
        None, words=lambda word: name if word == "north" else word
    )
