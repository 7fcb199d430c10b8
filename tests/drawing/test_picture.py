"""Self-contained pictures, and their renderer."""

import signal
import struct
import subprocess
import sys
from contextlib import ExitStack
from xml.etree import ElementTree

import pytest

from games_app.drawing import render_queue
from games_app.drawing import render_queue as painting
from games_app.drawing.picture import Position, card, card_of_all, picture
from games_app.drawing.render_queue import Busy, png
from games_app.games.rules import GAMES
from tests.drawing.positions import positions

SVG = "{http://www.w3.org/2000/svg}"


def shown(slug, **held):
    return Position(slug, positions(slug)[-1], **held)


def size(image):
    assert image[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", image[16:24])


@pytest.mark.parametrize("slug", GAMES)
def test_a_board_alone_keeps_its_shape_lying_and_upright(slug):
    for upright in (False, True):
        root = ElementTree.fromstring(picture(shown(slug, upright=upright), 600))
        width, height = int(root.attrib["width"]), int(root.attrib["height"])
        *_, across, down = map(float, root.find(f"{SVG}svg").attrib["viewBox"].split())
        assert (width, height) == (600, round(600 * down / across))


def test_the_card_of_all_games_has_no_board_outside_and_none_upon_another():
    root = ElementTree.fromstring(card_of_all(map(shown, GAMES)))
    boxes = [
        [float(node.attrib[name]) for name in ("x", "y", "width", "height")]
        for node in root.findall(f"{SVG}svg")
        if "data-game" in node.attrib
    ]
    assert len(boxes) == len(GAMES)
    for i, (x, y, width, height) in enumerate(boxes):
        assert x >= 0
        assert y >= 80
        assert x + width <= 1200
        assert y + height <= 630
        for x2, y2, width2, height2 in boxes[:i]:
            assert x >= x2 + width2 or x2 >= x + width or y >= y2 + height2 or y2 >= y + height


@pytest.mark.parametrize("slug", GAMES)
def test_the_faces_of_a_card_stand_beside_the_board(slug):
    root = ElementTree.fromstring(card(shown(slug), "Quiet Table", ["puffin", "tiger"]))
    faces = [node.attrib for node in root.findall(f"{SVG}svg") if node.attrib["viewBox"] == "0 0 64 64"]
    drawn = next(node.attrib for node in root.findall(f"{SVG}svg") if "data-game" in node.attrib)
    across, down = (float(each) for each in drawn["viewBox"].split()[2:])
    left, width, height = (float(drawn[name]) for name in ("x", "width", "height"))
    gap = max(0, width - height * across / down) / 2
    (first, size), (second, _) = ((float(face["x"]), float(face["width"])) for face in faces)
    above = all(float(face["y"]) + size <= float(drawn["y"]) for face in faces)
    assert first + size < second
    assert above or (first + size <= left + gap and second >= left + width - gap)


def test_a_card_without_faces_is_the_board_alone():
    assert card(shown("morris"), faces=["", ""]) == card(shown("morris"), faces=["unknown"])


def test_no_picture_needs_a_font_or_anything_from_elsewhere():
    for svg in [card_of_all(map(shown, GAMES)), *(card(shown(slug)) for slug in GAMES)]:
        assert "<text" not in svg
        assert 'href="#' in svg
        assert svg.count('href="') == svg.count('href="#')


def test_a_picture_is_painted_as_large_as_it_says():
    assert size(png(card(shown("morris")))) == (1200, 630)
    assert size(png(picture(shown("congkak"), 300)))[0] == 300


def test_a_painter_that_does_not_come_to_an_end_is_stopped_and_the_next_may_paint(monkeypatch):
    def never(*_, timeout, **__):
        raise subprocess.TimeoutExpired("painter", timeout)

    with monkeypatch.context() as patch:
        patch.setattr(render_queue.subprocess, "run", never)
        for _ in range(painting.WAITING + 1):
            with pytest.raises(Busy):
                png("<svg/>")
    assert size(png(picture(shown("morris"), 40)))[0] == 40


def test_a_painter_that_gets_little_of_a_busy_machine_is_waited_for(tmp_path):
    (tmp_path / "slow.py").write_text("import time; time.sleep(1.2); print('drawn')")
    queue = render_queue.RenderQueue(str(tmp_path / "slow.py"), patience=1.0, waiting=1)
    assert queue.rendered(b"") == b"drawn\n"


def test_more_pictures_than_places_are_refused():
    queue = render_queue.RenderQueue("never.py", patience=0.0, waiting=4)
    with ExitStack() as taken:
        for address in ("192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"):
            taken.enter_context(queue.place(address))
        with pytest.raises(Busy), queue.turn("192.0.2.5"):
            pass
    with queue.turn("192.0.2.5"):
        pass


def test_one_address_cannot_keep_others_from_the_renderer():
    queue = render_queue.RenderQueue("never.py", patience=0.0, waiting=4)
    with ExitStack() as taken:
        for _ in range(2):
            taken.enter_context(queue.place("192.0.2.1"))
        with pytest.raises(Busy), queue.turn("192.0.2.1"):
            pass
        with queue.turn("192.0.2.2"):
            pass


def test_a_painter_gets_no_more_time_than_it_may_have_even_if_nobody_waits_for_it_any_more(tmp_path):
    (tmp_path / "for_ever.py").write_text("while True: pass")
    held = [
        sys.executable,
        "-I",
        render_queue.HERE / "sandboxed_run.py",
        "0",
        "1",
        str(render_queue.MEMORY),
        tmp_path / "for_ever.py",
    ]
    assert subprocess.run(held, timeout=180, check=False).returncode in (-signal.SIGXCPU, -signal.SIGKILL)


def test_a_painter_gets_no_more_memory_than_it_may_have(tmp_path, caplog):
    (tmp_path / "much.py").write_text(f"print(len(bytes({render_queue.MEMORY})))")
    with pytest.raises(Busy):
        render_queue.RenderQueue(str(tmp_path / "much.py"), patience=120, waiting=1).rendered(b"")
    assert "went beyond its limits" in caplog.text
    (tmp_path / "less.py").write_text(f"print(len(bytes({render_queue.MEMORY // 4})))")
    assert render_queue.RenderQueue(str(tmp_path / "less.py"), patience=120, waiting=1).rendered(b"")


def test_a_name_is_lettered_on_a_card_unless_a_letter_of_it_has_no_drawing():
    bare = card(shown("mancala"))
    assert card(shown("mancala"), "Quiet Table").count("<path") > bare.count("<path")
    assert card(shown("mancala"), "沙巴").count("<path") == bare.count("<path")
