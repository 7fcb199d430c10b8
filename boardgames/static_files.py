"""Serving of static files: with few headers, and including those of other releases.

After an upgrade, a page of the earlier release may still fetch a chunk. While two web processes are replaced
one after the other, a page of the new one may ask the old one. Both find the file in STATIC_ROOT, whichever
release collected it.
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
