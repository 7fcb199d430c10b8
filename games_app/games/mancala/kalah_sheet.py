"""The rules of the other rule sets of Kalah in words, which follow from their parameters."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games_app.games.mancala.parameters import Parameters
from games_app.games.mancala.rules import Mancala
from games_app.games.sheet import (
    BY_HAND,
    OUT_OF_TIME,
    VARIANT_BY_HAND,
    Aspect,
    Goals,
    Line,
    OptionText,
    Section,
    Sheet,
    Source,
    Text,
    sowing_option,
)

WIKIPEDIA = Source(_("Wikipedia: Kalah"), "https://en.wikipedia.org/wiki/Kalah")
SOLVED = Source("G. Irving, J. Donkers, J. Uiterwijk: Solving Kalah. ICGA Journal 23 (2000)")
RAWLINGS = Source(
    _("M. Rawlings: analysis of Kalah with 72 stones (2015)"),
    "https://en.wikipedia.org/?oldid=690667612&title=Kalah",
)
ALWAYS, FULL, PIE = {"capture": ("always",)}, {"capture": ("full",)}, {"pie": ("yes",)}

NOT_PROVED = Line(
    _(
        "This site hasn't repeated that. Its engine proves the last part of a game; anything before is "
        "marked as estimated."
    )
)
FREE = (
    _("For families with rules of their own: you choose the stones, the captures and the pie rule."),
    (WIKIPEDIA,),
    (Line(_("The engine proves small boards and the last part of a game; the rest is estimated.")),),
)
WORDS: Mapping[str, tuple[Text, tuple[Source, ...], tuple[Line, ...]]] = {
    "kalah64": (
        _("The common kitchen-table game: six pits a side, four stones in each."),
        (WIKIPEDIA, SOLVED),
        (Line(_("Published analyses say that the first player wins by 10 with best play.")), NOT_PROVED),
    ),
    "kalah66": (
        _("The box with 72 stones, often called Kalaha: longer, and hard to see through."),
        (WIKIPEDIA, RAWLINGS),
        (Line(_("A published analysis says that the first player wins by 2 with best play.")), NOT_PROVED),
    ),
}
"""Origin of each rule set, its sources, and what is known of it; ``FREE`` for the others."""


def aspects(of: Parameters) -> tuple[Aspect, ...]:
    """Return what can differ between the rule sets."""
    own = _("As you choose")
    captures = _("The last stone is stored alone") if of.captures_nothing else _("Nothing is captured")
    return (
        Aspect(_("Pits on each side"), str(of.pits), _("How many pits does each player have?")),
        Aspect(
            _("Stones in each pit"),
            _("3 to 6, as you choose") if "stones" in of.choices else str(of.stones),
            _("How many stones lie in each pit at first?"),
            is_open="stones" in of.choices,
        ),
        Aspect(
            _("Last stone opposite an empty pit"),
            own if "capture" in of.choices else captures,
        ),
        Aspect(
            _("When one side is empty"),
            _("The other keeps its stones, and the game is over")
            if of.sweeps
            else _("The other clears its pits, one each turn"),
            _("What happens when one side is empty?"),
        ),
        Aspect(
            _("Result"),
            _("Points for each stone of the winner")
            if of.table
            else _("More stones win: 100 points or none"),
        ),
        Aspect(_("Pie rule"), own if "pie" in of.choices else _("No")),
        Aspect(_("Rated matches"), _("Yes") if set(of.choices) <= {"pie"} else _("No")),
    )


def _board(of: Parameters) -> Section:
    n, last = of.pits, 2 * of.pits
    begins = (
        _("Each pit begins with 3 to 6 stones, as you choose; the stores are empty.")
        if "stones" in of.choices
        else format_lazy(_("Each pit begins with {stones} stones; the stores are empty."), stones=of.stones)
    )
    owns = _(
        "South owns pits 1 to {n} and the store after them, north pits {next} to {last} and the other store."
    )
    opposite = _("Opposite each other are pits whose numbers add up to {sum}.")
    return Section(
        _("The board"),
        (
            Line(format_lazy(owns, n=n, next=n + 1, last=last)),
            Line(begins),
            Line(format_lazy(opposite, sum=last + 1)),
        ),
    )


def _turn(of: Parameters) -> Section:
    chooses = "capture" in of.choices
    round_trip = _(
        "{n} stones go once round and end in the pit they came from, empty by then: a capture like any other."
    )
    return Section(
        _("A turn"),
        (
            Line(_("North moves first."), card=True),
            Line(
                _(
                    "Choose one of your pits that holds stones. They are sown one by one into what follows:"
                    " the rest of your pits, your store, your opponent's pits and round again."
                ),
                card=True,
                brief=True,
            ),
            Line(_("You sow into your own store and leave out your opponent's."), card=True),
            Line(_("If your last stone falls into your own store, you move again."), card=True, brief=True),
            Line(
                _(
                    "If it falls into an empty pit of your own, that stone and all stones of the opposite "
                    "pit go to your store, and your turn ends."
                ),
                card=True,
                brief=True,
            ),
            Line(
                _(
                    "That capture also happens when the opposite pit is empty: then your last stone goes "
                    "alone."
                ),
                card=chooses,
                when=ALWAYS if chooses else {},
            ),
            *(
                [Line(_("Opposite an empty pit nothing is captured."), card=True, when=FULL)]
                if chooses
                else []
            ),
            Line(format_lazy(round_trip, n=2 * of.pits + 1)),
            Line(_("Anywhere else your turn simply ends.")),
            Line(
                _(
                    "The pie rule: after the first turn of the match the second player may swap sides "
                    "instead of moving. Each then has the other's pits and store, and the first player "
                    "moves again."
                ),
                card=True,
                when=PIE,
            ),
        ),
    )


END = Section(
    _("The end"),
    (
        Line(
            _(
                "When the pits of one side are all empty, the game is over. The stones that lie in the other "
                "side's pits go to their owner's store."
            ),
            card=True,
            brief=True,
        ),
        Line(
            _("More stones in the store wins: 100 points. As many on both sides are a draw, 50 each."),
            card=True,
            brief=True,
        ),
        OUT_OF_TIME,
    ),
)

HAND = Section(
    _("Sowing by hand"),
    (
        Line(_("Whether stones are sown by themselves or by hand is agreed when the match is made.")),
        Line(
            _(
                "You put every stone yourself. Press the pit you sow and draw your hand over what follows: a "
                "stone falls into each. Or click them one by one, or put the next with the space bar."
            ),
            card=True,
            when=BY_HAND,
        ),
        Line(_("Into a pit that is not next you can't put a stone."), when=BY_HAND),
    ),
)

GOALS = Goals(
    _("Stones in your store"),
    ((_("Fewer than half"), "0"), (_("Half of all"), "50"), (_("More than half"), "100")),
)

CHOICES: Mapping[str, OptionText] = {
    "stones": OptionText(_("Stones in each pit"), {n: n for n in ("3", "4", "5", "6")}),
    "capture": OptionText(
        _("Last stone opposite an empty pit"),
        {"always": _("It is stored alone"), "full": _("It stays: only full pits are captured")},
    ),
    "pie": OptionText(
        _("Pie rule"),
        {"no": _("No"), "yes": _("Yes")},
        hint=_(
            "The second player may swap sides after the first turn, which takes away the advantage of "
            "moving first."
        ),
    ),
    "sowing": sowing_option(_("By hand, you put every stone yourself.")),
}

VARIANTS = (
    VARIANT_BY_HAND,
    Line(_("pie rule"), when=PIE),
    Line(_("captures from full pits only"), when=FULL),
    *(Line(format_lazy(_("{n} stones in each pit"), n=n), when={"stones": (n,)}) for n in ("3", "5", "6")),
)


def sheet(game: Mancala) -> Sheet:
    """Return the rules of a rule set in words."""
    of = game.parameters
    because, sources, fair_start = WORDS.get(game.slug, FREE)
    return Sheet(
        sentence=_("Sow stones around the board one by one, and land where it pays."),
        seats={"north": _("North, moves first"), "south": _("South, moves second")},
        sections=(_board(of), _turn(of), END, HAND, Section(_("A fair start"), fair_start)),
        goals=GOALS,
        places=(
            format_lazy(
                _(
                    "Pits are called 1 to {last} and the stores S and N, in the order of sowing. A move is "
                    "written as its pit."
                ),
                last=2 * of.pits,
            ),
        ),
        also=(_("Kalah"), _("Kalaha")),
        choices={name: CHOICES[name] for name in game.options},
        length=_("Moves and stones sown"),
        counted=_("Stones in the store"),
        games=2,
        games_because=_("Moving first is an advantage, so play two."),
        variants=VARIANTS,
        aspects=aspects(of),
        because=because,
        sources=sources,
    )
