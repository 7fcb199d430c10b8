"""Where the rule sets of congkak come from, and where their sources disagree."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from games_app.games.sheet import Dispute, Source, Text

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
    Dispute(_("No house is burnt."), (KELANTAN,)),
)


class Origin(NamedTuple):
    because: Text
    sources: tuple[Source, ...]
    disputes: tuple[Dispute, ...] = ()


ORIGINS: Mapping[str, Origin] = {
    "congkak": Origin(
        _(
            "The rules of the sheet that this site began with, as congkak is played in Malaysia and "
            "Singapore."
        ),
        (HELLIER, WIKIPEDIA),
        DISPUTES,
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
