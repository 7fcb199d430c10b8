"""Visitors: client, device, language and session of a request, and the player behind it."""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils.translation import gettext as _
from django.views.decorators.vary import vary_on_headers

from games_app.door import limits
from games_app.lib import clock, request_cookies
from games_app.lib.client_ip import client_ip, rate_limit_key
from games_app.lib.names import look_alike
from games_app.lib.rate_limit import Charge, RateLimit, whole_seconds
from games_app.lib.refusals import Refusal, Refused
from games_app.lists import offers
from games_app.models import Account, Player
from games_app.people import accounts, players
from games_app.people.client_marks import Client
from games_app.record.use_cases import Sender

NUL = "\0"
"""The one character that a text in PostgreSQL can't hold."""

RETRY_SECONDS = 5
"""Retry-After, in seconds, of a page that could not reach the database."""


class Visitor:
    """The client and the player behind a request. Nothing is read before it is needed."""

    token: int | None = None
    """Primary key of the personal token that the request has."""

    def __init__(self, session: SessionBase, client: Client) -> None:
        self._session = session
        self.client = client
        self._player: Player | None = None

    @property
    def player_id(self) -> int | None:
        """Primary key of this browser's player; the row may be gone."""
        return players.known(self._session)

    @property
    def player(self) -> Player | None:
        """The player, or None: a visitor becomes a player with the first command."""
        if self._player is None or self._player.pk != self.player_id:
            self._player = players.current(self._session)
        return self._player

    @property
    def account(self) -> Account | None:
        """The player's account, or None."""
        return self.player.account_or_none if self.player else None


class Request(HttpRequest):
    """A request as views get it, from the Sessions middleware."""

    visitor: Visitor
    charges: list[tuple[RateLimit, Charge]]
    """The limits that the request has charged, each with the result."""


def too_many(code: str, wait: int) -> Refused:
    """Return the refusal ``code`` of one form too many, whose sender may retry in ``wait`` milliseconds."""
    return Refused(Refusal(code, {"seconds": whole_seconds(wait)}, retry_ms=wait))


def get_or_create_player(request: Request, in_another_tab: str = "another_tab") -> Player:
    """Return the requesting player; create a guest if there is none.

    Raises Refused; with the code ``in_another_tab`` if another tab has just created a player for this
    browser.
    """
    visitor = request.visitor
    if visitor.player:
        return visitor.player
    enforce_rate(request, limits.GUESTS, "too_many_guests")
    browser = visitor.client.browser
    if browser and (wait := limits.NEWCOMERS.wait(browser)):
        raise too_many(in_another_tab, wait)
    # The lobby does not pair people whose names look alike.
    return players.newcomer(request.session, clock.now(), unlike=offers.names())


def sender_of(request: Request, in_another_tab: str = "another_tab") -> Sender:
    """Return the sender of a form or an API call: the player, or a new guest. Raises Refused."""
    visitor, player = request.visitor, get_or_create_player(request, in_another_tab)
    return Sender(player, visitor.client, by_token=visitor.token is not None)


def suggested_name(request: Request, *unlike: str) -> str:
    """Return the player's name, or a random one for a newcomer, which the next page suggests too.

    It resembles none of ``unlike``.
    """
    if (player := request.visitor.player) and not any(look_alike(player.name, name) for name in unlike):
        return player.name
    get_token(request)  # which sets the cookie that tells browsers apart
    browser = request_cookies.browser_key({settings.CSRF_COOKIE_NAME: request.META["CSRF_COOKIE"]})
    return accounts.free_name(*unlike, seed=browser)


def enforce_rate(request: Request, limit: RateLimit, code: str) -> None:
    """Raise Refused with the ``code`` if the client's address exceeds ``limit``."""
    if wait := wait_ms(request, limit):
        raise too_many(code, wait)


def wait_ms(request: Request, limit: RateLimit, cost: int = 1, key: str = "") -> int:
    """Return 0 and count the request, or the milliseconds until its sender may retry.

    ``key``: key of the sender, by default the client's address.
    """
    charge = limit.charge(key or request.visitor.client.address, cost)
    vars(request).setdefault("charges", []).append((limit, charge))
    return charge.wait


def ip_of(request: HttpRequest) -> str:
    """Return the client's address as the peer or a trusted proxy tells it."""
    return client_ip(request.META.get("REMOTE_ADDR", ""), request.META.get("HTTP_X_FORWARDED_FOR", ""))


def client_of(request: HttpRequest) -> Client:
    """Return the client of a request; pages find it at the visitor."""
    return Client(rate_limit_key(request.META["REMOTE_ADDR"]), request_cookies.browser_key(request.COOKIES))


def unavailable(page: HttpResponse) -> HttpResponse:
    """Set status 503 and Retry-After on the page."""
    page.status_code = 503
    page["Retry-After"] = str(RETRY_SECONDS)
    return page


differs_by_device = vary_on_headers("Sec-CH-UA-Mobile", "User-Agent")
"""View decorator for pages with a board that is drawn upright on phones."""


def is_phone(request: HttpRequest) -> bool:
    """Return whether the client is a phone, which is mostly held upright.

    The Sec-CH-UA-Mobile header takes precedence over User-Agent.
    """
    header = request.headers.get("Sec-CH-UA-Mobile")
    return header == "?1" if header else "Mobi" in request.headers.get("User-Agent", "")


_BROWSERS = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("FxiOS", "Firefox"))
_ENGINES = (("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari"))
"""Marks in User-Agent and the browsers they stand for; those of the first row name others too."""
_SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("Linux", "Linux"),
)


def browser_title(request: HttpRequest) -> str:
    """Return browser and system in people's words ("Firefox on Android"), as far as the client tells."""
    agent = request.headers.get("User-Agent", "")
    browser, system = _first(agent, (*_BROWSERS, *_ENGINES)), _first(agent, _SYSTEMS)
    if browser and system:
        return _("{browser} on {system}").format(browser=browser, system=system)
    return browser or system or _("A browser")


def _first(agent: str, marks: Iterable[tuple[str, str]]) -> str:
    return next((name for mark, name in marks if mark in agent), "")
