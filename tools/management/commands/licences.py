"""`manage.py licences`: list the licences of the site's packages in docs/licences.md.

They are read from the packages installed here. A few packages are for other systems, or do not name their
licence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import Message
from importlib.metadata import PackageNotFoundError, metadata
from typing import cast

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from tools.generated import filled, table

PAGE = settings.BASE_DIR / "docs" / "licences.md"
LOCK = settings.BASE_DIR / "requirements.lock"
LOCKED = re.compile(r"^([\w.-]+)==([\w.]+)", re.MULTILINE)
LONGEST_NAME = 40
"""Maximum length of a licence's name; longer texts are the licence itself."""

READ_BY_HAND = {
    "async-timeout": "Apache-2.0",
    "pysqlite3": "Zlib; SQLite in it is in the public domain",
    "resvg-py": "MIT",
    "setuptools": "MIT",
    "tzdata": "Apache-2.0",
    "u-msgpack-python": "MIT",
}
"""Licences of packages that are not installed on every system, or that have no field that names it."""


class Command(BaseCommand):
    help = "Write the list of packages and their licences in docs/licences.md."
    requires_system_checks = []

    def handle(self, **_: object) -> None:
        PAGE.write_text(page_text(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


def page_text(page: str) -> str:
    return filled(page, {"licences": lambda: table(("package", "version", "licence"), _rows())})


def _rows() -> Iterator[tuple[str, str, str]]:
    for name, version in LOCKED.findall(LOCK.read_text(encoding="utf-8")):
        yield name, version, READ_BY_HAND.get(name) or _licence(name)


def _licence(name: str) -> str:
    try:
        told = cast(Message, metadata(name))  # which it is, although its declared type is wider
    except PackageNotFoundError:
        raise CommandError(f"{name} is not installed here: read its licence, and add it by hand") from None
    licence = told.get("License-Expression") or _short(told.get("License")) or _classified(told)
    if not licence:
        raise CommandError(f"{name} does not name its licence: read it, and add it by hand")
    return licence


def _short(text: str | None) -> str:
    return text if text and len(text) <= LONGEST_NAME else ""


def _classified(told: Message) -> str:
    classes = (one.split(" :: ") for one in told.get_all("Classifier") or [])
    return ", ".join(parts[-1] for parts in classes if parts[0] == "License")
