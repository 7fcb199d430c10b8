"""The rules of congkak in words, positions as text, and the end of a match in words.

The rules are those of the sheet, or of a region, with the origins of each rule set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games_app.games.base import Facts
from games_app.games.congkak import own_sheet, parameters, regional_sheet
from games_app.games.congkak.rules import Congkak
from games_app.games.sheet import Dispute, Sheet, Source, Text
from games_app.games.text import row

HELLIER = Source(
    _("M. Hellier: Note on the Malay Game Jongkak (1907)"),
    "https://en.wikisource.org/wiki/Journal_of_the_Straits_Branch_of_the_Royal_Asiatic_Society/Volume_49/"
    "Note_on_the_Malay_Game_%22Jongkak%22",
)
SKEAT = Source(
    _("W. W. Skeat and others on Malaya, in the Ludii portal"), "https://ludii.games/data.php?keyword=Malaya"
)
OVERBECK = Source(
    _("H. Overbeck: New Notes on the Game of Chongkak, § 10 and 11"),
    "https://en.wikisource.org/wiki/"
    "Page:Journal_of_the_Straits_Branch_of_the_Royal_Asiatic_Society._(IA_mobot31753002412036).pdf/37",
)
WIKIPEDIA = Source(
    _("Wikipedia: Southeast Asian mancala"), "https://en.wikipedia.org/wiki/Southeast_Asian_mancala"
)
KELANTAN = Source(_("Kelantan: rules of a congkak competition"), "http://discol.umk.edu.my/id/eprint/10880")
TABIKA = Source(
    _("A Malaysian kindergarten: Congkak"), "http://permainankeciltabika.blogspot.com/2012/09/congkak.html"
)
RIAU = Source(_("Riau Islands, office of culture: Congkak"), "https://disbud.kepriprov.go.id/congkak/")
SANG_NILA = Source(
    _("Riau: Congklak"), "https://sangnilautamariau.blogspot.com/2025/11/permainan-congklak.html"
)
KAMPAR = Source(
    _("Kampar, Riau: Congkak"),
    "http://ukurbumi.blogspot.com/2012/01/congkak-permainan-tradisional-kampar.html",
)
INDONESIA = Source(
    _("Congkak, in Indonesia and Malaysia"), "http://salvi.chaosnet.org/snippets/congklak-rules.txt"
)
CCMMLA = Source(_("Everyday Connections: Sungka"), "https://explore.ccmmla.org/index.php/Detail/objects/1966")
VTAIDE = Source(_("Sungka in the Philippines"), "http://www.vtaide.com/ASEAN/Philippines/sungka.html")
SUNOG = Source(
    _("Congkak, with burnt houses"), "https://universalbeauty2011.blogspot.com/2011/09/congkak.html"
)
YOUNG_CITIZEN = Source(
    _("The Young Citizen (July 1939): Chongca"),
    "https://repository.mainlib.upd.edu.ph/omekas/s/rare-periodicals/media/110891",
)
ISLE_LARO = Source("Isle Laro: Sungka", "https://islelaro.com/iteration1/sungka")

DAKON_HOBBY = Source(_("Dakon, in Javanese"), "http://dakon-hobby.blogspot.com")
MOYOKETEN = Source(
    _("A school in Moyoketen, East Java: Dakon"), "https://id.scribd.com/doc/208473760/Alat-Bermain-Dakon"
)
MIKUL = Source(_("How to play dakon, in Indonesian"), "https://ja.scribd.com/doc/24668974/CARA-BERMAIN-DAKON")
DAKON_WORLD = Source("Mancala World: Dakon", "https://mancala.fandom.com/wiki/Dakon")
OVALHU = Source(
    _("A. de Voogt on ovalhu, in the Ludii portal"), "https://www.ludii.games/data.php?gameId=1097"
)
OHVALHU_WORLD = Source("Mancala World: Ohvalhu", "https://mancala.fandom.com/wiki/Ohvalhu")
LACQUER = Source(_("Ovvalhugondi, a maker of boards"), "https://www.mvlacquer.com/shop/ovvalhugondi-2/")
SIX = Source(
    _("Dakon with six holes"), "http://beautyplacesindonesia.blogspot.com/2011/04/do-you-know-dakon.html"
)
FIVE_OR_NINE = Source(
    _("Congkak in Malaysia, with 5, 7 or 9 holes"),
    "https://life-of-a-closet-fangirl.blogspot.com/2012/02/congkak.html",
)

DISPUTES = (
    Dispute(
        _(
            "Who begins the next round: the player without burnt houses; or whoever ran out of shells first; "
            "or, in Ceylon, whoever made the last move."
        ),
        (TABIKA, RIAU, OVERBECK),
    ),
    Dispute(
        _("A capture counts only after the sowing has gone through the opponent's houses."), (KELANTAN, RIAU)
    ),
    Dispute(_("After a capture the same player goes on."), (RIAU,)),
    Dispute(_("Opposite an empty house nothing is captured, and the last shell stays."), (INDONESIA,)),
    Dispute(_("Both begin with the house at their right hand."), (HELLIER,)),
    Dispute(_("Houses are filled from the right, so those next to the storehouse burn."), (SKEAT,)),
    Dispute(_("No house is burnt."), (KELANTAN,)),
)


class Origin(NamedTuple):
    because: Text
    sources: tuple[Source, ...]
    disputes: tuple[Dispute, ...] = ()


ORIGINS: Mapping[str, Origin] = {
    "congkak": Origin(
        _("As it is played in Malaysia and Singapore, after the original rules."),
        (HELLIER, WIKIPEDIA),
        DISPUTES,
    ),
    **{
        f"congkak{houses}": Origin(
            _("Congkak on another board: each house begins with as many shells as a side has houses."),
            (SKEAT, WIKIPEDIA, source),
        )
        for houses, source in ((5, FIVE_OR_NINE), (6, SIX), (9, OVERBECK))
    },
    "congkakriau": Origin(
        _("As it is played in the Riau Islands: a capture needs a full lap, and then you scoop again."),
        (RIAU,),
        (
            Dispute(_("Both begin at once."), (SANG_NILA,)),
            Dispute(_("Boards have seven, nine or eleven houses on each side, in Kampar."), (KAMPAR,)),
            Dispute(
                _("No source tells whether the last shell goes along with a capture: here it does."), (RIAU,)
            ),
        ),
    ),
    "dakon": Origin(
        _("As it is played in Java: one side begins, and houses next to the storehouse burn first."),
        (DAKON_HOBBY, MOYOKETEN, DAKON_WORLD),
        (
            Dispute(_("Both begin at once, each with the house at the left, in Yogyakarta."), (DAKON_HOBBY,)),
            Dispute(
                _(
                    "Only the rules for Indonesia say that the last shell goes along with a capture: here it "
                    "does."
                ),
                (INDONESIA,),
            ),
            Dispute(_("Shells are sown clockwise."), (INDONESIA,)),
            Dispute(_("Every house begins with five shells."), (MOYOKETEN,)),
            Dispute(_("A last shell in an empty house of the opponent captures its neighbours."), (MIKUL,)),
        ),
    ),
    "ohvalhu": Origin(
        _("As it is played in the Maldives: on eight houses, and until all of them are empty."),
        (OVALHU, OHVALHU_WORLD),
        (
            Dispute(_("Every house begins with four shells."), (LACQUER,)),
            Dispute(_("Boards have six, seven or ten houses on each side."), (OHVALHU_WORLD,)),
            Dispute(
                _(
                    "No source tells who begins the next round, or what happens opposite an empty house: "
                    "here as in congkak."
                ),
                (OVALHU, OHVALHU_WORLD),
            ),
        ),
    ),
    "sungka": Origin(
        _(
            "As it is played in the Philippines: a player without shells passes, and the round goes on until "
            "all houses are empty."
        ),
        (CCMMLA, VTAIDE, SUNOG),
        (
            Dispute(_("Shells are sown clockwise."), (YOUNG_CITIZEN, ISLE_LARO)),
            Dispute(_("At first only every other house holds seven shells."), (VTAIDE,)),
            Dispute(
                _("Only one source tells of burnt houses, and none says which ones: here as in congkak."),
                (SUNOG,),
            ),
        ),
    ),
}


def sheet(game: Congkak) -> Sheet:
    """Return the rules of this rule set in words."""
    of, origin = game.rules.parameters, ORIGINS[game.slug]
    words = own_sheet.SHEET if of == parameters.SHEET else regional_sheet.sheet(game)
    return replace(
        words,
        aspects=regional_sheet.aspects(of),
        because=origin.because,
        sources=origin.sources,
        disputes=origin.disputes,
    )


def draw(facts: Facts) -> list[str]:
    houses = {int(house): "x" if int(house) in facts["burnt"] else n for house, n in facts["houses"].items()}
    stores, n = facts["stores"], len(houses) // 2
    north, south = range(n + 1, 2 * n + 1), range(n, 0, -1)
    return [
        "north  " + row(north),
        "       " + row(houses[house] for house in north),
        f"A {stores['south']:<5}" + " " * 5 * n + f"{stores['north']:>5} B",
        "       " + row(houses[house] for house in south),
        "south  " + row(south),
        *(f"{role} holds {n}, at {facts['at'][role]}" for role, n in facts["hand"].items() if n),
        *(f"{role} has chosen" for role in _chosen(facts)),
        f"round {facts['round']}, {facts['phase']}, to scoop: {', '.join(facts['choosing']) or 'nobody'}",
    ]


def _chosen(facts: Facts) -> list[str]:
    """The roles whose opening choice is sealed: those that neither choose nor have ended."""
    if facts["phase"] != "opening" or facts["options"].get("sowing") == "hand":
        return []
    return [role for role in facts["stores"] if role not in facts["choosing"] + facts["ended"]]


def course(facts: Facts) -> str:
    words = {"n": facts["round"], "last": facts["options"]["rounds"]}
    if words["last"] == "1":
        return ""
    text = gettext("Round %(n)s") if words["last"] == "match" else gettext("Round %(n)s of %(last)s")
    return text % words


def ending(facts: Facts) -> str:
    stores = facts["stores"].values()
    # A round begins with as many shells in each house.
    full = sum(stores) // len(facts["houses"])
    if min(stores) < full:
        return gettext("one side can't fill a house")
    played = facts["round"]
    return ngettext("%(n)d round played", "%(n)d rounds played", played) % {"n": played}
