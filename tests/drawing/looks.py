"""The visible parts of a drawing, in a form in which two drawings of the same position are equal."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

Looks = dict[str, Any]

LOOK = """(svg) => {
  const all = (selector) => [...svg.querySelectorAll(selector)];
  const shown = (node) => node.getAttribute("display") !== "none";
  const named = (selector, name, look) =>
    Object.fromEntries(all(selector).map((node) => [node.getAttribute(name), look(node)]));
  const place = (node) => node.getAttribute("transform");
  return {
    box: svg.getAttribute("viewBox"),
    shapes: all("[data-shape]:not(.mark)").map((node) => node.getAttribute("href")),
    places: all("[data-at], [data-lying][transform]").map(place),
    pieces: [...svg.querySelector('[data-layer="pieces"]').children].map((node) => [
      node.getAttribute("class"), place(node),
      node.firstElementChild.getAttribute("href"), place(node.firstElementChild)].join(" ")).sort(),
    counts: named("[data-count]", "data-count",
      (node) => [node.textContent, node.classList.contains("none")]),
    burnt: all("[data-burnt]").map((node) => node.getAttribute("data-stop")),
    ashes: all(".burnt").filter(shown).map((node) => node.parentNode.getAttribute("data-stop")),
    sealed: all("[data-sealed]").filter(shown).map((node) => node.getAttribute("data-sealed")),
    hands: named('[data-hand]:not([display="none"])', "data-hand", (node) => [place(node),
      node.querySelector("[data-held]").textContent,
      [...node.querySelectorAll(".held")].filter(shown).length]),
  };
}"""
"""Script for the looks of an ``<svg>`` element in a browser, as :func:`looks` gives those of a text."""


def looks(svg: str) -> Looks:
    root = ElementTree.fromstring(svg.replace('xmlns="http://www.w3.org/2000/svg"', ""))
    nodes = list(root.iter())
    layer = next(node for node in nodes if node.get("data-layer") == "pieces")
    return {
        "box": root.get("viewBox"),
        "shapes": [node.get("href") for node in nodes if "data-shape" in node.attrib],
        "places": [
            node.get("transform")
            for node in nodes
            if "data-at" in node.attrib or {"data-lying", "transform"} <= set(node.attrib)
        ],
        "pieces": sorted(_piece(node) for node in layer),
        "counts": {
            node.attrib["data-count"]: [node.text or "", "none" in node.get("class", "").split()]
            for node in nodes
            if "data-count" in node.attrib
        },
        "burnt": [node.get("data-stop") for node in nodes if "data-burnt" in node.attrib],
        "ashes": [
            stop.get("data-stop")
            for stop in nodes
            for node in stop
            if node.get("class") == "burnt" and _shown(node)
        ],
        "sealed": [
            node.get("data-sealed") for node in nodes if "data-sealed" in node.attrib and _shown(node)
        ],
        "hands": {
            node.attrib["data-hand"]: _hand(node)
            for node in nodes
            if "data-hand" in node.attrib and _shown(node)
        },
    }


def _shown(node: ElementTree.Element) -> bool:
    return node.get("display") != "none"


def _piece(node: ElementTree.Element) -> str:
    inner = node[0]
    return " ".join(
        [node.attrib["class"], node.attrib["transform"], inner.attrib["href"], inner.get("transform", "")]
    )


def _hand(node: ElementTree.Element) -> list[Any]:
    held = next(one for one in node.iter() if "data-held" in one.attrib).text
    return [
        node.get("transform"),
        held,
        sum(one.get("class") == "held" and _shown(one) for one in node.iter()),
    ]
