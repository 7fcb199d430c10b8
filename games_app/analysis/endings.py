"""Solved endings in the data folder: an idle worker makes them once, and all processes read them."""

from __future__ import annotations

import logging
import mmap
from collections.abc import Generator
from pathlib import Path

from django.conf import settings

from games_app.games.engine.analyse import ENDINGS, engine_name

log = logging.getLogger(__name__)


def load() -> None:
    """Take over the tables that have been made."""
    for slug in ENDINGS:
        for part in ENDINGS[slug].parts:
            if not _taken(slug, part):
                break


def make() -> Generator[None]:
    """Make the tables that are missing; pause every few milliseconds. Another process may make the same."""
    for slug, endings in ENDINGS.items():
        for part in endings.parts:
            if not _taken(slug, part):
                table = yield from endings.solve(part)
                _store(_file(slug, part), table)
                if not _taken(slug, part):
                    endings.take(part, memoryview(table))


def _file(slug: str, part: int) -> Path:
    """Return the place of a table. A new version of the engine makes new ones."""
    return Path(settings.DATA_DIR) / "endings" / engine_name(slug) / str(part)


def _taken(slug: str, part: int) -> bool:
    """Return whether a table is known; take it over if it has been made."""
    if part <= ENDINGS[slug].known:
        return True
    try:
        with _file(slug, part).open("rb") as file:
            ENDINGS[slug].take(part, memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)))
    except FileNotFoundError:
        return False
    except (OSError, ValueError) as error:
        log.warning("Endings of %s can't be read, and are made again: %s", slug, error)
        return False
    return True


def _store(file: Path, table: bytes) -> None:
    """Write a table, so that a reader finds it whole or not at all. Without room it is made at each start."""
    draft = file.with_suffix(".draft")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(table)
        draft.replace(file)
    except OSError as error:
        log.warning("Endings can't be stored: %s", error)
