"""A proxy that doesn't say that it ends HTTPS: players and the host read why forms are refused."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.test import Client

from tests.pages.test_inviting import text

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "engine"])

OWN = "https://testserver"


@pytest.fixture(autouse=True)
def _data(settings, tmp_path):
    settings.DATA_DIR = tmp_path


def sent(path: str, origin: str, **more: str):
    """Send a form from a page of this origin, with the right token, as a plain request."""
    person = Client(enforce_csrf_checks=True)
    person.get("/name")
    token = person.cookies["csrftoken"].value
    return person.post(path, {"name": "alice", "csrfmiddlewaretoken": token}, HTTP_ORIGIN=origin, **more)


def test_a_form_that_seems_foreign_since_the_proxy_hides_https_says_what_is_wrong(caplog):
    answer = sent("/name", OWN)
    assert answer.status_code == 403
    assert "X-Forwarded-Proto" in text(answer)
    assert "HTTPS=1" in caplog.text
    sent("/name", OWN)
    assert caplog.text.count("HTTPS=1") == 1


def test_the_host_reads_it_in_readyz_and_status(capsys):
    ready = Client().get("/readyz").content.decode()
    assert "proxy" not in ready
    sent("/name", OWN)
    assert "X-Forwarded-Proto" in Client().get("/readyz").content.decode()
    with pytest.raises(SystemExit):
        call_command("status")
    assert "X-Forwarded-Proto" in capsys.readouterr().out


@pytest.mark.parametrize("origin", ["https://mallory.example", "http://mallory.example", "null"])
def test_a_form_of_another_site_is_no_fault_of_the_proxy(origin):
    answer = sent("/name", origin)
    assert answer.status_code == 403
    assert "out of date" in text(answer)
    assert "proxy" not in Client().get("/readyz").content.decode()


def test_scripts_read_it_too():
    answer = sent("/analyse", OWN, HTTP_ACCEPT="application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "proxy_fault")
