"""Imports point down: rooms -> pages -> live play -> record -> lists -> people -> match -> gate -> games."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from django.conf import settings

APP = settings.BASE_DIR / "games_app"

LAYERS = [
    {"games"},
    {"lib"},
    {"rules_service", "models", "site_settings", "drawing"},
    {"match"},
    {"people"},
    {"lists"},
    {"record"},
    {"door"},
    {"live"},
    {"analysis"},
    {"explorer"},
    {"pages"},
    {"archive", "learn", "notify", "moderation", "study", "tournaments"},
    {"appointments", "clubs"},
    {"api"},
    {"server", "management"},
    {"host"},
    {"urls", "apps"},
]
"""Packages of games_app, lowest first. A new one belongs into the lowest layer that works."""

WORDS = ("sheet.py", "guide.py", "course.py", "text.py", "tactics.py", "handicaps.py", "sowing_series.py")
"""The modules of a game that contain words for people."""

TRANSLATION = ("django.utils.translation", "django.utils.functional", "django.utils.text")

MODULES = sorted(file for file in APP.rglob("*.py") if "migrations" not in file.parts)


def dotted(file: Path) -> list[str]:
    parts = list(file.relative_to(settings.BASE_DIR).with_suffix("").parts)
    return parts[:-1] if parts[-1] == "__init__" else parts


@cache
def imports(file: Path) -> set[str]:
    """Return the absolute names of a file's imports, also those that only a type checker sees."""
    package = dotted(file) if file.name == "__init__.py" else dotted(file)[:-1]
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else []
            origin = ".".join([*base, *([node.module] if node.module else [])])
            # `from . import play` and `from games_app import play` name modules; `from .play import act`
            # names none
            names_modules = not node.module or origin == "games_app"
            for alias in node.names:
                named = f"{origin}.{alias.name}"
                found.add(named if names_modules or is_module(named) else origin)
    return found


def is_module(name: str) -> bool:
    path = settings.BASE_DIR.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


def layer(name: str) -> int:
    for height, members in enumerate(LAYERS):
        if name in members:
            return height
    raise AssertionError(f"games_app.{name} stands in no layer of {__name__}: say where it belongs")


def part(module: str) -> str | None:
    """Return the layered name within games_app, or None for imports from elsewhere."""
    head, *rest = module.split(".")
    return rest[0] if head == "games_app" and rest else None


def imported_from_above(file: Path) -> set[str]:
    """Return the layered names that a module imports although they are above its own."""
    own = part(".".join(dotted(file)))
    if own is None:
        return set()
    others = {other for module in imports(file) if (other := part(module)) and other != own}
    return {other for other in others if layer(other) > layer(own)}


def test_imports_point_down():
    wrong = {str(file.relative_to(APP)): above for file in MODULES if (above := imported_from_above(file))}
    assert wrong == {}, "each imports what stands above it"


def test_writer_knows_no_message():
    """The registry of commands declares everything that it must know of a command."""
    writer = [file for file in APP.joinpath("record").glob("*.py") if file.name != "use_cases.py"]
    knowing = {
        str(file.relative_to(APP))
        for file in writer
        if "games_app.match.messages" in imports(file) or re.search(r"\.message\b", file.read_text())
    }
    assert knowing == set()


def test_the_games_know_nothing_but_the_standard_library_and_their_words_the_translation_too():
    foreign = {
        f"{file.relative_to(APP)} imports {module}"
        for file in APP.joinpath("games").rglob("*.py")
        for module in imports(file)
        if not module.startswith("games_app.games")
        and module.partition(".")[0] not in sys.stdlib_module_names
        and not (file.name.endswith(WORDS) and module in TRANSLATION)
    }
    assert not foreign


@pytest.mark.parametrize("module", ["games_app.games.rules", "games_app.games.engine.analyse"])
def test_rules_and_engine_are_there_without_django(module):
    told = f"import sys, {module}; sys.exit('django' in sys.modules)"
    subprocess.run([sys.executable, "-c", told], cwd=settings.BASE_DIR, check=True)


def test_only_commands_and_addresses_know_the_site_around_the_app():
    knowing = {
        part(".".join(dotted(file)))
        for file in MODULES
        if any(m.startswith("boardgames") for m in imports(file))
    }
    assert knowing <= {"management"}


def test_fairness_has_one_entrance():
    """No page or worker reads who plays where by itself: it asks what may be told."""
    inside = APP / "analysis" / "fairness"
    knowing = {
        str(file.relative_to(APP))
        for file in MODULES
        if inside not in file.parents
        and any(module.startswith("games_app.analysis.fairness.") for module in imports(file))
    }
    assert knowing == set()


def importing(folder: str, *names: str) -> set[str]:
    """Return the modules in a folder of the checkout that import from packages of these names."""
    alternatives = "|".join(map(re.escape, names))
    named = re.compile(rf"^\s*(?:from|import) +(?:{alternatives})\b", re.MULTILINE)
    return {
        str(file.relative_to(settings.BASE_DIR))
        for file in (settings.BASE_DIR / folder).rglob("*.py")
        if named.search(file.read_text(encoding="utf-8"))
    }


@pytest.mark.parametrize("folder", ["boardgames", "games_app"])
def test_the_site_needs_neither_tests_nor_tools(folder):
    assert importing(folder, "tests", "tools") == set()


def test_tools_use_the_kit_of_the_tests_and_only_the_tests_of_tools_use_tools():
    """The order is tests, tools, tests of tools: servers, sites, clients and faults belong to the tests."""
    of_tools = ("tests/generated/", "tests/nightly/tools/", "tests/linting.py")
    assert {file for file in importing("tests", "tools") if not file.startswith(of_tools)} == set()
    assert importing("tools", "tests.generated", "tests.linting", "tests.nightly") == set()


def test_modules_do_not_import_each_other_in_a_circle():
    names = {".".join(dotted(file)) for file in MODULES}
    graph = {".".join(dotted(file)): (imports(file) & names) - {".".join(dotted(file))} for file in MODULES}
    TopologicalSorter(graph).prepare()
