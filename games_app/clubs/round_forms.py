"""The form of a round: the people who are there, how they are paired, and the terms of their games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.functional import lazy
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games_app.clubs.record import Record
from games_app.clubs.round_wall import SHOWN
from games_app.clubs.rounds import HandBoard, Pairing, Plan, usual_terms
from games_app.games.rules import GAMES, RULE_SETS
from games_app.lib.names import LEVEL_WORDS
from games_app.lists.terms_text import clock
from games_app.match.terms import CLOCK_PRESETS, DEFAULT_TERMS, read
from games_app.models import ClubMember, ClubRound, Player
from games_app.pages.forms.terms_form import CLOCKS, Radios, choice_field, fields_of

NO_CLOCK, WAITS, GUEST = "none", "", "guest"
OTHERS_OPEN, GIVER_OPENS = "others", "giver"
NO_HANDICAP, BY_LADDER, BY_HAND = "none", "ladder", "hand"
LEVELS = ("beginner", "easy", "medium", "hard")
"""Levels of the computer that every game has."""
GAME_CHOICES = [
    (game.name, [(slug, rules.name) for slug, rules in RULE_SETS.items() if rules.family == family])
    for family, game in GAMES.items()
]


@dataclass(frozen=True, slots=True)
class Person:
    """A member in the form."""

    member: ClubMember
    is_here: bool
    """True if they have a page of the club or a game open, and don't hide it."""
    is_playing: bool
    """True if their game of a round goes on."""
    is_chosen: bool
    board: str
    """Number of their board in a pairing by hand, as it was typed."""
    head_start: str
    """Their head start by hand, as it was typed."""


