"""The rules of standard morris in words, and how the rule sets of morris differ."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from games_app.games.morris.standard import Parameters
from games_app.games.sheet import OUT_OF_TIME, Aspect, Goals, Line, Section, Sheet, Source, Text

PASSES, LOSES = _("They pass"), _("They lose")


def aspects(of: Parameters | None) -> tuple[Aspect, ...]:
    """Return the points in which the rule sets differ; None stands for the site's own."""
    twelve = of is not None and of.diagonals
    no_step = _("No limit; 50 moves of each player without a mill are a draw")
    return (
        Aspect(
            _("Stones"),
            _("Twelve each, and diagonals between the squares") if twelve else _("Nine each"),
            _("How many stones does each player have?"),
        ),
        Aspect(_("A player who can't move"), LOSES if of else PASSES),
        Aspect(
            _("Three stones left"),
            _("They fly to any point") if of is None or of.flies else _("They move along the lines"),
            _("How do the last three stones move?"),
        ),
        Aspect(
            _("All opposing stones in mills"),
            _("You take any of them") if of else _("You take none"),
            _("You close a mill, and all opposing stones are in mills. What do you take?"),
        ),
        Aspect(_("Longest game"), no_step if of else _("60 moves")),
        Aspect(_("The same position three times"), _("A draw") if of else _("Play goes on")),
        Aspect(
            _("Result"),
            _("100 points or none") if of else _("75 points to 25 for more stones"),
        ),
    )


def _turn(of: Parameters) -> Section:
    return Section(
        _("A turn"),
        (
            Line(_("White moves first."), card=True),
            Line(
                _(
                    "While you have stones to place, place one on an empty point. Once all your twelve are "
                    "placed, move one along a line to the next empty point."
                )
                if of.diagonals
                else _(
                    "While you have stones to place, place one on an empty point. Once all your nine are "
                    "placed, move one along a line to the next empty point."
                ),
                card=True,
                brief=True,
            ),
            Line(
                _("With exactly three stones left you may move one to any empty point.")
                if of.flies
                else _("That stays so when you have three stones left."),
                card=True,
            ),
            Line(
                _(
                    "When you close a mill, take one of your opponent's stones. A stone in a mill may be "
                    "taken only when there is no other."
                ),
                card=True,
                brief=True,
            ),
            Line(_("One stone is taken, however many mills you closed at once."), card=True),
        ),
    )


TWELVE = Section(
    _("The board"),
    (
        Line(
            _(
                "Three squares, one inside the other, with 24 points; lines join the middles of their "
                "sides, and their corners. Each player has twelve stones."
            )
        ),
        Line(
            _(
                "Three stones of one colour on a line are a mill: along a side of a square, or across "
                "the three squares, also at the corners. There are 20 such lines."
            ),
            card=True,
            brief=True,
        ),
    ),
)

FULL = Line(
    _("If all stones are placed and none was taken, the board is full: a draw, 50 points each."),
    card=True,
)

END = Section(
    _("The end"),
    (
        Line(
            _(
                "You lose if you can't move, or have fewer than three stones with those still to place: 100 "
                "points for your opponent, none for you."
            ),
            card=True,
            brief=True,
        ),
        Line(
            _(
                "A draw, 50 points each: the same position for the third time with the same player to move, "
                "or 50 moves of each player without a mill."
            ),
            card=True,
            brief=True,
        ),
        Line(
            _(
                "The 50 moves count from the last stone placed or taken, and both players' moves together "
                "make 100. Clubs count in different ways; here both draws come by themselves."
            ),
            decided=True,
        ),
        OUT_OF_TIME,
    ),
)

UNKNOWN = Section(
    _("Best play"),
    (
        Line(
            _(
                "This site knows no proof of who wins with best play. Its engine estimates positions, and "
                "proves only what it has searched to the end of the game."
            )
        ),
    ),
)

KNOWN = Section(
    _("Best play"),
    (
        Line(_("R. Gasser proved (1996) that the game with flying is a draw with best play of both sides.")),
        Line(
            _(
                "This site hasn't repeated that. Its engine estimates positions, and proves only what it has "
                "searched to the end of the game."
            )
        ),
    ),
)


TWELVE_SOURCES = (
    Source(
        _("Wikipedia: Nine men's morris, section on variants"),
        "https://en.wikipedia.org/wiki/Nine_men%27s_morris",
    ),
    Source(_("Wikipedia: Morabaraba"), "https://en.wikipedia.org/wiki/Morabaraba"),
)


def _because(of: Parameters) -> Text:
    if of.diagonals:
        return _("Much like morabaraba in southern Africa: more stones, and diagonals at the corners.")
    if of.flies:
        return _("Clubs and most boxes play like this: stones in mills are not always safe.")
    return _("For families that never fly: the last three stones move like all others.")


def sheet(of: Parameters, usual: Sheet) -> Sheet:
    """Return the rules in words; ``usual`` is the sheet of the default rule set."""
    end = replace(END, lines=(*END.lines[:2], FULL, *END.lines[2:]))
    twelve = (TWELVE, _turn(of), end, UNKNOWN)
    return replace(
        usual,
        sections=twelve if of.diagonals else (usual.sections[0], _turn(of), END, KNOWN),
        goals=Goals(
            _("At the end"),
            (
                (_("Your opponent can't move, or has fewer than three stones"), "100"),
                (_("A draw"), "50"),
                (_("You can't move, or have fewer than three stones"), "0"),
            ),
        ),
        also=(_("morabaraba"),) if of.diagonals else usual.also,
        aspects=aspects(of),
        because=_because(of),
        sources=TWELVE_SOURCES
        if of.diagonals
        else (
            Source(_("Wikipedia: Nine men's morris"), "https://en.wikipedia.org/wiki/Nine_men%27s_morris"),
            Source(
                _("The mill rules of muehlespiel.eu"),
                "http://muehlespiel.eu/index.php/muehlespiel/34-spielregeln",
            ),
            Source("R. Gasser: Solving Nine Men's Morris. Games of No Chance (1996)"),
        ),
    )
