"""The language of a page: the visitor's choice, else the browser's."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils.cache import patch_vary_headers


class ChosenLanguage(LocaleMiddleware):
    """Django's middleware, which also tells caches that the choice is in a cookie. Pictures have no words."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.headers.get("Content-Type", "").startswith("image/"):
            return response
        patch_vary_headers(response, ["Cookie"])
        answer: HttpResponseBase = super().process_response(request, response)
        return answer
