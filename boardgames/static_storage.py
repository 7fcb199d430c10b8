"""Static files under names that change with their content, so that browsers can cache them for ever.

No file is rewritten: rolldown names the chunks of a bundle by their content, and everything else keeps its
relative path in a folder named after the whole collection. So imports of modules and style sheets work
unchanged, bundled or not, and the files of several releases coexist.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from django.conf import settings
from django.core.files.storage import Storage
from servestatic.storage import CompressedManifestStaticFilesStorage

from boardgames.bundle import MANIFEST
from boardgames.private_data import public

CHUNKS = "chunks/"
UNCHANGING = re.compile(rf"(?:{CHUNKS}|v-[0-9a-f]{{8}}/)")
"""Prefixes of file names whose content never changes."""


class VersionedFilesStorage(CompressedManifestStaticFilesStorage):
    patterns = ()
    _folder = ""

    def post_process(
        self, paths: Mapping[str, tuple[Storage, str]], *args: Any, **options: Any
    ) -> Iterator[tuple[str, str | None, Any]]:
        self._folder = f"v-{digest(paths)}"
        with public():
            yield from super().post_process(paths, *args, **options)

    def hashed_name(self, name: str, *_: Any, **__: Any) -> str:
        return name if name.startswith(CHUNKS) else f"{self._folder}/{name}"

    @cached_property
    def scripts(self) -> dict[str, list[str]] | None:
        """The chunks of each page's script, its own first; None if modules are served unbundled."""
        manifest = None if settings.DEBUG else self.hashed_files.get(MANIFEST)
        if manifest is None:
            return None
        with self.open(manifest) as file:
            scripts: dict[str, list[str]] = json.load(file)["scripts"]
            return scripts

    @property
    def chunks(self) -> list[str]:
        """The names of all bundled scripts, also of those that pages import later."""
        return sorted(name for name in self.hashed_files if name.startswith(CHUNKS) and name.endswith(".js"))


def digest(paths: Mapping[str, tuple[Storage, str]]) -> str:
    """Return eight hex digits that identify the content of a collection."""
    whole = hashlib.sha256()
    for name, (storage, path) in sorted(paths.items()):
        with storage.open(path) as file:
            content = file.read()
        whole.update(f"{name} {len(content)}\n".encode() + content)
    return whole.hexdigest()[:8]
