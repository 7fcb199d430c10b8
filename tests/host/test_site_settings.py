"""Settings that an owner changes: the environment is above them, and every process follows them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError

from games_app import site_settings
from games_app.lib import clock, kept
from games_app.models import SiteSetting
from games_app.record.writer import writer
from tests.site_settings import set_site

pytestmark = pytest.mark.django_db(transaction=True)


def stored_by_another_process(name: str, value: str) -> None:
    values = {"value": value, "changed_at": clock.now(), "by": "alice"}
    SiteSetting.objects.update_or_create(name=name, defaults=values)


def test_a_stored_setting_replaces_the_default_and_the_environment_replaces_both(settings):
    assert site_settings.current().site_name == "Quiet Table"
    set_site(site_name="Club of Ipoh")
    assert site_settings.current().site_name == "Club of Ipoh"
    given = replace(settings.CHANGEABLE["site_name"], given="School")
    settings.CHANGEABLE = {**settings.CHANGEABLE, "site_name": given}
    set_site(site_name="Mallory")
    assert site_settings.current().site_name == "School"
    assert SiteSetting.objects.get().value == "Club of Ipoh", "what can't take effect isn't stored"


@pytest.mark.parametrize(
    ("name", "wrong"),
    [("site_name", "x" * 31), ("accent", "#ffcc00,#e79ac0"), ("closed", "yes"), ("talk", "shout")],
)
def test_a_wrong_setting_is_refused_and_nothing_is_stored(name, wrong):
    with pytest.raises(ImproperlyConfigured):
        set_site(classes="0", **{name: wrong})
    assert not SiteSetting.objects.exists()
    assert site_settings.current().classes


def test_a_stored_text_that_this_version_cannot_read_counts_as_none():
    stored_by_another_process("talk", "songs")
    stored_by_another_process("setting of a later version", "1")
    site_settings.kept.renew()
    assert site_settings.current().talk == "words"


def test_a_web_process_follows_another_one_with_its_next_sign_of_life():
    stored_by_another_process("talk", "off")
    assert site_settings.current().talk == "words"
    assert writer.chores.note_alive()
    assert site_settings.current().talk == "off"


def test_a_process_without_a_web_server_reads_again_once_the_value_is_old(monkeypatch):
    stored_by_another_process("talk", "off")
    monkeypatch.setattr(kept, "KEPT_SECONDS", 0.0)
    assert site_settings.current().talk == "off"


def test_the_last_settings_hold_while_the_database_is_out_of_reach(monkeypatch):
    set_site(talk="off")
    asked = []

    def out_of_reach():
        asked.append(1)
        raise DatabaseError

    monkeypatch.setattr(site_settings.kept, "_read", out_of_reach)
    monkeypatch.setattr(site_settings.kept, "_read_at", -1e9)
    monkeypatch.setattr(kept, "KEPT_SECONDS", 60.0)
    assert [site_settings.current().talk for _ in range(3)] == ["off"] * 3
    assert asked == [1], "pages don't wait one after another"


def test_a_page_asks_for_no_setting(alice, django_assert_num_queries):
    set_site(site_name="Club of Ipoh", closed="1")
    alice.get("/about")
    with django_assert_num_queries(0):
        assert "Club of Ipoh" in alice.get("/about").content.decode()
