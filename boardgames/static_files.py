"""Static files: names that change with their content, and serving, including files of other releases.

No file is rewritten: rolldown names the chunks of a bundle by their content, and everything else keeps its
relative path in a folder named after the whole collection. So imports of modules and style sheets work
unchanged, bundled or not, and browsers can cache the files for ever.

After an upgrade, a page of the earlier release may still fetch a chunk. While two web processes are replaced
one after the other, a page of the new one may ask the old one. Both find the file in STATIC_ROOT, whichever
release collected it.
"""

from __future__ import annotations

import hashlib
import json
import re
import warnings
from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files.storage import Storage
from django.http import HttpRequest, HttpResponseBase
from servestatic.middleware import ServeStaticMiddleware
from servestatic.responders import Redirect, StaticFile
from servestatic.storage import CompressedManifestStaticFilesStorage
from servestatic.utils import run_async_in_thread

from boardgames import bundle, catalogues
from boardgames.bundle import MANIFEST
from boardgames.folders import public

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


FOR_GOOD = "max-age=31536000, immutable"


class StaticFiles(ServeStaticMiddleware):
    def __init__(self, get_response: Callable[[HttpRequest], Awaitable[HttpResponseBase]]) -> None:
        with warnings.catch_warnings():
            # With DEBUG it would ask for its checks of the settings, which expect it among the middleware.
            warnings.filterwarnings("ignore", "Django checks for ServeStatic")
            super().__init__(get_response)

    async def __call__(self, request: HttpRequest) -> HttpResponseBase:
        path = request.path_info
        if path not in self.files and self._is_unchanging(path):
            file = await run_async_in_thread(self.find_file, path)
            if file is not None:
                self.files[path] = file
        response: HttpResponseBase = await super().__call__(request)
        return response

    def immutable_file_test(self, path: str, url: str) -> bool:
        return self._is_unchanging(url)

    def _is_unchanging(self, url: str) -> bool:
        return bool(UNCHANGING.match(url.removeprefix(self.static_prefix))) and url.startswith(
            self.static_prefix
        )

    @staticmethod
    async def aserve(static_file: StaticFile | Redirect, request: HttpRequest) -> HttpResponseBase:
        response: HttpResponseBase = await ServeStaticMiddleware.aserve(static_file, request)
        # Browsers must not guess another type from the content.
        response["X-Content-Type-Options"] = "nosniff"
        if "immutable" in response.get("Cache-Control", ""):
            response["Cache-Control"] = FOR_GOOD
            # An immutable file is never revalidated.
            del response["Last-Modified"]
            del response["ETag"]
            # Files are UTF-8 like the pages that use them, so no charset is needed.
            response["Content-Type"] = response["Content-Type"].partition(";")[0]
        return response


NOTE = "collected.txt"
"""File in ``STATIC_ROOT`` that says what was collected, so that no start collects the same files again."""
PACKAGES = ("django", "servestatic")
"""Packages that contain static files or decide how they are stored."""


def is_collected() -> bool:
    """Return whether ``collectstatic`` would find the same as last time."""
    note = Path(settings.STATIC_ROOT) / NOTE
    return note.exists() and note.read_text("utf-8") == _sources()


def note_collected() -> None:
    with public():
        (Path(settings.STATIC_ROOT) / NOTE).write_text(_sources(), "utf-8")


def _sources() -> str:
    """Return a digest of everything that decides what is collected."""
    parts = (
        bundle.fingerprint(),
        catalogues.fingerprint(),
        f"bundled {bundle.is_current()}, may be bundled {bundle.is_installed()}, debug {settings.DEBUG}",
        *(f"{name} {version(name)}" for name in PACKAGES),
    )
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
