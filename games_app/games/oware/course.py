"""The course of oware: eight lessons of strategy."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games_app.games.course import Claim, Course, Lesson, sought
from games_app.games.guide import Step
from games_app.games.oware import GAME
from games_app.games.oware.guide import position
from games_app.games.sheet import Text


def _lesson(
    title: Text,
    task: Text,
    after: Text,
    own: list[int],
    across: list[int],
    stores: tuple[int, int],
    house: int,
    claim: Claim,
) -> Lesson:
    move = sought(GAME, "south", str(house))
    return Lesson(Step(title, task, position(own, across, *stores), (move,), after), claim)


COURSE = Course(
    (
        _lesson(
            _("Take most"),
            _(
                "Several houses can capture. Count where each of them ends, and take as many seeds as you "
                "can."
            ),
            _("House 3 ended in house 10 and took three houses in a row: nine seeds."),
            [1, 2, 7, 2, 3, 2],
            [2, 2, 2, 2, 2, 0],
            (10, 11),
            3,
            Claim(ahead=6),
        ),
        _lesson(
            _("Take, and stay safe"),
            _(
                "Two houses capture three seeds each. After one of them, North takes back more. Choose the "
                "other."
            ),
            _("After house 6 North has nothing to take. After house 3 it could have taken nine."),
            [0, 3, 4, 1, 1, 1],
            [6, 3, 4, 0, 3, 2],
            (3, 17),
            6,
            Claim(ahead=6, turns=2),
        ),
        _lesson(
            _("One too many"),
            _("House 12 aims at your houses 1 and 2. Seeds are safe in a house that would come to four."),
            _("House 2 holds three now. A seed from North makes four, and four can't be captured."),
            [1, 2, 0, 0, 1, 2],
            [2, 1, 2, 7, 0, 1],
            (21, 8),
            1,
            Claim(ahead=4, turns=2),
        ),
        _lesson(
            _("Threaten twice"),
            _(
                "Nothing can be captured yet. Sow single seeds over to North, so that two houses threaten "
                "next."
            ),
            _(
                "Now houses 1 and 6 both threaten. North can't answer both: you come out five seeds ahead at "
                "least."
            ),
            [8, 0, 1, 0, 6, 4],
            [1, 0, 0, 0, 1, 0],
            (20, 7),
            5,
            Claim(ahead=5, turns=3),
        ),
        _lesson(
            # Translators: the players' own word for a house with twelve seeds or more.
            _("The krou"),
            _(
                "A krou is a house with twelve seeds or more: it goes round and reaches North's row twice. "
                "Is it time to sow it?"
            ),
            _("The second lap made two or three of what lay there: ten seeds from four houses."),
            [3, 1, 0, 4, 2, 15],
            [0, 2, 1, 0, 1, 0],
            (17, 2),
            6,
            Claim(ahead=8),
        ),
        _lesson(
            _("Not all at once"),
            _(
                "A sowing that would capture every seed of your opponent captures none. Leave North one, and "
                "take the rest."
            ),
            _("House 6 would have reached all seven seeds, and taken nothing. House 5 took five."),
            [1, 1, 1, 0, 3, 3],
            [0, 0, 0, 1, 2, 1],
            (14, 21),
            5,
            Claim(ahead=5),
        ),
        _lesson(
            _("The rest is yours"),
            _(
                "If you can't feed an opponent without seeds, you keep the rest. North has one sowing left: "
                "let it capture nothing."
            ),
            _(
                "North has to sow its last seeds and takes none of yours. You can't feed it, so all five are "
                "yours."
            ),
            [1, 1, 1, 0, 0, 0],
            [2, 0, 0, 0, 0, 0],
            (22, 21),
            2,
            Claim(by=6, wins=True),
        ),
        _lesson(
            _("The last seeds"),
            _("In the end every seed counts. House 12 aims at the seed in house 1. Keep it, and win."),
            _("One step was enough. Now North comes over with its last seed, and takes nothing."),
            [1, 0, 0, 1, 0, 1],
            [1, 0, 0, 0, 0, 0],
            (22, 22),
            1,
            Claim(by=2, wins=True),
        ),
    )
)
