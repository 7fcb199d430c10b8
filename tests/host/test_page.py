"""The host's page: what an owner sees and changes, and attacks on it."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from html import unescape
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files import locks
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from boardgames import databases
from games_app import site_settings
from games_app.analysis.jobs import queue
from games_app.analysis.jobs.models import Job
from games_app.lib import clock
from games_app.management import backup_runs, backups
from games_app.models import Account, AuditEntry, Match, MemberLink, SiteSetting
from games_app.people import accounts
from games_app.people.accounts import Role
from tests.host.people import PASSWORD, with_account, with_role

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "engine"])

SETTINGS = {
    "do": "settings",
    "site_name": "Quiet Table",
    "colours": "usual",
    "closed": "0",
    "talk": "words",
    "classes": "1",
}
MARKUP = "<b onclick=alert(1)>'\"&amp;"


@pytest.fixture(autouse=True)
def data(settings, tmp_path) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path


@pytest.fixture
def owner(alice) -> Client:
    with_role(alice, "alice", Role.OWNER)
    return alice


def text(answer) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", answer.content.decode())).split())


def change(person: Client, **changed: str):
    return person.post("/host", SETTINGS | changed)


def test_a_change_takes_effect_on_the_next_page_and_is_logged(owner, mallory):
    own = {"colours": "own", "light": "#7A1F4B", "dark": "#e79ac0"}
    chosen = {"site_name": "Club of Ipoh", "closed": "1", "talk": "off", "classes": "0", **own}
    assert change(owner, **chosen).status_code == 302
    page = mallory.get("/about").content.decode()
    assert "Club of Ipoh</title>" in page
    assert "<style>:root{--accent:#7a1f4b}" in page
    assert mallory.get("/lobby").status_code == 403
    assert owner.get("/lobby").status_code == 200
    assert (site_settings.current().talk, site_settings.current().classes) == ("off", False)
    logged = {entry.whom: entry.why for entry in AuditEntry.objects.filter(what="setting")}
    assert logged["SITE_NAME"] == "Quiet Table → Club of Ipoh"
    assert set(logged) == {"SITE_NAME", "ACCENT", "CLOSED", "TALK", "CLASSES"}
    assert SiteSetting.objects.get(name="talk").by.startswith("alice (")
    change(owner, **chosen)
    assert AuditEntry.objects.filter(what="setting").count() == 5, "nothing has changed"


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"site_name": "x" * 31}, "at most 30 characters"),
        ({"site_name": "a\u202eb"}, "Use 1 to 30 characters that can be shown."),
        ({"site_name": " "}, "This field is required."),
        ({"colours": "own", "light": "#ffcc00", "dark": "#e79ac0"}, "Choose a darker one."),
        ({"colours": "own", "light": "#7a1f4b", "dark": "#7a1f4b"}, "Choose a lighter one."),
        ({"colours": "own", "light": "red;}", "dark": "#e79ac0"}, "Choose a colour such as #7a1f4b."),
        ({"talk": "shout"}, "shout is not one of the available choices."),
    ],
)
def test_a_wrong_setting_comes_back_with_the_reason_and_changes_nothing(owner, wrong, told):
    answer = change(owner, closed="1", **wrong)
    assert answer.status_code == 422
    assert told in text(answer)
    assert not SiteSetting.objects.exists()


def test_a_name_with_markup_is_shown_as_text_everywhere(owner, mallory):
    name = MARKUP[:30]
    assert change(owner, site_name=name).status_code == 302
    for path in ("/", "/about", "/welcome/x", "/login", "/api", "/host"):
        page = owner.get(path).content.decode()
        assert name not in page, path
        assert "&lt;b onclick" in page, path
    assert mallory.get("/site.webmanifest").json()["name"] == name
    assert mallory.get("/preview.png").status_code == 200


def test_a_setting_of_the_environment_is_shown_with_its_variable_and_stays(owner, settings):
    given = replace(settings.CHANGEABLE["talk"], given="phrases")
    settings.CHANGEABLE = {**settings.CHANGEABLE, "talk": given}
    site_settings.kept.renew()
    page = owner.get("/host").content.decode()
    assert '<code translate="no">TALK</code>' in page
    assert re.search(r'name="talk" value="phrases"[^>]*disabled[^>]*checked|checked[^>]*disabled', page)
    assert change(owner, talk="off", classes="0").status_code == 302
    assert (site_settings.current().talk, site_settings.current().classes) == ("phrases", False)


def test_the_owner_invites_sees_the_uses_and_ends_the_link(owner, bob):
    page = owner.post("/host", {"do": "invite", "people": "3", "days": "2"}).content.decode()
    (link,) = re.findall(r"http://testserver(/welcome/[\w-]{22})", page)
    assert link not in owner.get("/host").content.decode(), "it is shown once"
    assert bob.post(link).status_code == 302
    assert "2 people can still use it, 1 has come" in text(owner.get("/host"))
    assert owner.post("/host", {"do": "revoke", "link": str(MemberLink.objects.get().pk)}).status_code == 302
    assert bob.post(link).status_code == 410
    again = owner.post("/host", {"do": "revoke", "link": "1" * 30}, follow=True)
    assert "This link no longer works." in text(again)


def test_the_menu_leads_owners_alone_to_the_page(owner, bob):
    with_role(bob, "bob", Role.ADMINISTRATOR)
    assert 'href="/host"' in owner.get("/about").content.decode()
    assert 'href="/host"' not in bob.get("/about").content.decode()


def role(person: Client, whom: str, role: str, present: str = PASSWORD):
    return person.post("/host", {"do": "role", "whom": whom, "role": role, "present": present})


def role_of(name: str) -> Role | None:
    return accounts.role_of_account(Account.objects.get(name=name))


def test_a_role_needs_the_password_once_more(owner, bob):
    with_account(bob, "bob")
    for present in ("", "wrong"):
        assert role(owner, "bob", "moderator", present).status_code == 422
    assert role_of("bob") is None
    assert role(owner, "bob", "moderator").status_code == 302
    assert bob.get("/moderation/").status_code == 200
    assert role(owner, "bob", "none").status_code == 302
    assert bob.get("/moderation/").status_code == 404
    assert list(AuditEntry.objects.values_list("what", flat=True)) == ["appoint", "dismiss"]
    assert role(owner, "nobody", "moderator").status_code == 409


@pytest.mark.parametrize("other", ["none", "moderator", "administrator"])
def test_the_last_owner_cannot_resign_and_one_of_two_can(owner, bob, other):
    with_account(bob, "bob")
    refused = role(owner, "alice", other)
    assert refused.status_code == 409
    assert "Make somebody else an owner first." in text(refused)
    assert role(owner, "bob", "owner").status_code == 302
    assert role(owner, "alice", other).headers["Location"] == "/account"
    assert owner.get("/host").status_code == 404
    assert bob.get("/host").status_code == 200
    assert role(bob, "bob", other).status_code == 409


@pytest.mark.parametrize("own", [Role.MODERATOR, Role.ADMINISTRATOR])
def test_staff_cannot_act_on_an_owner_or_raise_themselves(owner, mallory, own):
    with_role(mallory, "mallory", own)
    whom = Account.objects.get(name="alice").player.public_id
    for do in ("bar", "mute", "rename", "warn"):
        answer = mallory.post("/moderation/act", {"do": do, "person": whom, "hours": "24"}, follow=True)
        assert "only an owner on owners" in text(answer)
    for do in ("appoint", "dismiss"):
        mallory.post("/moderation/act", {"do": do, "person": "mallory", "role": "owner"})
    assert role(mallory, "mallory", "owner").status_code == 404
    assert (role_of("mallory"), role_of("alice")) == (own, Role.OWNER)


def test_an_owner_without_the_password_in_this_session_logs_in_first(owner):
    session = owner.session
    del session["proof"]
    session.save()
    assert owner.get("/host").headers["Location"] == "/login?next=%2Fhost"
    assert change(owner, talk="off").headers["Location"] == "/login?next=%2Fhost"
    assert not SiteSetting.objects.exists()


def test_a_form_of_another_site_changes_nothing(owner):
    foreign = Client(enforce_csrf_checks=True)
    foreign.cookies = owner.cookies
    assert change(foreign, talk="off").status_code == 403
    assert not SiteSetting.objects.exists()


def test_an_owner_stays_a_member_and_others_can_be_removed(owner, bob):
    page = owner.post("/host", {"do": "invite", "people": "1", "days": "2"}).content.decode()
    bob.post(re.findall(r"http://testserver(/welcome/[\w-]{22})", page)[0])
    change(owner, closed="1")
    alice = Account.objects.get().player
    assert "stays a member" in text(
        owner.post("/host", {"do": "remove", "member": alice.public_id}, follow=True)
    )
    member = bob.get("/account").context["person"]
    assert bob.get("/lobby").status_code == 200
    assert owner.post("/host", {"do": "remove", "member": member.public_id}).status_code == 302
    assert bob.get("/lobby").status_code == 403


def test_fault_that_status_finds_is_on_the_page(owner):
    page = owner.get("/host")
    assert "The site is not running. Start it; if it was not stopped on purpose" in text(page)
    assert "tables up to date" in text(page)
    assert not Match.objects.exists()


def finished(owner: Client) -> None:
    with (Path(settings.DATA_DIR) / backup_runs.LOCK).open("rb+") as lock:
        locks.lock(lock, locks.LOCK_EX)  # returns when the process of the backup has ended
    assert not owner.get("/host/backup").json()["running"]


def test_a_backup_is_made_beside_the_request_one_at_a_time(owner, data, monkeypatch, settings):
    database = Path(settings.DATABASES["default"]["NAME"])
    assert owner.post("/host", {"do": "backup"}).headers["Location"] == "/host#backup"
    assert "A backup is being made already." in text(owner.post("/host", {"do": "backup"}, follow=True))
    finished(owner)
    assert owner.get("/host/backup").json()["failed"], "the folder of this test has no record"
    assert "There is no record yet" in text(owner.get("/host"))
    assert database.exists()


def test_the_page_shows_the_last_backup_also_of_a_terminal(owner, data):
    folder = backups.make_dated(data / "backups")
    backup_runs.note_done(folder, 12_400_000)
    page = text(owner.get("/host"))
    assert "Last backup: " in page
    assert str(folder) in page
    backup_runs.note_failed("The disk is full.")
    page = text(owner.get("/host"))
    assert "The disk is full." in page
    assert str(folder) in page, "the last good one stays known"


def test_faults_are_told_in_the_language_of_the_reader(owner):
    queue.ask(Job.Kind.REPLY, "a match", {}, "an engine", clock.now() - timedelta(hours=1))
    assert "No worker takes the engine's jobs" in text(owner.get("/host"))
    spanish = owner.get("/host", headers={"Accept-Language": "es"})
    assert "Ningún proceso toma los trabajos del motor" in text(spanish)


def test_report_is_in_the_language_of_the_reader(owner, data):
    data.chmod(0o755)
    (data / "secret_key").touch(0o644)
    MigrationRecorder(connection).record_applied("games_app", "9999_later")
    try:
        page = owner.get("/host", headers={"Accept-Language": "es"})
    finally:
        MigrationRecorder(connection).record_unapplied("games_app", "9999_later")
    assert "tablas más nuevas que el código (games_app.9999_later)" in text(page)
    assert "Vuelve a instalar esa versión." in text(page)
    assert f"Otras personas de este equipo pueden leer {data}" in text(page)
    parts = {finding.part for finding in page.context["report"]}
    assert parts == {"versión", "base de datos", "tablas", "motor", "carpeta de datos"}
    assert "tables up to date" in text(owner.get("/host"))


def test_warning_about_sqlite_is_in_the_language_of_the_reader(owner, monkeypatch):
    monkeypatch.setattr(databases, "sqlite_version", lambda: (3, 40, 1))
    page = owner.get("/host", headers={"Accept-Language": "es"})
    if connection.vendor == "sqlite":
        assert "SQLite 3.40.1 puede perder datos" in text(page)
