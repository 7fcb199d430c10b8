"""Screens of the pictures."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Screen:
    """Width and height in CSS pixels. A phone has a touch screen and a phone's user agent."""

    width: int
    height: int
    phone: bool = False
    dark: bool = False
    board: str = "teak"
    forced_colors: bool = False

    @property
    def name(self) -> str:
        """The end of a picture's name: ``390-dark``."""
        parts = [str(self.width), "dark" * self.dark, self.board * (self.board != "teak")]
        return "-".join(filter(None, [*parts, "contrast" * self.forced_colors]))

    def by_night(self) -> Screen:
        return replace(self, dark=True)

    def with_board(self, board: str) -> Screen:
        return replace(self, board=board)


SMALL = Screen(360, 640, phone=True)
PHONE = Screen(390, 844, phone=True)
SIDEWAYS = Screen(740, 360, phone=True)
TABLET = Screen(820, 1180)
DESK = Screen(1280, 720)
LAPTOP = Screen(1440, 900)
WIDE = Screen(1920, 1080)
ON_END = Screen(1080, 1920)
"""A screen hung on its side."""
ZOOMED = Screen(320, 256)
"""A desk at 400 %."""
CONTRAST = replace(DESK, forced_colors=True)

ALL = (
    SMALL,
    PHONE,
    SIDEWAYS,
    TABLET,
    DESK,
    LAPTOP,
    WIDE,
    SMALL.by_night(),
    PHONE.by_night(),
    TABLET.by_night(),
    DESK.by_night(),
)
USUAL = (PHONE, DESK, DESK.by_night())
BOTH = (PHONE, DESK)
HALL = (WIDE, WIDE.by_night(), ON_END, DESK, PHONE)
BOARDS = (DESK.with_board("ebony"), DESK.by_night().with_board("maple"))
