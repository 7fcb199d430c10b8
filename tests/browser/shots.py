"""Pictures of pages at the end of each test, and wherever a test asks for one: SHOTS names their folder."""

from __future__ import annotations

import os
import re
from pathlib import Path

from playwright.sync_api import Error, Page

FOLDER = os.environ.get("SHOTS")


def take(page: Page, player: str, step: str) -> None:
    """Save the whole page under the name of the running test, its player and the step."""
    if not FOLDER or page.is_closed() or page.url == "about:blank":
        return
    module, _, test = os.environ["PYTEST_CURRENT_TEST"].rpartition(" ")[0].partition("::")
    name = re.sub(r"\W+", "_", f"{Path(module).stem} {test} {player} {step}")
    try:
        page.screenshot(path=Path(FOLDER) / f"{name}.png", full_page=True)
    except Error as fault:
        print(f"No picture of {name}: {fault}")
