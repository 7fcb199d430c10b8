"""The cookie of devices, as a process with HTTPS names it."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.web_server import ROOT


def test_with_https_no_other_site_of_the_domain_can_plant_the_cookie():
    name = "import django; from django.conf import settings; print(settings.DEVICE_COOKIE_NAME)"
    env = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "boardgames.settings", "HTTPS": "1"}
    told = subprocess.run([sys.executable, "-c", name], env=env, cwd=ROOT, check=True, capture_output=True)
    assert told.stdout == b"__Host-device\n"
