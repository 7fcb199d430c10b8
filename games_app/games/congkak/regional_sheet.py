"""The rules of congkak's regional rule sets in words, which follow from their parameters.

The words of the sheet say what all of them share.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games_app.games.congkak import own_sheet
from games_app.games.congkak.own_sheet import END, HAND, OPENING, ROUNDS, SHEET, TURN
from games_app.games.congkak.parameters import Parameters
from games_app.games.congkak.rules import Congkak
from games_app.games.sheet import Aspect, Line, OptionText, Section, Sheet, Text

SEVERAL_ROUNDS = {"rounds": ("match", "3", "5")}
ENGINE = Section(
    _("The engine"),
    (Line(_("The engine proves the last part of a round; anything before is marked as estimated.")),),
)


def aspects(of: Parameters) -> tuple[Aspect, ...]:
    """Return what can differ between the rule sets."""
    lone = _("It is stored alone") if of.stores_alone else _("It stays where it is")
    begins = {
        "loser": _("Whoever lost the last one"),
        "winner": _("Whoever won the last one"),
        "empty": _("Whoever ran out of shells"),
    }
    return (
        Aspect(_("Houses on each side"), str(of.houses), _("How many houses does each player have?")),
        Aspect(_("Shells in each house"), str(of.shells)),
        Aspect(
            _("Direction"),
            _("Clockwise, your storehouse at your left hand")
            if of.clockwise
            else _("Counterclockwise, your storehouse at your right hand"),
            _("Which way are shells sown?"),
        ),
        Aspect(
            _("First turn"),
            _("Both at once, or one alone, as you choose") if of.at_once else _("One alone"),
        ),
        Aspect(_("Last shell in an own empty house opposite an empty one"), lone),
        Aspect(
            _("Capture"),
            _("Only after a full lap; then you scoop again")
            if of.after_lap
            else _("At any time; then your turn ends"),
        ),
        Aspect(
            _("When one side's houses are empty"),
            _("It passes, and the round goes on") if of.passes else _("The round is over"),
            _("What happens when the houses of one side are empty?"),
        ),
        Aspect(
            _("Burnt houses"),
            _("Those farthest from the storehouse")
            if of.fills_from_store
            else _("Those next to the storehouse"),
        ),
        Aspect(_("Who begins the next round"), begins[of.starter]),
    )


def sheet(game: Congkak) -> Sheet:
    """Return the rules of a regional rule set in words."""
    of = game.rules.parameters
    parts = [_board(of), _turn(of), _opening(of), _rounds(of), _end(of)]
    parts += [HAND] if "sowing" in game.options else []
    sections = [replace(part, lines=tuple(_held(part.lines, game))) for part in parts]
    numbers = _numbers(of)
    return replace(
        SHEET,
        sentence=_("A sowing runs on and on, from house to house: a long game of shells and burnt houses."),
        seats={
            "south": format_lazy(_("South, houses 1 to {n}"), **numbers),
            "north": format_lazy(_("North, houses {next} to {last}"), **numbers),
        },
        sections=(*sections, ENGINE),
        places=(
            format_lazy(
                _(
                    "Houses are called 1 to {last} and the storehouses A and B, in the order of sowing: "
                    "south's 1 to {n} and A, then north's {next} to {last} and B. A move is written as its "
                    "house."
                ),
                **numbers,
            ),
        ),
        also=(),
        choices={name: _first(of) if name == "opening" else SHEET.choices[name] for name in game.options},
        variants=tuple(_held(SHEET.variants, game)),
    )


def _numbers(of: Parameters) -> Mapping[str, int]:
    n, total = of.houses, 2 * of.houses * of.shells
    return {
        "n": n,
        "next": n + 1,
        "last": 2 * n,
        "sum": 2 * n + 1,
        "shells": of.shells,
        "total": total,
        "half": total // 2,
    }


def _held(lines: Iterable[Line], game: Congkak) -> list[Line]:
    """Return the lines that hold in some match of the rule set."""
    options = {name: {*option.values} for name, option in game.options.items()}
    return [line for line in lines if all(options.get(name, set()) & {*of} for name, of in line.when.items())]


def _board(of: Parameters) -> Section:
    owns = (
        _(
            "South owns houses 1 to {n} and storehouse A, north houses {next} to {last} and storehouse B: "
            "each storehouse is at its owner's left hand. Each house begins with {shells} shells, {total} in "
            "all."
        )
        if of.clockwise
        else _(
            "South owns houses 1 to {n} and storehouse A, north houses {next} to {last} and storehouse B: "
            "each storehouse is at its owner's right hand. Each house begins with {shells} shells, {total} "
            "in all."
        )
    )
    goes = (
        _(
            "Sowing goes clockwise: 1 to {n}, A, {next} to {last}, B and round again. You leave out your "
            "opponent's storehouse. Opposite each other are houses whose numbers add up to {sum}."
        )
        if of.clockwise
        else _(
            "Sowing goes counterclockwise: 1 to {n}, A, {next} to {last}, B and round again. You leave out "
            "your opponent's storehouse. Opposite each other are houses whose numbers add up to {sum}."
        )
    )
    numbers = _numbers(of)
    return Section(
        own_sheet.BOARD.title, (Line(format_lazy(owns, **numbers)), Line(format_lazy(goes, **numbers)))
    )


def _turn(of: Parameters) -> Section:
    scoop, round_trip, again, relay, capture, theirs = TURN.lines
    if not of.clockwise:
        counterclockwise = _(
            "Scoop all shells of one of your houses and drop one into each house that follows, "
            "counterclockwise, your storehouse included and your opponent's left out."
        )
        scoop = replace(scoop, text=counterclockwise)
    more: tuple[Line, ...] = ()
    if of.after_lap:
        after_lap = _(
            "If it falls into an empty house of your own after a full lap, that shell and all shells of the "
            "opposite house go to your storehouse, and you scoop again."
        )
        before_lap = _(
            "A full lap goes through all houses of your opponent. Before it, or opposite an empty house, "
            "nothing is captured, and your turn ends."
        )
        capture, more = replace(capture, text=after_lap), (Line(before_lap, card=True),)
    elif not of.stores_alone:
        from_full_houses = _(
            "If it falls into an empty house of your own, that shell and all shells of the opposite house go "
            "to your storehouse, and your turn ends. If the opposite house is empty too, your shell stays."
        )
        capture = replace(capture, text=from_full_houses)
    if of.passes:
        more += (Line(_("If your houses are empty when you should move, you pass."), card=True),)
    return replace(TURN, lines=(scoop, round_trip, again, relay, capture, *more, theirs))


def _opening(of: Parameters) -> Section:
    if of.at_once:
        return OPENING
    agreed = Line(_("When the match is made, the players agree who begins."), decided=True)
    return replace(OPENING, lines=(agreed, *OPENING.lines[1:]))


def _rounds(of: Parameters) -> Section:
    over, left, tested, _filled, anew, loser_begins, _draw = ROUNDS.lines
    numbers = _numbers(of)
    if of.passes:
        all_empty = _(
            "A round is over when all houses are empty. A house that can't be filled for another round is "
            "burnt. After the last round more shells win."
        )
        ending: tuple[Line, ...] = (replace(over, text=all_empty),)
    else:
        ending = (over, left, tested)
    begins = {
        "loser": loser_begins.text,
        "winner": _("The player who won the round, with more shells, begins the next one alone."),
        "empty": _("Whoever ran out of shells in the houses begins the next round alone."),
    }
    even = {
        "empty": _("If both ran out of them, the player whose turn it would have been begins."),
    }.get(
        of.starter,
        format_lazy(_("After {half} to {half} the player whose turn it would have been begins."), **numbers),
    )
    return replace(
        ROUNDS,
        lines=(
            *ending,
            Line(format_lazy(_filling(of), **numbers), card=True, when=SEVERAL_ROUNDS),
            anew,
            replace(loser_begins, text=begins[of.starter]),
            Line(even, decided=True, when=SEVERAL_ROUNDS),
        ),
    )


def _filling(of: Parameters) -> Text:
    if of.fills_from_store:
        return _(
            "For the next round each player fills their houses from their storehouse with {shells} shells "
            "each, beginning next to it: south {n} down to 1, north {last} down to {next}. A house that "
            "can't get {shells} is burnt for this round: it is passed over. The rest stays in the storehouse."
        )
    return _(
        "For the next round each player fills their houses from their storehouse with {shells} shells each, "
        "beginning farthest from it: south 1 to {n}, north {next} to {last}. A house that can't get {shells} "
        "is burnt for this round: it is passed over. The rest stays in the storehouse."
    )


def _end(of: Parameters) -> Section:
    length, few, *others = END.lines
    too_few = _(
        "A player with fewer than {shells} shells can't fill a single house for the next round and has lost "
        "the match."
    )
    return replace(END, lines=(length, replace(few, text=format_lazy(too_few, **_numbers(of))), *others))


def _first(of: Parameters) -> OptionText:
    """Return the words for who begins."""
    usual = SHEET.choices["opening"]
    if of.at_once:
        return usual
    return OptionText(usual.title, {side: usual.values[side] for side in ("south", "north")})