class RoundForm(forms.Form):
    game = forms.ChoiceField(label=_("Game"), choices=GAME_CHOICES)
    time = Radios(
        _("Time"),
        NO_CLOCK,
        [
            (NO_CLOCK, _("No clock")),
            *((name, lazy(clock, str)(time)) for name, time in CLOCKS.items()),
        ],
    )
    pairing = Radios(
        _("Who plays whom"),
        Pairing.RANDOM,
        [
            (Pairing.RANDOM, _("By lot")),
            (Pairing.STRENGTH, _("By strength: neighbours on the club's ladder")),
            (Pairing.HAND, _("By hand: give two people the same board number")),
            (Pairing.SIMUL, _("Simul: one plays against all others at once")),
        ],
        _("By lot and by strength, people meet somebody else than in the last round if possible."),
    )
    level = Radios(
        _("If somebody is left over"),
        WAITS,
        [
            (WAITS, _("They wait for the next round")),
            *(
                (level, format_lazy(_("They play {computer}"), computer=_(LEVEL_WORDS[level].name)))
                for level in LEVELS
            ),
        ],
    )

    giver = forms.ChoiceField(label=_("Plays against all"), required=False)
    opens = Radios(
        _("First move"),
        OTHERS_OPEN,
        [
            (OTHERS_OPEN, _("The others move first")),
            (GIVER_OPENS, _("The one who plays against all moves first")),
        ],
    )
    handicap = Radios(
        _("Handicap"),
        NO_HANDICAP,
        [
            (NO_HANDICAP, _("No handicap")),
            (BY_LADDER, _("Even games: a head start by the club's ladder")),
            (BY_HAND, _("Head starts by hand: of two people the one with more gets the difference")),
        ],
        _("Games with a handicap don't count on the ladder."),
    )

    def __init__(
        self,
        record: Record,
        here: Collection[int],
        playing: Collection[int],
        data: QueryDict | None = None,
        last: ClubRound | None = None,
        by: Player | None = None,
    ) -> None:
        """Create the form with the game and the clock of the ``last`` round.

        ``here``: players who are; ``by``: the person who fills it in, and gives a simul unless they choose
        somebody else.
        """
        usual = {"giver": by.public_id if by else ""}
        super().__init__(data, initial=usual | (_chosen(last) if last else {}))
        free = [member.player for member in record.members if member.player_id not in playing]
        field = choice_field(self, "giver")
        field.choices = [(player.public_id, player.name) for player in free]
        if not record.club.is_class:
            field.choices = [*field.choices, (GUEST, _("A guest, by a link"))]
        self._numbers = [str(n) for n in range(1, min(len(record.members) // 2, SHOWN) + 1)]
        for number in self._numbers:
            self.fields[f"game-{number}"] = forms.ChoiceField(
                label=format_lazy(_("Rule set of board {n}"), n=number),
                choices=[("", _("Same as the round")), *GAME_CHOICES],
                required=False,
            )
        sent = data or QueryDict()
        chosen = set(sent.getlist("player"))
        self.people = [
            Person(
                member,
                member.player_id in here,
                member.player_id in playing,
                member.player.public_id in chosen if data is not None else member.player_id in here,
                sent.get(f"board-{member.player.public_id}", "").strip()[:3],
                sent.get(f"head-start-{member.player.public_id}", "").strip()[:2],
            )
            for member in record.members
        ]
        self.people.sort(key=lambda person: (person.is_playing, not person.is_here))

    @property
    def games_of_boards(self) -> list[forms.BoundField]:
        """The rule sets of boards in a pairing by hand."""
        return [self[f"game-{number}"] for number in self._numbers]

    @property
    def has_games_of_boards(self) -> bool:
        """True if a board has another rule set than the round, or an error."""
        return any(field.value() or field.errors for field in self.games_of_boards)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("pairing") == Pairing.HAND:
            cleaned["boards"] = self._boards_by_hand(cleaned)
        if cleaned.get("pairing") == Pairing.SIMUL and cleaned.get("giver") == "":
            self.add_error("giver", _("Choose the person who plays against all."))
        return cleaned

    def _boards_by_hand(self, cleaned: dict[str, Any]) -> list[HandBoard]:
        """Return the pairs by their numbers. A number that not exactly two people have is an error."""
        games = {number: cleaned.get(f"game-{number}", "") for number in self._numbers}
        at_board: defaultdict[str, list[str]] = defaultdict(list)
        for person in self.people:
            if person.is_chosen and person.board:
                at_board[person.board].append(person.member.player.public_id)
        boards: list[HandBoard] = []
        for number in dict.fromkeys((*at_board, *(number for number, game in games.items() if game))):
            if len(people := at_board[number]) == 2:
                boards.append(HandBoard(people[0], people[1], games.get(number, "")))
            else:
                self.add_error(
                    "pairing",
                    forms.ValidationError(
                        _("Give the board number %(board)s to two people; %(n)d have it."),
                        params={"board": number, "n": len(people)},
                    ),
                )
        return boards

    def plan(self) -> Plan:
        """Return the choices, once the form is valid."""
        chosen = self.cleaned_data
        return Plan(
            chosen["game"],
            usual_terms(CLOCK_PRESETS.get(chosen["time"], DEFAULT_TERMS)),
            Pairing(chosen["pairing"] or Pairing.RANDOM),
            [person.member.player.public_id for person in self.people if person.is_chosen],
            chosen["level"],
            chosen.get("boards", ()),
            "" if chosen["giver"] == GUEST else chosen["giver"],
            chosen["opens"] == GIVER_OPENS,
            by_ladder=chosen["handicap"] == BY_LADDER,
            head_starts=self._head_starts() if chosen["handicap"] == BY_HAND else {},
        )

    def _head_starts(self) -> dict[str, int]:
        typed = {person.member.player.public_id: person.head_start for person in self.people}
        return {player: int(size) for player, size in typed.items() if size.isascii() and size.isdecimal()}


def _chosen(last: ClubRound) -> dict[str, str]:
    """Return the fields of an earlier round."""
    time = fields_of(read(last.terms)).get("time", NO_CLOCK)
    return {"game": last.game, "time": time, "pairing": last.pairing}
