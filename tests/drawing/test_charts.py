"""Charts: their figures in the picture, in its description and in the table."""

from __future__ import annotations

from xml.etree import ElementTree

from games_app.drawing.charts import Bar, bars, columns, shares

KINDS = [("won", "Won"), ("drawn", "Drawn"), ("lost", "Lost")]
ROWS = [Bar("North", "half", (5, 1, 4)), Bar("South <b>", "none & all", (0, 0, 3))]


def drawn(chart):
    return ElementTree.fromstring(chart.svg)


def widths(root, kind):
    return [
        float(node.get("width").rstrip("%")) for node in root.findall("rect") if kind in node.get("class")
    ]


def test_a_bar_is_divided_by_what_it_tells():
    root = drawn(shares("results", "Results", KINDS, ROWS, ["", "Won", "Drawn", "Lost"]))
    won, drawn_, lost = (widths(root, kind) for kind, _ in KINDS)
    assert [round(width) for width in (*won, *drawn_, *lost)] == [50, 10, 40, 100]


def test_the_longest_bar_and_the_highest_column_fill_their_chart():
    rows = [Bar("On the board", "4", [4]), Bar("On time", "1", [1])]
    assert widths(drawn(bars("ends", "Ends", rows, ["", "Matches"])), "all") == [100, 25]
    root = drawn(columns("lengths", "Lengths", [("1", "1 - 5", 2), ("", "6 - 10", 8)], ["Plies", "Matches"]))
    low, high = (float(node.get("height")) for node in root.findall("rect"))
    assert high == 4 * low


def test_a_chart_is_named_described_and_tabled():
    chart = shares("results", "Results & ends", KINDS, ROWS, ["", "Won", "Drawn", "Lost"])
    root = drawn(chart)
    assert root.get("role") == "img"
    named = {node.get("id"): node.text for node in root if node.tag in ("title", "desc")}
    assert named[root.get("aria-labelledby")] == "Results & ends"
    assert named[root.get("aria-describedby")] == "North: half. South <b>: none & all."
    assert chart.rows == [["North", "5", "1", "4"], ["South <b>", "0", "0", "3"]]


def test_each_kind_has_a_texture_of_its_own_and_no_style_stands_in_the_picture():
    chart = shares("results", "Results", KINDS, ROWS, [])
    patterns = [ElementTree.tostring(node) for node in drawn(chart).iter("pattern")]
    assert len({pattern.split(b">", 1)[1] for pattern in patterns}) == 3
    assert "style=" not in chart.svg


def test_nothing_to_show_is_an_empty_chart():
    for chart in (shares("a", "A", KINDS, [], []), bars("b", "B", [], []), columns("c", "C", [], [])):
        assert drawn(chart).findall("rect") == []
        assert chart.rows == []
