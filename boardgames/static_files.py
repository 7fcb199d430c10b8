"""How static files are sent: with few headers, and those of other releases too.

A page of the release before may fetch a chunk after an upgrade; and while two web processes are replaced
one after the other, a page of the new one may ask the old one. Both find what lies in STATIC_ROOT, whoever
collected it.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from servestatic.middleware import ServeStaticMiddleware
from servestatic.responders import Redirect, StaticFile
from servestatic.utils import run_async_in_thread

from boardgames.static_storage import UNCHANGING

FOR_GOOD = "max-age=31536000, immutable"


class StaticFiles(ServeStaticMiddleware):
    async def __call__(self, request: HttpRequest) -> HttpResponseBase:
        path = request.path_info
        if path not in self.files and self._is_unchanging(path):
            found = await run_async_in_thread(self.find_file, path)
            if found is not None:
                self.files[path] = found
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
        # A file is what its type says, whatever a browser finds in it.
        response["X-Content-Type-Options"] = "nosniff"
        if "immutable" in response.get("Cache-Control", ""):
            response["Cache-Control"] = FOR_GOOD
            # Whoever has it never asks whether it is still the same.
            del response["Last-Modified"]
            del response["ETag"]
            # What pages are made of is UTF-8 as they are.
            response["Content-Type"] = response["Content-Type"].partition(";")[0]
        return response
