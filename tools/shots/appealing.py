"""The appeal of a barred player: what they read and write, and what moderators see."""

from __future__ import annotations

from collections.abc import Iterator

from tools.shots.guest import Guest
from tools.shots.people import appointed, be_told_of
from tools.shots.screens import USUAL
from tools.shots.state import State
from tools.shots.tables import Tables


def appeals() -> Iterator[State]:
    yield State("people-appeal", read_why, USUAL)
    yield State("people-appealed", send_an_appeal)
    yield State("people-moderation-appeal", read_an_appeal, USUAL)


def read_why(guest: Guest, tables: Tables) -> None:
    be_told_of("bar")(guest, tables)
    guest.open("/appeal")


def send_an_appeal(guest: Guest, tables: Tables) -> None:
    read_why(guest, tables)
    guest.page.get_by_label("What should the moderators know?").fill("It was my brother. We are sorry.")
    guest.button("Send the appeal").click()
    guest.page.get_by_role("status").wait_for()


def read_an_appeal(guest: Guest, tables: Tables) -> None:
    own = appointed(tables)
    send_an_appeal(guest, tables)
    guest.context.clear_cookies()
    guest.open("/moderation/", own)
