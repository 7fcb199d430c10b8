"""The browser's modules are short, import in one direction and name no game."""

from __future__ import annotations

import posixpath
import re
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings

from games_app.games.rules import GAMES

STATIC = settings.BASE_DIR / "static"
FILES = sorted(STATIC.rglob("*.js"))
MODULES = {file.relative_to(STATIC).as_posix(): file for file in FILES}
COMMENT = re.compile(r"/\*.*?\*/|^\s*//.*?$", re.DOTALL | re.MULTILINE)
IMPORT = re.compile(r'^import [^"]*"(\.[^"]+)";', re.MULTILINE)


@cache
def code(file: Path) -> str:
    return COMMENT.sub("", file.read_text(encoding="utf-8"))


def imported(name: str) -> list[str]:
    here = posixpath.dirname(name)
    return [posixpath.normpath(posixpath.join(here, path)) for path in IMPORT.findall(code(MODULES[name]))]


def test_no_module_imports_itself_by_way_of_others() -> None:
    done: set[str] = set()

    def visit(name: str, way: tuple[str, ...]) -> None:
        assert name not in way, " -> ".join((*way[way.index(name) :], name))
        if name in done:
            return
        for other in imported(name):
            visit(other, (*way, name))
        done.add(name)

    for name in MODULES:
        visit(name, ())


def test_a_module_that_games_share_names_none_of_them() -> None:
    shared = {name: code(file) for name, file in MODULES.items() if not name.startswith("games/")}
    naming = [(name, slug) for name, text in shared.items() for slug in GAMES if names(text, slug)]
    assert naming == []


def names(text: str, slug: str) -> bool:
    return bool(re.search(rf"\b{slug}\b", text))


@pytest.mark.parametrize("slug", GAMES)
def test_only_the_pages_load_what_lies_beside_a_drawing(slug: str) -> None:
    inside = f"games/{slug}/"
    for name in MODULES:
        if not name.startswith(inside):
            assert [other for other in imported(name) if other.startswith(inside)] == []


def test_modules_have_at_most_350_lines() -> None:
    lengths = {name: file.read_text(encoding="utf-8").count("\n") for name, file in MODULES.items()}
    assert {name: length for name, length in lengths.items() if length > 350} == {}


def test_one_module_alone_fetches() -> None:
    """``http.js`` knows the token against cross-site requests, the time limit and the shape of errors.

    The service worker passes on the requests of pages.
    """
    fetching = {name for name, file in MODULES.items() if re.search(r"\bfetch\(", code(file))}
    assert fetching == {"http.js", "service_worker.js"}
