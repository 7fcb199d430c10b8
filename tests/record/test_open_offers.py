"""An open offer ends when its maker has been gone for a minute; the site's own outages never count."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games_app.lib import clock
from games_app.match.messages import Create, Join, MatchConfig
from games_app.match.terms import CLOCK_PRESETS, DEFAULT_TERMS
from games_app.models import Match
from games_app.people import presence
from games_app.people.presence import LEASE, Here
from games_app.record.commands.registry import Command
from games_app.record.writer import Writer, writer
from tests.cast import guest, site_is_up

pytestmark = pytest.mark.django_db(transaction=True)


def offered(maker, preset="5+3"):
    """The id of an open offer."""
    config = MatchConfig("mancala", {}, "north", "public", CLOCK_PRESETS[preset], open_offer=True)
    return writer.run([Command(Create(config, maker.name), "", maker.pk)])[0].match


def stays(offer, maker, process="one"):
    """Have the maker's page of the offer open, heard just now."""
    presence.renew(process, [Here(offer, str(maker.pk), "", ("north",), timedelta())], clock.now())


def leaves(offer, maker, process="one"):
    presence.release(process, {(offer, str(maker.pk))}, clock.now())


def notice_at(at, seconds):
    """Check at this time, on a site that has been up."""
    at(seconds)
    site_is_up()
    writer.chores.notice()


def status(offer):
    return Match.objects.get(public_id=offer).status


def test_open_offer_waits_as_long_as_its_maker_has_the_page_open(at):
    alice = guest("alice")
    offer = offered(alice)
    for seconds in range(0, 600, 30):
        at(seconds)
        stays(offer, alice)
        notice_at(at, seconds)
    assert status(offer) == "waiting"


def test_open_offer_ends_a_minute_after_the_page_was_closed(at):
    alice = guest("alice")
    offer = offered(alice)
    at(100)
    stays(offer, alice)
    leaves(offer, alice)
    notice_at(at, 159)
    assert status(offer) == "waiting"
    notice_at(at, 161)
    assert status(offer) == "expired"
    joined = writer.run([Command(Join("bob"), offer, guest("bob").pk)])[0]
    assert joined.refusal.code == "invitation_expired"


def test_open_offer_ends_a_minute_after_the_lease_of_a_page_that_went_silent(at):
    alice = guest("alice")
    offer = offered(alice)
    stays(offer, alice)
    lease = LEASE.total_seconds()
    notice_at(at, lease + 59)
    assert status(offer) == "waiting"
    notice_at(at, lease + 61)
    assert status(offer) == "expired"


def test_open_offer_ends_though_its_page_was_never_opened(at):
    offer = offered(guest("alice"))
    notice_at(at, 59)
    assert status(offer) == "waiting"
    notice_at(at, 61)
    assert status(offer) == "expired"


def test_a_page_of_somebody_else_does_not_keep_it(at):
    offer = offered(guest("alice"))
    at(50)
    presence.renew("one", [Here(offer, "7", "carol", (), timedelta())], clock.now())
    notice_at(at, 61)
    assert status(offer) == "expired"


def test_a_page_through_another_process_keeps_it(at):
    alice = guest("alice")
    offer = offered(alice)
    leaves(offer, alice)
    at(50)
    stays(offer, alice, process="two")
    notice_at(at, 61)
    assert status(offer) == "waiting"


def test_after_a_restart_its_maker_has_a_minute_to_come_back(at):
    alice, bob = guest("alice"), guest("bob")
    back, away = offered(alice), offered(bob)
    site_is_up()
    for offer, maker in ((back, alice), (away, bob)):
        stays(offer, maker)
    at(300)
    restarted = Writer().chores
    restarted.note_alive()
    for seconds in (301, 330, 359):
        at(seconds)
        site_is_up()
        restarted.notice()
        stays(back, alice)
    assert [status(back), status(away)] == ["waiting", "waiting"]
    for seconds in (361, 362):
        at(seconds)
        site_is_up()
        restarted.notice()
    assert [status(back), status(away)] == ["waiting", "expired"]


def test_an_offer_with_days_for_each_turn_needs_nobody_there(at):
    offer = offered(guest("alice"), "days")
    notice_at(at, 23 * 3600)
    assert status(offer) == "waiting"


def test_an_invitation_by_link_needs_nobody_there(at):
    alice = guest("alice")
    config = MatchConfig("mancala", {}, "north", "public", DEFAULT_TERMS)
    invitation = writer.run([Command(Create(config, "alice"), "", alice.pk)])[0].match
    notice_at(at, 3600)
    assert status(invitation) == "waiting"
