"""docs/hosting.md lists the settings as they are declared."""

from __future__ import annotations

from boardgames.declarations import DECLARED
from tools.management.commands.settings import PAGE, page_text


def test_the_docs_list_the_settings_as_they_are_declared():
    page = PAGE.read_text()
    assert page_text(page) == page, "run `manage.py settings`"
    for one in DECLARED:
        assert f"| `{one.name}` | {one.meaning} |" in page
