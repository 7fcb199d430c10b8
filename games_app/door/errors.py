"""Answers to requests that can't be carried out: pages for people, JSON for scripts."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Any

from django.conf import settings
from django.core.exceptions import BadRequest, RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import is_valid_path
from django.utils.http import escape_leading_slashes
from django.views import csrf, defaults

from games_app.door import http
from games_app.door.visitors import NUL, RETRY_SECONDS, unavailable
from games_app.lib import proxies
from games_app.lib.outage_log import OUT_OF_REACH, one_line
from games_app.lib.refusals import Refusal, Refused

SECRET_FIELDS = frozenset({"password", "present", "passkey", "phrase"})
"""Fields that no page repeats, so that nobody can read them there later."""

METHOD_NOT_ALLOWED = 405
READING = ("GET", "HEAD")

log = logging.getLogger(__name__)


class Errors:
    """Middleware that answers Refused and database outages, and refuses a NUL before it reaches a query."""

    def __init__(self, respond: Callable[[HttpRequest], HttpResponse]) -> None:
        self.respond = respond

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.respond(request)
        return _not_allowed(request, response) if response.status_code == METHOD_NOT_ALLOWED else response

    def process_view(
        self, request: HttpRequest, _view: http.View, _args: list[Any], _kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        sent = [request.path_info, *_texts(request.GET), *_texts(request.POST)]
        return bad_request(request, BadRequest("it has a NUL")) if any(NUL in text for text in sent) else None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        scripted = _by_script(request)
        if isinstance(error, Refused):
            return http.refused(error.refusal) if scripted else _refused(request, error.refusal)
        if isinstance(error, OUT_OF_REACH):
            return out_of_reach(request, error)
        if isinstance(error, Http404) and scripted:
            return http.refused(Refusal("not_found"))
        return None


def out_of_reach(request: HttpRequest, error: Exception) -> HttpResponse:
    """Return the answer while the database can't be reached, and log it in one line."""
    log.warning("The database was unavailable for %s: %s", request.path, one_line(error))
    if _by_script(request):
        return http.refused(Refusal("unavailable", retry_ms=1000 * RETRY_SECONDS))
    # Without the request: its context would query the database for the player.
    return unavailable(HttpResponse(render_to_string("503.html")))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the answer to a request that can't be read; Django's ``handler400``."""
    if not _by_script(request):
        return defaults.bad_request(_unread(request), exception)
    if isinstance(exception, RequestDataTooBig):
        return http.too_large(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
    return http.refused(Refusal("malformed", {"problem": str(exception).rstrip(".")}))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the page for an address without one; Django's ``handler404``.

    An address that is right but for a slash at its end leads to the right one, except for the moderators'
    desk, whose address a host may keep to themselves.
    """
    path = request.path_info.rstrip("/")
    hidden = f"{path}/".startswith(f"/{settings.ADMIN_PATH}")
    slash = path != request.path_info and request.method in READING
    if path and slash and not hidden and is_valid_path(path):
        query = request.META["QUERY_STRING"]
        return redirect(escape_leading_slashes(path + (f"?{query}" if query else "")), permanent=True)
    return defaults.page_not_found(_unread(request), exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """Return the answer after an error of the site; Django's ``handler500``."""
    if not _by_script(request):
        return defaults.server_error(_unread(request))
    return http.refused(Refusal("failed"))


def forbidden(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Return the answer to a request without the page's token; Django's ``CSRF_FAILURE_VIEW``."""
    if proxies.hides_https(request):
        proxies.note_fault()
        if _by_script(request):
            return http.refused(Refusal("proxy_fault"))
        return render(_unread(request), "proxy_fault.html", status=403)
    if not _by_script(request):
        return csrf.csrf_failure(request, reason)
    return http.refused(Refusal("out_of_date"))


def _not_allowed(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Return a page for people who open an address that only takes forms; scripts get the plain answer."""
    if request.method not in READING or "text/html" not in request.headers.get("Accept", ""):
        return response
    page = render(request, "405.html", status=METHOD_NOT_ALLOWED)
    page["Allow"] = response["Allow"]
    return page


def _unread(request: HttpRequest) -> HttpRequest:
    """Return the request so that Django's page of an error reads no token from its form.

    A form that can't be read would make the page of an error fail.
    """
    vars(request)["csrf_processing_done"] = True
    return request


def _by_script(request: HttpRequest) -> bool:
    return request.resolver_match is not None and http.is_for_scripts(request.resolver_match.func)


def _texts(fields: QueryDict) -> Iterator[str]:
    for name, values in fields.lists():
        yield name
        yield from map(str, values)


def _refused(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Return the page with a refusal; a form sent too early can be sent again from there."""
    status = http.status_of(refusal)
    if status != 429:
        return render(request, "not_possible.html", {"refusal": refusal}, status=status)
    # An uploaded file can't be sent again from here; it must be chosen in the form.
    context = {
        "refusal": refusal,
        "filed": bool(request.FILES),
        "secret": not SECRET_FIELDS.isdisjoint(request.POST),
        "again": _form_fields(request),
    }
    page = render(request, "too_many.html", context, status=429)
    page["Retry-After"] = str(refusal.args["seconds"])
    return page


def _form_fields(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the fields of the refused form, so that it can be sent again."""
    fields = [(name, value) for name, values in request.POST.lists() for value in values]
    left_out = {"csrfmiddlewaretoken", *SECRET_FIELDS}
    return [(name, str(value)) for name, value in fields if name not in left_out]
