"""The rules of the sheet for congkak in words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games_app.games.sheet import (
    BY_HAND,
    OUT_OF_TIME,
    VARIANT_BY_HAND,
    Goals,
    Line,
    OptionText,
    Section,
    Sheet,
    Wording,
    sowing_option,
)

AUTO = {"sowing": ("auto",)}
AT_ONCE = {"opening": ("simultaneous",)}
SEALED = AT_ONCE | AUTO
RACE = AT_ONCE | BY_HAND

BOARD = Section(
    _("The board"),
    (
        Line(
            _(
                "South owns houses 1 to 7 and storehouse A, north houses 8 to 14 and storehouse B: each"
                " storehouse is at its owner's left hand. Each house begins with 7 shells, 98 in all."
            )
        ),
        Line(
            _(
                "Sowing goes clockwise: 1 to 7, A, 8 to 14, B and round again. You leave out your "
                "opponent's storehouse. Opposite each other are houses whose numbers add up to 15."
            )
        ),
    ),
)

TURN = Section(
    _("A turn"),
    (
        Line(
            _(
                "Scoop all shells of one of your houses and drop one into each house that follows, "
                "clockwise, your storehouse included and your opponent's left out."
            ),
            card=True,
            brief=True,
        ),
        Line(_("A house that began the sowing is not left out when you come round to it.")),
        Line(
            _(
                "If your last shell falls into your own storehouse, scoop again. With nothing to scoop,"
                " your turn ends."
            ),
            card=True,
            brief=True,
        ),
        Line(
            _("If it falls into a house with shells, on either side, you take them all and sow on."),
            card=True,
            brief=True,
        ),
        Line(
            _(
                "If it falls into an empty house of your own, that shell and all shells of the opposite"
                " house go to your storehouse, and your turn ends. The opposite house may be empty."
            ),
            card=True,
            brief=True,
        ),
        Line(
            _("If it falls into an empty house of your opponent, it stays there, and your turn ends."),
            card=True,
        ),
    ),
)

OPENING = Section(
    _("The opening"),
    (
        Line(
            _(
                "When the match is made, the players agree who begins: both at once, south alone, or "
                "north alone."
            ),
            decided=True,
        ),
        Line(
            _(
                "In the first turn of round one both players choose a house in secret. Once both have "
                "chosen, both sow at the same time."
            ),
            card=True,
            when=SEALED,
        ),
        Line(
            _(
                "They sow in step: south drops one shell, and what follows from its last shell is "
                "settled at once; then north does the same."
            ),
            decided=True,
            when=SEALED,
        ),
        Line(
            _(
                "When all hands are empty, whoever ended in their own storehouse chooses again: both in "
                "secret, or one alone. If no shells are left to scoop, the turn ends. If both turns end "
                "like this, south counts as first."
            ),
            decided=True,
            when=SEALED,
        ),
        Line(
            _("Whoever's opening turn has ended waits. The player whose turn ended first moves next."),
            decided=True,
            card=True,
            when=AT_ONCE,
        ),
        Line(
            _("Where south begins alone, south takes the first turn, and turns alternate from there."),
            decided=True,
            card=True,
            when={"opening": ("south",)},
        ),
        Line(
            _("Where north begins alone, north takes the first turn, and turns alternate from there."),
            decided=True,
            card=True,
            when={"opening": ("north",)},
        ),
    ),
)

ROUNDS = Section(
    _("Rounds and burnt houses"),
    (
        Line(
            _(
                "A round is over when, after a turn, a player's houses hold no shell. A house that can't be "
                "filled for another round is burnt. After the last round more shells win."
            ),
            card=True,
            brief=True,
        ),
        Line(
            _("Shells that lie in houses when a round is over go to the storehouse of their owner."),
            card=True,
        ),
        Line(
            _(
                "This is checked only when a turn has ended, in the opening when both have ended, and "
                "never between two scoops of one turn."
            ),
            decided=True,
        ),
        Line(
            _(
                "For the next round each player fills their houses from their storehouse with seven "
                "shells each, from left to right: south 7 down to 1, north 14 down to 8. A house that "
                "can't get seven is burnt for this round: it is passed over. The rest stays in the "
                "storehouse."
            ),
            card=True,
            when={"rounds": ("match", "3", "5")},
        ),
        Line(
            _("Which houses are burnt is decided anew in each round: a house can be won back."),
            decided=True,
            when={"rounds": ("match", "3", "5")},
        ),
        Line(
            _("The player who lost the round, with fewer shells, begins the next one alone."),
            card=True,
            when={"rounds": ("match", "3", "5")},
        ),
        Line(
            _("After 49 to 49 the player whose turn it would have been begins."),
            decided=True,
            when={"rounds": ("match", "3", "5")},
        ),
    ),
)

END = Section(
    _("The end"),
    (
        Line(
            _("How long the match may take is agreed when it is made: 1, 3 or 5 rounds, or a full match."),
            decided=True,
        ),
        Line(
            _(
                "A player with fewer than 7 shells can't fill a single house for the next round and has "
                "lost the match."
            ),
            card=True,
            when={"rounds": ("match", "3", "5")},
        ),
        Line(_("A match of one round: more shells win."), decided=True, card=True, when={"rounds": ("1",)}),
        Line(
            _("A match of 3 rounds: it is over after the third at the latest, and more shells win."),
            decided=True,
            card=True,
            when={"rounds": ("3",)},
        ),
        Line(
            _("A match of 5 rounds: it is over after the fifth at the latest, and more shells win."),
            decided=True,
            card=True,
            when={"rounds": ("5",)},
        ),
        Line(
            _(
                "A full match goes on until a player has lost all houses. Between equals that can take "
                "hundreds of rounds."
            ),
            card=True,
            when={"rounds": ("match",)},
        ),
        OUT_OF_TIME,
    ),
)

HAND = Section(
    _("Sowing by hand"),
    (
        Line(
            _("Whether shells are sown by themselves or by hand is agreed when the match is made."),
            decided=True,
        ),
        Line(
            _("You drop every shell yourself. Into a house that is not next you can't drop."),
            decided=True,
            card=True,
            when=BY_HAND,
        ),
        Line(
            _(
                "Press the house you scoop and draw your hand over those that follow: a shell falls into "
                "each. Letting go is a rest. Or click them one by one, or drop the next with the space bar."
            ),
            card=True,
            when=BY_HAND,
        ),
        Line(
            _(
                "You may drop into a burnt house on the way, by mistake: that shell is lost to your "
                "opponent's storehouse, and sowing goes on from there. If it was your last one, your "
                "turn ends. A hand drawn over a burnt house passes it; the mistake is to click on it."
            ),
            decided=True,
            card=True,
            when=BY_HAND,
        ),
        Line(_("In a relay your hand fills by itself."), decided=True, when=BY_HAND),
        Line(
            _(
                "When both open at once, nothing is secret and nobody waits: it is a race, and shells "
                "fall in the order in which they reach the server. Whoever ended in their own storehouse "
                "may scoop again at once."
            ),
            decided=True,
            card=True,
            when=RACE,
        ),
        Line(
            _(
                "A player who must scoop and has no shell in any house ends the opening turn, south "
                "first if that holds for both."
            ),
            decided=True,
            when=RACE,
        ),
    ),
)

GOALS = Goals(
    _("At the end of the match"),
    (
        (
            _("You won: your opponent can't fill a house, or you have more shells after the agreed rounds"),
            "100",
        ),
        (_("Both have as many shells after the agreed rounds"), "50"),
        (_("You lost"), "0"),
    ),
)

SHEET = Sheet(
    sentence=_("Both players scoop at once, and one sowing can run and run."),
    seats={"south": _("South, houses 1 to 7"), "north": _("North, houses 8 to 14")},
    sections=(BOARD, TURN, OPENING, ROUNDS, END, HAND),
    goals=GOALS,
    places=(
        _(
            "Houses are called 1 to 14 and the storehouses A and B, in the order of sowing: south's 1 to 7 "
            "and A, then north's 8 to 14 and B. A move is written as its house."
        ),
    ),
    also=("congklak", "dakon", "sungka", _("Southeast Asian mancala")),
    counted=_("Shells in the storehouse"),
    choices={
        "rounds": OptionText(
            _("Length"),
            {
                "match": _("A full match"),
                "3": _("3 rounds at most"),
                "5": _("5 rounds at most"),
                "1": _("One round"),
            },
            hint=_(
                "A full match goes on until a player has lost all houses: a few rounds, or hundreds. A round "
                "usually takes 15 to 40 sowings."
            ),
        ),
        "sowing": sowing_option(_("By hand, you drop every shell yourself.")),
        "opening": OptionText(
            _("Who begins"),
            {
                "simultaneous": _("Both at once: in secret, or in a race where shells are sown by hand"),
                "south": _("South alone"),
                "north": _("North alone"),
            },
            (
                Wording(
                    AUTO, {"simultaneous": _("Both at once, each choosing in secret")}, offered="simultaneous"
                ),
                Wording(BY_HAND, {"simultaneous": _("Both at once: a race, nobody waits")}, offered="south"),
            ),
        ),
    },
    variants=(Line(_("race by hand"), when=RACE), VARIANT_BY_HAND),
)
