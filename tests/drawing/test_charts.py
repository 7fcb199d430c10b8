"""Charts: their figures in the picture, in its description and in the table."""

from __future__ import annotations

from xml.etree import ElementTree

from games_app.drawing.charts import Bar, shares

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


def test_a_chart_is_named_described_and_tabled():
    chart = shares("results", "Results & ends", KINDS, ROWS, ["", "Won", "Drawn", "Lost"])
    root = drawn(chart)
    assert root.get("role") == "img"
    named = {node.get("id"): node.text for node in root if node.tag in ("title", "desc")}
    assert named[root.get("aria-labelledby")] == "Results & ends"
    assert named[root.get("aria-describedby")] == "North: half. South <b>: none & all."
    assert chart.rows == [["North", "5", "1", "4"], ["South <b>", "0", "0", "3"]]
