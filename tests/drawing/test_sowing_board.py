"""Sowing boards are drawn from numbers, and those of mancala and congkak as they were drawn by hand."""

from __future__ import annotations

import json
import math
import re
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

from games_app.drawing import sowing_board
from games_app.drawing.arrangement import Arrangement, scatter
from games_app.drawing.measures import Size
from games_app.drawing.plan import Plan, parsed, source
from games_app.games.sowing_board import LONGEST_ROW, SHORTEST_ROW, SowingBoard, Store

BY_HAND = json.loads(Path(__file__).with_name("sowing_boards.json").read_text(encoding="utf-8"))
"""Coordinates of two boards that an artist drew.

A view box lying and upright; of each place its own coordinates and those of its texts, lying and upright; of
each shape cx, cy, rx, ry, x, y, width and height of its ellipses and rectangles.
"""
MATERIALS = sorted(path.stem for path in sowing_board.MATERIALS.glob("*.svg"))
LENGTHS = range(SHORTEST_ROW, LONGEST_ROW + 1)
PHONE, FINGER = 360, 44
"""Pixels: the width of a small phone, and what a finger can hit."""


def named(length: int, first: int = 1) -> dict[str, str]:
    return {f"h{i}": str(i) for i in range(first, first + length)}


def a_board(length: int, *, stores: bool = True, **more: object) -> SowingBoard:
    return SowingBoard(
        label="A board",
        near="south",
        rows={"south": named(length), "north": named(length, length + 1)},
        stores={"south": Store("S", "S"), "north": Store("N", "N")} if stores else {},
        **more,
    )


def plan_of(board: SowingBoard) -> Plan:
    return parsed("sown", sowing_board.svg(board, "sown", ("south", "north")))


def numbers(*texts: str) -> list[float]:
    return [float(number) for text in texts for number in text.split()]


def coordinates(node: ElementTree.Element) -> list[float]:
    return numbers(node.attrib["data-lying"], node.attrib["data-upright"])


def as_drawn(slug: str) -> dict[str, object]:
    """Return the coordinates of a drawing as ``BY_HAND`` has them."""
    root = parsed(slug, source(slug)).root
    places, shapes = {}, {}
    for node in root.iter():
        for attribute, prefix in (("data-stop", ""), ("data-places", ""), ("data-sealed", "sealed ")):
            if attribute in node.attrib:
                texts = [coordinates(text) for text in node if "data-lying" in text.attrib]
                places[prefix + node.attrib[attribute]] = [coordinates(node), *texts]
        name = node.get("id", "").removeprefix(f"{slug}-")
        drawn = [shape for shape in node.iter() if shape.tag in {"ellipse", "rect"}]
        if node.tag == "g" and name and drawn and "burnt" not in name:
            shapes[name] = [
                [float(shape.get(side, 0)) for side in "cx cy rx ry x y width height".split()]
                for shape in drawn
            ]
    boxes = {form: numbers(root.attrib[f"data-{form}"]) for form in ("lying", "upright")}
    return boxes | {"places": places, "shapes": shapes}


def flat(value: object) -> list[float]:
    """Return all numbers of nested lists and dicts, in the order of the dicts' keys."""
    if isinstance(value, dict):
        return [number for key in sorted(value) for number in flat(value[key])]
    return [number for part in value for number in flat(part)] if isinstance(value, list) else [float(value)]


@pytest.mark.parametrize("slug", BY_HAND)
def test_a_board_that_was_drawn_by_hand_is_drawn_alike(slug):
    drawn, by_hand = as_drawn(slug), BY_HAND[slug]
    for what in ("places", "shapes"):
        assert drawn[what].keys() == by_hand[what].keys()
    ours, theirs = flat(drawn), flat(by_hand)
    assert len(ours) == len(theirs)
    assert max(abs(one - other) for one, other in zip(ours, theirs, strict=True)) < 0.2


