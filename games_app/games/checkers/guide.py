"""The guides to pawn checkers and English draughts, and a finished game as an example."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games_app.games.base import State
from games_app.games.checkers import GAME
from games_app.games.checkers.rules import PAWNS, Checkers
from games_app.games.guide import Guide, Move, Picture, Sample, Step
from games_app.games.sheet import Text

MOVES_PLAYED = 51


def position(game: Checkers, black: str, red: str) -> State:
    """A position with Black to move. ``black``, ``red``: the pawns' cells; others are captured.

    A capital letter stands for a king ("c3 E5").
    """
    pieces = [cell for side in ((black, "black"), (red, "red")) for cell in _pieces(*side)]
    captures = {"black": PAWNS - len(red.split()), "red": PAWNS - len(black.split())}
    facts = game.initial_state().facts() | {"pawns": dict(pieces), "captures": captures, "control": "black"}
    return game.state_from_facts(facts | {"step": MOVES_PLAYED} if "step" in facts else facts)


def _pieces(cells: str, role: str) -> list[tuple[str, str]]:
    return [
        (f"{'abcdefgh'.index(cell[0].lower()) + 1} {cell[1]}", role if cell.islower() else f"{role}-king")
        for cell in cells.split()
    ]


def _step(game: Checkers) -> Step:
    return Step(
        # Translators: title of a step of the guide, a verb.
        _("Move"),
        _("You are Black and go up the board. Choose a pawn, then a free cell diagonally in front of it."),
        game.initial_state(),
        (Move("black", GAME.action("c3-d4"), goal=("move",)),),
        _("One step, diagonally forward, to an empty cell: that is a move. Pawns never go back."),
        Picture(_("A step, diagonally forward: from c3 to d4."), card=True),
    )


def _jump(game: Checkers, lesson: Text) -> Step:
    return Step(
        _("Jump"),
        _("A red pawn stands in your way, and the cell behind it is free. Jump over it."),
        position(game, "c3 b2 g1", "d4 b8 h8 f8"),
        (Move("black", GAME.action("c3xe5"), goal=("capture",)),),
        lesson,
        Picture(_("A jump from c3 over d4 to e5 captures the red pawn."), card=True),
    )


def _must(game: Checkers) -> Step:
    return Step(
        _("You must jump"),
        _("If you can jump, you must: nothing else is allowed. Find the pawn that can jump."),
        position(game, "a3 c1 e3 f4 h2", "g5 b6 d8 h8"),
        (Move("black", GAME.action("f4xh6"), goal=("capture",)),),
        _("Had you chosen another pawn, the board would have told you why it must wait."),
        Picture(_("The pawn at f4 can jump, so no other may move."), card=True),
    )


def _one_jump() -> Step:
    return Step(
        _("One jump a turn"),
        _("Here two red pawns stand in a row to be jumped. Begin."),
        position(GAME, "c1 h2", "d2 f4 b8 h8"),
        (Move("black", GAME.action("c1xe3"), goal=("capture",)),),
        _("One jump a turn: the other pawn must wait, for now Red moves. Which jump to take is your choice."),
    )


def _no_kings() -> Step:
    return Step(
        _("No kings"),
        _("Your pawn is one step from the far side. Take that step."),
        position(GAME, "c7 f2", "h6 e7"),
        (Move("black", GAME.action("c7-b8"), only=(GAME.action("c7-b8"), GAME.action("c7-d8"))),),
        _("There are no kings here: a pawn that has come so far stays where it is."),
    )


def _end() -> Step:
    return Step(
        _("The end"),
        _("Red has one pawn left. Take it."),
        position(GAME, "e3 a3 d8", "f4"),
        (Move("black", GAME.action("e3xg5"), goal=("capture", "over")),),
        _(
            "Red has no pawn left. A game also ends when a side can't move, or after 99 moves: more captures "
            "win."
        ),
    )


PAWN_CHECKERS = Guide(
    (
        _step(GAME),
        _jump(GAME, _("The pawn that was jumped over is captured. Captures are all that counts in the end.")),
        _must(GAME),
        _one_jump(),
        _no_kings(),
        _end(),
    )
)


def _jump_on(game: Checkers) -> Step:
    return Step(
        _("Jump on"),
        _("Here two red pawns stand in a row to be jumped. Begin."),
        position(game, "c1 h2", "d2 f4 b8 h8"),
        (
            Move("black", GAME.action("c1xe3"), goal=("capture",)),
            Move("black", GAME.action("e3xg5"), goal=("capture",), task=_("You can jump on, so you must.")),
        ),
        _("All jumps of one piece are one turn, as long as there is something to jump."),
        Picture(_("The pawn jumps from c1 to e3 and on to g5: one turn, two pawns."), moves=2),
    )


def _crown(game: Checkers) -> Step:
    return Step(
        _("Kings"),
        _("Your pawn is one step from the far side. Take that step."),
        position(game, "c7 f2", "h6 e5"),
        (Move("black", GAME.action("c7-b8"), goal=("crown",)),),
        _("There it became a king, and its turn ended."),
        Picture(_("A pawn that reaches the far row becomes a king.")),
    )


def _backward(game: Checkers) -> Step:
    return Step(
        _("Back again"),
        _("A king goes and jumps backward too. Take the pawn with yours."),
        position(game, "E7 b2 h4", "d6 a7 h8"),
        (Move("black", GAME.action("e7xc5"), goal=("capture",)),),
        _("A king still takes one step at a time, but in all four directions."),
        Picture(_("The king jumps backward, from e7 over d6 to c5.")),
    )


def _blocked(game: Checkers) -> Step:
    return Step(
        _("The end"),
        _("If you can't move, you have lost. Leave Red's pawn without a move."),
        position(game, "f4 h4 e1 c1", "h6"),
        (Move("black", GAME.action("h4-g5"), goal=("over",)),),
        _(
            "Red's pawn can't step, and the cell behind your pawn is taken: you win. Taking the last piece "
            "wins too."
        ),
    )


def _draughts(game: Checkers) -> Guide:
    return Guide(
        (
            _step(game),
            _jump(game, _("The pawn that was jumped over is captured.")),
            _must(game),
            _jump_on(game),
            _crown(game),
            _backward(game),
            _blocked(game),
        )
    )


def guide(game: Checkers) -> Guide:
    return PAWN_CHECKERS if game == GAME else _draughts(game)


SAMPLE = Sample(
    GAME,
    {},
    "c3-b4 d6-e5 e3-d4 e5xc3 b2xd4 f6-e5 d4xf6 g7xe5 g3-f4 e5xg3 f2xh4 h6-g5 h4xf6 e7xg5 e1-f2 c7-d6 "
    "a1-b2 f8-e7 f2-g3 g5-f4 g3xe5 d6xf4 d2-e3 f4xd2 c1xe3 b8-c7 b4-c5 b6xd4 e3xc5 h8-g7 b2-c3 e7-d6 "
    "c5xe7 d8xf6 h2-g3 f6-g5 g1-f2 g5-h4 c3-b4 c7-d6 b4-c5 d6xb4 a3xc5 a7-b6 c5xa7 g7-f6 g3-f4 f6-g5 "
    "f4xh6 h4-g3 f2xh4",
)
