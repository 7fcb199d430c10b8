"""Navigation of a page with only the keyboard."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

FAR = 60
"""Number of presses that reaches anything on a page."""

WAY = """node => {
  const here = document.activeElement;
  if (node === here) return "";
  return node.compareDocumentPosition(here) & Node.DOCUMENT_POSITION_FOLLOWING ? "Shift+Tab" : "Tab";
}"""
"""Script that returns the key from the focus to a node; empty if the focus is there."""

FROM = """(there, here) => {
  const [to, from] = [there, here].map((node) => node.getBoundingClientRect());
  return [to.x + to.width / 2 - from.x - from.width / 2, to.y + to.height / 2 - from.y - from.height / 2];
}"""
"""Script that returns how far a node is to the right of another and below it, both in one frame."""


def by_keys(target: Locator) -> None:
    """Go to a node by Tab, on the board by arrow keys, and press Enter."""
    stop = target.get_attribute("data-stop")
    if stop is None:
        tab_to(target)
    else:
        walk_to(target, stop)
    target.page.keyboard.press("Enter")


def tab_to(target: Locator) -> None:
    """Press Tab, or Shift and Tab to go back."""
    for _ in range(FAR):
        way = target.evaluate(WAY)
        if not way:
            return
        target.page.keyboard.press(way)
    raise AssertionError(f"Tab does not come to {target}.")


def walk_to(target: Locator, stop: str) -> None:
    """Go to the board by Tab, then arrow by arrow to the stop, as the eye leads."""
    page = target.page
    for _ in range(FAR):
        if focused_stop(page) is not None:
            break
        page.keyboard.press("Tab")
    pressed: set[tuple[str | None, str]] = set()
    for _ in range(FAR):
        here = focused_stop(page)
        if here == stop:
            return
        # Between stops that lie askew the first key may lead in a circle: nobody tries it there twice.
        keys = towards(page.locator("game-board :focus"), target)
        for key in [key for key in keys if (here, key) not in pressed] or keys:
            pressed.add((here, key))
            page.keyboard.press(key)
            if focused_stop(page) != here:
                break
    raise AssertionError(f"The arrow keys do not come from {focused_stop(page)} to {stop}.")


def focused_stop(page: Page) -> str | None:
    """Return the stop of the board that has the focus."""
    found: str | None = page.evaluate("document.activeElement?.getAttribute('data-stop') ?? null")
    return found


def towards(here: Locator, there: Locator) -> list[str]:
    """Return the two arrow keys that lead from one stop to another, the longer way first."""
    across, down = there.evaluate(FROM, here.element_handle())
    sideways = "ArrowRight" if across > 0 else "ArrowLeft"
    up_or_down = "ArrowDown" if down > 0 else "ArrowUp"
    return [sideways, up_or_down] if abs(across) > abs(down) else [up_or_down, sideways]


def middle(node: Locator) -> tuple[float, float]:
    box = node.bounding_box()
    assert box, f"{node} cannot be seen."
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