@pytest.mark.parametrize("stores", [True, False], ids=["stores", "no stores"])
@pytest.mark.parametrize("length", LENGTHS)
def test_pits_and_stores_lie_apart_and_on_the_plank(length, stores):
    plan = plan_of(a_board(length, stores=stores))
    for upright in (False, True):
        sizes = {kind: tables[upright].size for kind, tables in plan.tables.items()}
        placed = [
            (*Arrangement(plan, upright, False).point(stop), sizes[kind]) for stop, kind in plan.stops.items()
        ]
        box = numbers(plan.root.attrib["data-upright" if upright else "data-lying"])
        for x, y, size in placed:
            assert box[0] + 6 < x - size.x < x + size.x < box[0] + box[2] - 6
            assert box[1] + 6 < y - size.y < y + size.y < box[1] + box[3] - 6
        for (x, y, size), (x2, y2, size2) in combinations(placed, 2):
            assert abs(x - x2) > size.x + size2.x or abs(y - y2) > size.y + size2.y


@pytest.mark.parametrize("length", LENGTHS)
def test_on_an_upright_phone_a_finger_finds_every_pit(length):
    plan = plan_of(a_board(length))
    (pit,) = (node for node in plan.root.iter("g") if node.get("id") == "sown-pit-upright")
    _, _, across, down = map(float, re.findall(r"-?[\d.]+", pit[0].attrib["d"])[:4])
    scale = PHONE / numbers(plan.root.attrib["data-upright"])[2]
    assert min(across, down) * scale >= FINGER


@pytest.mark.parametrize("material", MATERIALS)
@pytest.mark.parametrize("length", LENGTHS)
def test_stones_of_any_number_rest_inside_their_pit_or_store(length, material):
    plan = plan_of(a_board(length, material=material))
    for upright in (False, True):
        arrangement = Arrangement(plan, upright, False)
        for stop, kind in plan.stops.items():
            middle, size = arrangement.point(stop), plan.tables[kind][upright].size
            places = list(arrangement.rest(stop, 200, scatter("seed", stop)))
            assert len(places) == 200
            for x, y, _angle in places:
                across, down = (x - middle.x) / size.x, (y - middle.y) / size.y
                inside = math.hypot(across, down) <= 1 if kind == "pit" else max(abs(across), abs(down)) <= 1
                assert inside, (stop, x, y)


def piece_of(plan: Plan) -> tuple[float, float]:
    """Return half the length and half the width of a piece."""
    symbol = next(node for node in plan.root.iter("symbol") if node.get("id") == "sown-piece-1")
    ellipse = next(symbol.iter("ellipse"))
    scale = next(
        (float(node.attrib["transform"][6:-1]) for node in symbol if "transform" in node.attrib), 1.0
    )
    return float(ellipse.attrib["rx"]) * scale, float(ellipse.attrib["ry"]) * scale


def store_of(plan: Plan, form: str) -> Size:
    node = next(node for node in plan.root.iter("g") if node.get("id") == f"sown-store{form}")
    return Size(float(node[0].attrib["width"]) / 2, float(node[0].attrib["height"]) / 2)


@pytest.mark.parametrize("material", MATERIALS)
@pytest.mark.parametrize("length", LENGTHS)
def test_a_large_heap_leaves_the_rim_of_its_store_in_sight(length, material):
    plan = plan_of(a_board(length, material=material))
    along, across = piece_of(plan)
    for upright in (False, True):
        arrangement, half = Arrangement(plan, upright, False), store_of(plan, "-upright" if upright else "")
        (stop, *_) = (stop for stop, kind in plan.stops.items() if kind == "store")
        middle, end = arrangement.point(stop), min(half)
        for x, y, angle in arrangement.rest(stop, 98, scatter("seed", stop)):
            for i in range(16):
                ahead, aside = along * math.cos(i * math.pi / 8), across * math.sin(i * math.pi / 8)
                turn = math.radians(angle)
                px = abs(x - middle.x + ahead * math.cos(turn) - aside * math.sin(turn))
                py = abs(y - middle.y + ahead * math.sin(turn) + aside * math.cos(turn))
                assert math.hypot(max(0, px - half.x + end), max(0, py - half.y + end)) <= end - 1.25


def test_a_board_shows_what_its_game_has_and_nothing_else():
    plain = sowing_board.svg(a_board(6), "sown", ("south", "north"))
    assert not re.search(r"burnt|danger|sealed|data-full", plain)
    rich = a_board(6, burns=True, sealed_phase="opening", full=4, stores_named=True)
    drawn = sowing_board.svg(rich, "sown", ("south", "north"))
    assert all(
        what in drawn for what in ('"sown-burnt"', '"sown-pit-danger"', "data-sealed", 'data-full="4"')
    )
    assert "sown-store" not in sowing_board.svg(a_board(6, stores=False), "sown", ("south", "north"))
