"""The rules of English draughts in words, and how the rule sets of checkers differ."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from games_app.games.sheet import OUT_OF_TIME, Aspect, Goals, Line, Section, Sheet, Source


def aspects(draughts: bool) -> tuple[Aspect, ...]:
    """Return the points in which the rule sets differ."""
    pairs = (
        (_("Kings"), _("No"), _("Yes: a pawn that reaches the far row"), _("Are there kings?")),
        (
            _("Several jumps in one turn"),
            _("No: one jump each turn"),
            _("Yes, as long as the piece can jump"),
            _("Can one piece jump several times in a turn?"),
        ),
        (
            _("A player who can't move"),
            _("The game is over, captures count"),
            _("Loses"),
            _("What happens if you can't move?"),
        ),
        (
            _("Draws"),
            _("As many captures on both sides"),
            _("The same position three times, or 40 moves of each player without progress"),
            "",
        ),
        (_("Longest game"), _("99 moves"), _("No limit"), ""),
        (_("Result"), _("Points for captures"), _("100 points or none"), ""),
    )
    return tuple(Aspect(title, other if draughts else own, question) for title, own, other, question in pairs)


BOARD = Section(
    _("The board"),
    (
        Line(
            _(
                "Twelve pawns each on the dark cells of a board of 8 by 8. Black begins below and goes "
                "up, red begins above and goes down."
            )
        ),
        Line(
            _(
                "A pawn that reaches the far row becomes a king, and its turn ends. A king steps and jumps "
                "forward and back."
            ),
            card=True,
            brief=True,
        ),
    ),
)

TURN = Section(
    _("A turn"),
    (
        Line(_("Black moves first."), card=True),
        Line(
            _("Move a piece one step diagonally to an empty cell. Pawns go forward."),
            card=True,
            brief=True,
        ),
        Line(
            _(
                "Or jump: diagonally over a neighbouring piece of your opponent to the empty cell behind it. "
                "That piece is captured."
            ),
            card=True,
        ),
        Line(
            _(
                "If you can jump, you must; which jump is your choice. The same piece jumps on as long as it "
                "can, by the way that you choose."
            ),
            card=True,
            brief=True,
        ),
    ),
)

END = Section(
    _("The end"),
    (
        Line(
            _("You lose if you have no piece or can't move: 100 points for your opponent, none for you."),
            card=True,
            brief=True,
        ),
        Line(
            _(
                "A draw, 50 points each: the same position for the third time with the same player to move, "
                "or 40 moves of each player without a capture or a pawn's move."
            ),
            card=True,
            brief=True,
        ),
        Line(
            _(
                "Both players' moves are counted, so the game is drawn after 80 in a row. Tournaments let a "
                "player claim that draw; here it comes by itself."
            ),
            decided=True,
        ),
        OUT_OF_TIME,
    ),
)

KNOWN = Section(
    _("Best play"),
    (
        Line(_("Published proof: with best play of both sides the game is a draw.")),
        Line(
            _(
                "This site hasn't repeated that. Its engine estimates positions, and proves only what it has "
                "searched to the end of the game."
            )
        ),
    ),
)


def sheet(usual: Sheet) -> Sheet:
    """Return the rules in words; ``usual`` is the sheet of the default rule set."""
    return replace(
        usual,
        sentence=_("Jump when you can, crown your pawns, and leave your opponent without a move."),
        sections=(BOARD, TURN, END, KNOWN),
        goals=Goals(
            _("At the end"),
            ((_("Your opponent can't move"), "100"), (_("A draw"), "50"), (_("You can't move"), "0")),
        ),
        places=usual.places[:2],
        counted="",
        also=(_("draughts"), _("American checkers")),
        aspects=aspects(draughts=True),
        because=_("Known to most people in Britain and America as checkers or draughts."),
        sources=(
            Source(_("Wikipedia: English draughts"), "https://en.wikipedia.org/wiki/English_draughts"),
            Source("J. Schaeffer et al.: Checkers Is Solved. Science 317 (2007)"),
        ),
    )
