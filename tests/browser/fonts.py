"""Fonts of the tests' Chromium: the same on every machine.

TEST_FONTS in the environment chooses the set: ``wide`` (the default), ``tall`` or ``narrow``. With ``system``
the pages have the machine's own fonts.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.backing.once import alone, once
from tests.browser import chromium


@dataclass(frozen=True)
class Faces:
    """The only faces that pages find: one for text, one for titles, in the folders of these files."""

    text: str
    title: str
    files: tuple[str, str]
    packages: tuple[str, ...]
    """Debian packages that have them; an older release may have them all in the first."""


SETS = {
    "wide": Faces(
        "DejaVu Sans", "DejaVu Serif", ("DejaVuSans.ttf", "DejaVuSerif.ttf"), ("fonts-dejavu-core",)
    ),
    "tall": Faces(
        "Noto Sans", "Noto Serif", ("NotoSans-Regular.ttf", "NotoSerif-Regular.ttf"), ("fonts-noto-core",)
    ),
    "narrow": Faces(
        "Liberation Sans Narrow",
        "Liberation Serif",
        ("LiberationSansNarrow-Regular.ttf", "LiberationSerif-Regular.ttf"),
        ("fonts-liberation", "fonts-liberation-sans-narrow"),
    ),
}
FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts")

CONFIGURATION = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
{folders}
  <cachedir prefix="xdg">fontconfig</cachedir>
{aliases}
  <match target="pattern">
    <edit name="family" mode="append_last"><string>{text}</string></edit>
    <edit name="hintstyle" mode="append"><const>hintslight</const></edit>
  </match>
</fontconfig>
"""
ALIAS = """  <match target="pattern">
    <test name="family"><string>{generic}</string></test>
    <edit name="family" mode="assign" binding="strong"><string>{face}</string></edit>
  </match>"""


def environment() -> dict[str, str]:
    """Return Chromium's environment, which names a configuration of fonts except for ``system``."""
    chosen = os.environ.get("TEST_FONTS", "wide")
    if chosen == "system" or sys.platform != "linux":
        return dict(os.environ)
    folder = once(f"fonts-{chosen}", lambda folder: _configure(folder, SETS[chosen]))
    return os.environ | {"FONTCONFIG_FILE": str(folder / "fonts.conf")}


def _configure(folder: Path, faces: Faces) -> None:
    with alone():
        found = find(faces)
        if not found:
            for package in faces.packages:
                chromium.install_by_apt(package)
            found = find(faces)
    assert found, (
        f"The browser tests need {faces.text} and {faces.title}. Install them (on Debian: "
        f"apt install {' '.join(faces.packages)}), or set TEST_FONTS=system."
    )
    generics = {"sans-serif": faces.text, "serif": faces.title}
    configuration = CONFIGURATION.format(
        text=faces.text,
        folders="\n".join(f"  <dir>{one}</dir>" for one in sorted(found)),
        aliases="\n".join(ALIAS.format(generic=generic, face=face) for generic, face in generics.items()),
    )
    (folder / "fonts.conf").write_text(configuration, encoding="utf-8")


def find(faces: Faces) -> set[Path]:
    """Return the folders of the faces' files on this machine; none if a file is missing."""
    folders = [Path(one).expanduser() for one in FOLDERS]
    found = [next((file for one in folders for file in one.rglob(name)), None) for name in faces.files]
    return set() if None in found else {file.parent for file in found if file}
