"""msgspec knows all types before there are threads: games_app/lib/codec.py."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

APP = Path(settings.BASE_DIR) / "games_app"

FIRST_USES = {"convert", "msgspec.convert", "Decoder", "msgspec.json.Decoder"}

ALL_AT_ONCE = """
import sys, threading
from games_app.services.state.clocks import read_clocks
from games_app.services.state.match_state import _pending
from games_app.services.state.terms import read
sys.setswitchinterval(1e-6)
start = threading.Barrier(12)
def page():
    start.wait()
    read({"time": {"kind": "real", "minutes": 5, "increment": 3}, "absence": {"kind": "pause", "minutes": 3}})
    read_clocks({"at": 1, "left": {}, "running": [], "begun": [], "first": {}, "paused": {}})
    _pending({})
threads = [threading.Thread(target=page) for _ in range(12)]
for thread in threads: thread.start()
for thread in threads: thread.join()
"""


@pytest.mark.slow
def test_all_pages_may_come_back_at_once_when_the_site_has_just_been_started():
    for _ in range(3):
        run = [sys.executable, "-c", f"import django; django.setup()\n{ALL_AT_ONCE}"]
        ended = subprocess.run(run, cwd=settings.BASE_DIR, capture_output=True, text=True, timeout=120)
        assert (ended.returncode, ended.stderr) == (0, "")


def test_no_function_but_the_maker_of_readers_is_the_first_to_need_a_type():
    found = {
        f"{module.relative_to(APP)}:{call.lineno}"
        for module in APP.rglob("*.py")
        for function in ast.walk(ast.parse(module.read_text()))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for call in ast.walk(function)
        if isinstance(call, ast.Call) and ast.unparse(call.func) in FIRST_USES
    }
    assert {place.partition(":")[0] for place in found} == {"lib/codec.py"}, found
