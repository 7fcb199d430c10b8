"""Compiled catalogues: what the site reads of the translations in locale/.

No compiled file is in the repository. The first process that starts after a change compiles them in less than
a second: `django.mo` for Django, and a script for each language, which its pages load.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from boardgames.folders import folder_lock, public

SOURCES = Path(__file__).resolve().parent.parent / "locale"
COMPILER = Path(__file__).with_name("catalogue_compiler.py")
STAMP = "compiled.txt"
"""File in the folder of the compiled catalogues: the fingerprint of their sources."""


def compiled_folder(checkout: Path, data: Path) -> Path:
    """Return where to compile the catalogues: beside the code, or among the data if that is read-only."""
    own = checkout / ".catalogues"
    is_writable = os.access(own if own.exists() else checkout, os.W_OK)
    return own if is_writable or is_current(own) else data / "catalogues"


def locale_folder(folder: Path) -> Path:
    return folder / "locale"


def static_folder(folder: Path) -> Path:
    return folder / "static"


def is_current(folder: Path) -> bool:
    """Return whether the folder has the compiled catalogues of the present sources."""
    try:
        return (folder / STAMP).read_text("utf-8") == fingerprint()
    except OSError:
        return False


def fingerprint() -> str:
    """Return a digest of the catalogues and of what compiles them."""
    digest = hashlib.sha256()
    for file in (COMPILER, *po_files()):
        digest.update(f"{file.name} {file.stat().st_size}\n".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


def po_files() -> Iterator[Path]:
    yield from sorted(SOURCES.glob("*/LC_MESSAGES/*.po"))


def prepare(folder: Path) -> None:
    """Compile the catalogues into the folder if they have changed. Other processes wait meanwhile."""
    if is_current(folder) or not folder.parent.is_dir():  # `serve --data` uses another data folder
        return
    try:
        with public():
            folder.mkdir(exist_ok=True)
            with folder_lock(folder, lambda: False):
                if not is_current(folder):
                    _compile(folder)
    except OSError as error:
        print(f"The translations can't be compiled, so pages are in English: {error}", file=sys.stderr)


def _compile(folder: Path) -> None:
    made_from = fingerprint()
    # Babel takes longer to import than all of this if nothing has changed.
    contents: dict[str, bytes] = import_module("boardgames.catalogue_compiler").compiled()
    for name, content in [*contents.items(), (STAMP, made_from.encode())]:
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        draft = folder / f"draft.{os.getpid()}"
        draft.write_bytes(content)
        draft.replace(file)
