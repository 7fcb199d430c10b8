"""The rules of oware in words, positions as text, and how far a match has come."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games_app.games.base import Facts
from games_app.games.oware.rules.state import HALF, LAST_QUIET, NAMES, OWN, STORE
from games_app.games.sheet import (
    BY_HAND,
    OUT_OF_TIME,
    VARIANT_BY_HAND,
    Goals,
    Line,
    Section,
    Sheet,
    Source,
    sowing_option,
)
from games_app.games.text import row

BOARD = Section(
    _("The board"),
    (
        Line(
            _(
                "Each player has a row of six houses with four seeds in each, 48 seeds in all, and a store "
                "for captured seeds. South owns houses 1 to 6, north 7 to 12."
            )
        ),
        Line(_("Nobody sows into a store: only captured seeds go there.")),
    ),
)

TURN = Section(
    _("A turn"),
    (
        Line(_("South moves first."), decided=True),
        Line(
            _(
                "Choose one of your houses that holds seeds. They are sown one by one, counterclockwise, "
                "into the houses that follow, yours and your opponent's."
            ),
            card=True,
            brief=True,
        ),
        Line(
            _("Twelve seeds or more go all the way round. The house that they came from is left out."),
            card=True,
        ),
        Line(
            _(
                "If your last seed makes two or three in a house of your opponent's, you capture the seeds "
                "of that house."
            ),
            card=True,
            brief=True,
        ),
        Line(
            _(
                "If the house before it then also holds two or three and is your opponent's, you capture "
                "these too, and so on backwards without a gap."
            ),
            card=True,
            brief=True,
        ),
        Line(
            _(
                "A move that would capture all seeds of your opponent's row (a grand slam) is allowed, but "
                "captures nothing."
            ),
            decided=True,
            card=True,
        ),
        Line(
            _("If your opponent has no seeds, you must play a move that gives them some, if you have one."),
            card=True,
        ),
    ),
)

END = Section(
    _("The end"),
    (
        Line(
            _("25 seeds or more win, and the game ends at once. 24 each are a draw."),
            card=True,
            brief=True,
        ),
        Line(
            _(
                "If your opponent has no seeds and you can't give them any, the game ends, and you keep the "
                "seeds in your row."
            ),
            card=True,
            brief=True,
        ),
        Line(
            _(
                "After 60 moves in a row without a capture, 30 of each player, the game ends. Each player "
                "keeps the seeds in their own row."
            ),
            decided=True,
            card=True,
        ),
        OUT_OF_TIME,
    ),
)

HAND = Section(
    _("Sowing by hand"),
    (
        Line(_("Whether seeds are sown by themselves or by hand is agreed when the match is made.")),
        Line(
            _(
                "You drop every seed yourself. Press the house you sow and draw your hand over those that "
                "follow: a seed falls into each. Or click them one by one, or drop the next with the space "
                "bar."
            ),
            card=True,
            when=BY_HAND,
        ),
        Line(
            _(
                "Into a house that is not next you can't drop a seed. On the way round, your hand passes "
                "over the house it came from."
            ),
            when=BY_HAND,
        ),
    ),
)

OPEN = Section(
    _("What tradition leaves open"),
    (
        Line(
            _(
                "Who begins: players toss a coin or agree, and the winner begins the next game. Here you "
                "choose your sides, and a pair of games with sides swapped is offered first."
            )
        ),
        Line(
            _(
                "The grand slam: elsewhere it may be forbidden, may capture all seeds, or may leave the last "
                "or the first house. The rule here is that of the international rules."
            )
        ),
        Line(
            _(
                "Endless cycles: players usually agree that a game goes round in circles, and each keeps the "
                "seeds in their own row; some sites end the game when a position comes again. A count of "
                "moves needs no agreement, and everybody can follow it."
            )
        ),
    ),
)

SHEET = Sheet(
    sentence=_("Sow seeds around the board, and capture twos and threes from your opponent's row."),
    seats={"south": _("South, moves first"), "north": _("North, moves second")},
    sections=(BOARD, TURN, END, HAND, OPEN),
    goals=Goals(
        _("Seeds in your store"),
        ((_("0 to 23"), "0"), ("24", "50"), (_("25 or more"), "100")),
    ),
    places=(
        _(
            "Houses are called 1 to 12 and the stores S and N, in the order of sowing: south's 1 to 6, then "
            "north's 7 to 12. A move is written as its house."
        ),
    ),
    also=(_("Awalé"), _("Awari"), _("Warri"), _("Ayò")),
    choices={"sowing": sowing_option(_("By hand, you drop every seed yourself."))},
    counted=_("Seeds in the store"),
    games=2,
    games_because=_("Play two, so that each of you moves first once."),
    variants=(VARIANT_BY_HAND,),
    because=_("The Abapa rules, which adults and tournaments play in West Africa and the Caribbean."),
    sources=(
        Source(_("The Oware Society: Abapa rules"), "http://s.helan.free.fr/awele/rules/"),
        Source(_("Joan Sala: How to play oware"), "http://www.joansala.com/auale/rules/en/"),
        Source(_("Ludoteka: Oware, international rules"), "https://ludoteka.com/oware.html"),
        Source(
            _("PlayStrategy: seeds that are left when a position comes again"),
            "https://playstrategy.org/forum/playstrategy-feedback/"
            "oware-rule-update-seed-capture-on-repetition",
        ),
    ),
)


WORTH_SAYING = LAST_QUIET // 2
"""Moves without a capture from which on pages count them."""


def draw(facts: Facts) -> list[str]:
    seeds = facts["seeds"]
    south, north = ([NAMES[house] for house in OWN[role]] for role in OWN)
    return [
        "north   " + row(north[::-1]),
        "        " + row(seeds[house] for house in north[::-1]),
        f"N {seeds['N']:<36}{seeds['S']:>2} S",
        "        " + row(seeds[house] for house in south),
        "south   " + row(south),
        *(f"{name}: {value}" for name, value in facts.get("options", {}).items()),
        *(f"{role} holds {n}, next at {facts['at']}" for role, n in facts.get("hand", {}).items() if n),
        f"control: {facts['control']}, moves without a capture: {facts['quiet']}",
    ]


def course(facts: Facts) -> str:
    if not WORTH_SAYING <= facts["quiet"] < LAST_QUIET or not _goes_on(facts):
        return ""
    return gettext("%(n)d of %(last)d moves without a capture") % {"n": facts["quiet"], "last": LAST_QUIET}


def ending(facts: Facts) -> str:
    if facts["quiet"] == LAST_QUIET:
        return gettext("%(last)d moves without a capture") % {"last": LAST_QUIET}
    if any(facts["seeds"][name] for name in NAMES):
        return gettext("more than half of the seeds are captured")
    return gettext("one side has no seeds and can't be given any")


def _goes_on(facts: Facts) -> bool:
    stored = [facts["seeds"][store] for store in STORE.values()]
    return bool(max(stored) <= HALF and sum(stored) < 2 * HALF)
