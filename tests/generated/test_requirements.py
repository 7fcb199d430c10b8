"""The docs list the licences of all requirements, and the systems for which they come as wheels."""

from __future__ import annotations

import re

from tools.management.commands import licences, wheels


def test_the_licences_of_all_that_is_installed_are_listed():
    page = licences.PAGE.read_text()
    assert licences.page_text(page) == page, "run `manage.py licences`"
    assert page.count("\n| ") == 2 + len(licences.LOCKED.findall(licences.LOCK.read_text()))


def test_the_docs_say_where_there_are_wheels_for_these_requirements():
    page = wheels.PAGE.read_text()
    assert wheels.mark() in page, "run `manage.py wheels`"
    for system in wheels.SYSTEMS:
        assert re.search(rf"^\| {re.escape(system.title)} \| (yes|no) ", page, re.MULTILINE)
