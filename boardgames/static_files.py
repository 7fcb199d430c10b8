"""How static files are sent: with few headers, since a page of many small modules pays for each of them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from servestatic.middleware import ServeStaticMiddleware
from servestatic.responders import Redirect, StaticFile

FOR_GOOD = "max-age=31536000, immutable"


class StaticFiles(ServeStaticMiddleware):
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
