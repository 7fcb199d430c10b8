"""Random names for players who haven't chosen one yet, in the reader's language."""

from __future__ import annotations

import random
from typing import NamedTuple

from django.utils.translation import get_language

from games_app.lib.names import look_alike


class Words(NamedTuple):
    """Words of random names. ``pattern`` has their order."""

    adjectives: list[str]
    animals: list[str]
    pattern: str = "{animal} {adjective}"


_ENGLISH = Words(
    (
        "Amber Brave Bright Calm Clever Copper Coral Early Fair Fleet Gentle Golden Grand Hazel Humble "
        "Indigo Ivory Jolly Keen Kind Lively Lucky Mellow Merry Misty Noble Olive Patient Plucky Proud "
        "Quick Quiet Rapid Ruby Saffron Silver Steady Sunny Swift Tidy Velvet Warm Wise Witty"
    ).split(),
    (
        "Badger Bee Bison Crane Cricket Curlew Deer Dolphin Falcon Finch Fox Gecko Gull Hare Heron Ibis "
        "Jackdaw Kestrel Koala Lark Lemur Lynx Magpie Marten Mole Newt Otter Owl Panda Pike Plover "
        "Puffin Quail Raven Robin Seal Sparrow Stork Swan Tapir Tern Toad Turtle Vole Wren Yak"
    ).split(),
    "{adjective} {animal}",
)

_MALAY = Words(
    (
        "Berani Bijak Ceria Cekal Cerdas Cergas Cepat Comel Emas Gagah Gembira Hebat Hijau Jernih Jujur "
        "Kuat Lincah Lembut Manis Merah Mesra Mulia Nila Perak Periang Perkasa Pantas Peramah Riang "
        "Ringan Sabar Segar Setia Sopan Sunyi Suria Tabah Tangkas Teguh Tekun Tenang Ungu Waspada Yakin"
    ).split(),
    (
        "Arnab Bangau Belalang Beruang Buaya Camar Cicak Enggang Gajah Harimau Helang Itik Jerapah "
        "Kambing Kancil Ketam Kijang Kucing Kuau Lebah Lembu Memerang Merak Merbok Murai Musang Napuh "
        "Pelanduk Penyu Pipit Punai Rusa Seladang Semut Siput Tapir Tempua Tenuk Tiung Tupai Udang"
    ).split(),
)

_INDONESIAN = Words(
    (
        "Berani Bijak Ceria Cekatan Cerdas Cerdik Cepat Elok Emas Gagah Gembira Hebat Hijau Jenaka "
        "Jernih Jujur Kuat Lincah Lembut Luwes Manis Merah Mulia Nila Perak Perkasa Periang Ramah Riang "
        "Ringan Rukun Sabar Santai Sejuk Setia Sigap Sopan Tabah Tangguh Tangkas Teguh Tekun Teduh "
        "Tenang Ungu"
    ).split(),
    (
        "Anoa Bangau Banteng Bekantan Belibis Beruang Camar Cendrawasih Elang Gajah Garuda Gelatik "
        "Harimau Jalak Kakatua Kancil Kasuari Kelinci Kepik Kijang Komodo Kucing Kuda Kutilang Lebah "
        "Macan Maleo Merak Merpati Musang Nuri Orca Panda Pelikan Penyu Perkutut Pipit Rusa Semut Siput "
        "Tapir Tarsius Trenggiling Tupai Walet Zebra"
    ).split(),
)

_SPANISH = Words(  # adjectives that are the same for both genders
    (
        "Alegre Amable Ámbar Audaz Azul Brillante Capaz Celeste Cordial Constante Cortés Diligente "
        "Elegante Feliz Fiel Firme Fuerte Gentil Genial Grande Hábil Humilde Índigo Leal Libre Noble "
        "Paciente Perspicaz Prudente Sagaz Sensible Silvestre Sonriente Suave Sutil Tenaz Valiente "
        "Veloz Verde Vivaz Versátil Zen"
    ).split(),
    (
        "Abeja Alondra Bisonte Búho Canario Castor Cebra Ciervo Cigüeña Cisne Colibrí Cóndor Delfín "
        "Erizo Foca Garza Gato Gaviota Gorrión Grillo Halcón Hormiga Jilguero Koala Lince Llama Lobo "
        "Mirlo Mapache Marmota Nutria Oso Panda Pelícano Pingüino Puma Quetzal Rana Ruiseñor Tapir "
        "Tejón Tigre Topo Tortuga Tucán Vicuña Zorro"
    ).split(),
)

_CHINESE = Words(
    (
        "安静 聪明 勇敢 温和 快乐 机灵 敏捷 善良 耐心 幸运 沉稳 活泼 明亮 金色 银色 琥珀 翠绿 靛蓝 优雅 "
        "谦虚 高贵 坚定 温暖 睿智 风趣 从容 开朗 悠闲 可爱 晴朗 淡定 豪爽 认真 自在 灵巧 清新"
    ).split(),
    (
        "苍鹭 海豚 猎鹰 狐狸 壁虎 海鸥 野兔 朱鹮 喜鹊 水獭 熊猫 企鹅 鹌鹑 麻雀 天鹅 白鹤 海龟 松鼠 蜜蜂 "
        "蟋蟀 小鹿 云雀 羚羊 猫头鹰 刺猬 骆驼 鸳鸯 锦鲤 青蛙 燕子 翠鸟 雪豹 考拉 狸猫 貘 牦牛"
    ).split(),
    "{adjective}的{animal}",
)

WORDS = {"en": _ENGLISH, "ms": _MALAY, "id": _INDONESIAN, "es": _SPANISH, "zh-hans": _CHINESE}
"""Words by language. A language without its own uses the English ones."""


def random_name(*unlike: str, dice: random.Random | None = None) -> str:
    """Return a name such as "Quiet Heron" that resembles none of ``unlike``, mostly with another animal."""
    words, dice = WORDS.get(get_language() or "en", _ENGLISH), dice or random.Random()
    animals = [animal for animal in words.animals if not any(animal in other for other in unlike)]
    while True:
        name = words.pattern.format(
            adjective=dice.choice(words.adjectives), animal=dice.choice(animals or words.animals)
        )
        if not any(look_alike(name, other) for other in unlike):
            return name
