"""The metrics of a running server."""

from __future__ import annotations

import re
import urllib.request

from prometheus_client.parser import text_string_to_metric_families

from tests.server.test_metrics import TOKEN
from tests.web_server import Server


def test_a_server_tells_its_pages_and_its_process(tmp_path):
    with Server(tmp_path, {"METRICS_TOKEN": TOKEN}) as server:
        request = urllib.request.Request(
            f"{server.url}/metrics", headers={"Authorization": f"Bearer {TOKEN}"}
        )
        with urllib.request.urlopen(request) as answer:
            text = answer.read().decode()
    names = {family.name for family in text_string_to_metric_families(text)}
    assert re.search(r'^boardgames_responses_total\{status="2xx"\} [1-9]', text, re.MULTILINE)
    assert re.search(r"^boardgames_silence_seconds [0-2]\.", text, re.MULTILINE)
    assert {"process_start_time_seconds", "process_resident_memory_bytes"} <= names
