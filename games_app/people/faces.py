"""Faces of players: an animal on a pebble, drawn in static/icons/faces.svg under the same key.

Players choose one; until they do, the animal of their name decides, and without one the letters of the name.
"""

from __future__ import annotations

import zlib

from django.utils.translation import gettext_lazy as _

from games_app.lib.names import WITHDRAWN
from games_app.models import Player, Seat

COMPUTER = "computer"
"""Face of computer opponents. Nobody can choose it."""

_ANIMALS = {
    "badger": "Badger Musang Tejón Mapache 狸猫",
    "bear": "Beruang Oso",
    "bee": "Bee Lebah Kepik Abeja 蜜蜂",
    "bison": "Bison Yak Lembu Seladang Anoa Banteng Bisonte 牦牛",
    "carp": "Pike 锦鲤",
    "cat": "Lynx Kucing Gato Lince",
    "crab": "Ketam Udang",
    "cricket": "Cricket Belalang Semut Grillo Hormiga 蟋蟀",
    "deer": "Deer Jerapah Kambing Kancil Kijang Napuh Pelanduk Rusa Ciervo Llama Vicuña 小鹿 羚羊",
    "dolphin": "Dolphin Orca Delfín 海豚",
    "elephant": "Gajah",
    "falcon": "Falcon Kestrel Helang Elang Garuda Cóndor Halcón 猎鹰",
    "fox": "Fox Lobo Zorro 狐狸",
    "frog": "Toad Rana 青蛙",
    "gecko": "Gecko Newt Buaya Cicak Komodo 壁虎",
    "gull": "Gull Tern Camar Pelikan Gaviota Pelícano 海鸥",
    "hare": "Hare Arnab Kelinci 野兔",
    "hedgehog": "Trenggiling Erizo 刺猬",
    "heron": "Crane Curlew Heron Ibis Stork Bangau Kasuari Cigüeña Garza 苍鹭 朱鹮 白鹤",
    "horse": "Kuda Zebra Cebra 骆驼",
    "koala": "Koala 考拉",
    "lemur": "Lemur Bekantan Tarsius",
    "magpie": "Jackdaw Magpie Raven Tiung Jalak Mirlo 喜鹊",
    "mole": "Mole Vole Topo",
    "otter": "Marten Otter Memerang Castor Nutria 水獭",
    "owl": "Owl Búho 猫头鹰",
    "panda": "Panda 熊猫",
    "parrot": "Enggang Merak Kuau Cendrawasih Kakatua Nuri Quetzal Tucán",
    "penguin": "Pingüino 企鹅",
    "puffin": "Puffin",
    "robin": (
        "Finch Lark Plover Quail Robin Sparrow Wren Merbok Murai Pipit Punai Tempua Gelatik Kutilang Maleo "
        "Merpati Perkutut Walet Alondra Canario Colibrí Gorrión Jilguero Ruiseñor 鹌鹑 麻雀 云雀 燕子 翠鸟"
    ),
    "seal": "Seal Foca",
    "snail": "Siput",
    "squirrel": "Tupai Marmota 松鼠",
    "swan": "Swan Itik Belibis Cisne 天鹅 鸳鸯",
    "tapir": "Tapir Tenuk 貘",
    "tiger": "Harimau Macan Puma Tigre 雪豹",
    "turtle": "Turtle Penyu Tortuga 海龟",
}
"""The animals of random names, in all languages, by the face that shows them or their nearest kin."""

FACES = {
    "badger": _("Badger"),
    "bear": _("Bear"),
    "bee": _("Bee"),
    "bison": _("Bison"),
    "carp": _("Carp"),
    "cat": _("Cat"),
    "crab": _("Crab"),
    "cricket": _("Cricket"),
    "deer": _("Deer"),
    "dolphin": _("Dolphin"),
    "elephant": _("Elephant"),
    "falcon": _("Falcon"),
    "fox": _("Fox"),
    "frog": _("Frog"),
    "gecko": _("Gecko"),
    "gull": _("Gull"),
    "hare": _("Hare"),
    "hedgehog": _("Hedgehog"),
    "heron": _("Heron"),
    "horse": _("Horse"),
    "koala": _("Koala"),
    "lemur": _("Lemur"),
    "magpie": _("Magpie"),
    "mole": _("Mole"),
    "otter": _("Otter"),
    "owl": _("Owl"),
    "panda": _("Panda"),
    "parrot": _("Parrot"),
    "penguin": _("Penguin"),
    "puffin": _("Puffin"),
    "robin": _("Robin"),
    "seal": _("Seal"),
    "snail": _("Snail"),
    "squirrel": _("Squirrel"),
    "swan": _("Swan"),
    "tapir": _("Tapir"),
    "tiger": _("Tiger"),
    "turtle": _("Turtle"),
}
"""The faces from which players choose, and their names, in the order in which they are offered."""
_KEYS = tuple(FACES)
_FACE_OF_ANIMAL = {
    animal.casefold(): face for face, animals in _ANIMALS.items() for animal in animals.split()
}


def face_of_player(player: Player) -> str:
    """Return the player's face; empty once they have withdrawn."""
    if player.withdrawn:
        return ""
    return COMPUTER if player.level else face_of(player.name, player.face)


def face_of_seat(seat: Seat) -> str:
    """Return the face beside the name on a seat; empty on a free seat and for a side at one screen."""
    if seat.level:
        return COMPUTER
    if not seat.name or seat.name in (seat.role.capitalize(), WITHDRAWN):
        return ""
    return face_of(seat.name, seat.player.face if seat.player else "")


def face_of_name(name: str) -> str:
    """Return the face that suits a name: its animal's, otherwise one that stays the same for the name."""
    for word in name.casefold().replace("的", " ").split():
        if word in _FACE_OF_ANIMAL:
            return _FACE_OF_ANIMAL[word]
    return _KEYS[zlib.crc32(name.casefold().encode()) % len(_KEYS)]


def choose(player: Player, face: str) -> None:
    """Store the player's choice, one of FACES; empty: the name decides."""
    if face != player.face:
        player.face = face
        player.save(update_fields=["face"])


def face_of(name: str, chosen: str) -> str:
    """Return the face that somebody has chosen, or else the one that suits their name."""
    return chosen if chosen in FACES else face_of_name(name)
