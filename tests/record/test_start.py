"""R9: a starting process distinguishes its predecessor's sign of life from another process's."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path

import pytest

from tests.backing.processes import run
from tests.web_server import DATABASE, ROOT, migrated

START = """
import json, threading, time
from datetime import timedelta
from games_app.lib import clock
from games_app.models import Alive
from games_app.record.writer import writer

Alive.objects.create(pk=1, at=clock.now())
def sign():
    while True:
        time.sleep(0.05)
        Alive.objects.update(at=clock.now() + timedelta(seconds=1))
if {others}:
    threading.Thread(target=sign, daemon=True).start()
writer.start()
print(json.dumps({{"outage": Alive.objects.get().since is not None}}))
"""


@pytest.mark.parametrize("others", [False, True])
def test_a_start_right_after_a_crash_is_an_outage_unless_another_process_goes_on(tmp_path, others):
    shutil.copy(migrated() / DATABASE, tmp_path)
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", START.format(others=others)]
    code, said = run(command, cwd=ROOT, env={"PATH": os.environ["PATH"], "DATA_DIR": str(Path(tmp_path))})
    assert code == 0, said
    assert json.loads(said.strip().splitlines()[-1]) == {"outage": not others}
