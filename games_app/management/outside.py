"""The site as visitors reach it: through the proxy, by HTTPS and by websocket."""

from __future__ import annotations

import ssl
import urllib.error
import urllib.request
from collections.abc import Iterator
from http import HTTPStatus
from http.client import HTTPException
from urllib.parse import SplitResult, urlsplit

import msgspec
from django.conf import settings
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import connect
from websockets.typing import Origin

from games_app.lib import proxies
from games_app.lib.proxies import Arrival
from games_app.lib.rooms import Finding
from games_app.live.joining import FOREIGN_ORIGIN

ANSWER_SECONDS = 10
"""Longest wait for an answer."""
RECIPES = "docs/deployment.md has configurations of proxies."


class Unreachable(Exception):
    """Raised if the site gives no answer; the message says why and what to do."""


class Direct(urllib.request.HTTPRedirectHandler):
    """A handler that follows no redirect."""

    def redirect_request(self, *_: object) -> None:
        return None


def findings(url: str) -> Iterator[Finding]:
    """Yield what requests to this address show: pages, their headers, and websockets."""
    site = urlsplit(url)
    if site.scheme not in ("http", "https") or not site.hostname or site.path.strip("/"):
        yield Finding("outside", url, "The address must be like https://play.example, without a path.")
        return
    try:
        seen = _arrival(site)
    except Unreachable as error:
        yield Finding("outside", f"{url}, not reachable", str(error))
        return
    yield Finding("outside", f"{url} answers", wrong := _wrong(seen, site))
    yield _socket(site, explained=bool(wrong))


def _arrival(site: SplitResult) -> Arrival:
    """Ask the site how this request arrives. Raises Unreachable."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), Direct())
    address = (
        f"{site.scheme}://{site.netloc}/healthz?{proxies.ARRIVAL_PARAMETER}={proxies.arrival_question()}"
    )
    try:
        with opener.open(address, timeout=ANSWER_SECONDS) as answer:
            return msgspec.json.decode(answer.read(), type=Arrival)
    except urllib.error.HTTPError as error:
        raise Unreachable(_refused(error, site)) from None
    except urllib.error.URLError as error:
        raise Unreachable(_lost(error.reason, site)) from None
    except (OSError, HTTPException) as error:
        raise Unreachable(_lost(error, site)) from None
    except msgspec.DecodeError:
        raise Unreachable(
            f"Another site answers at {site.netloc}, or this one with another SECRET_KEY or an older version."
        ) from None


def _refused(error: urllib.error.HTTPError, site: SplitResult) -> str:
    if error.code in range(300, 400):
        return f"{site.netloc} redirects to {error.headers.get('Location')}. Check that address instead."
    if error.code == HTTPStatus.BAD_REQUEST:
        return (
            "The site does not accept the host name that arrives. Let the proxy pass on the visitor's Host, "
            f"and add {site.hostname} to ALLOWED_HOSTS. {RECIPES}"
        )
    if error.code in (HTTPStatus.BAD_GATEWAY, HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.GATEWAY_TIMEOUT):
        return f"The proxy answers with {error.code}, since it can't reach the site. Is the port right there?"
    return f"{site.netloc} answers with {error.code}. Does the proxy pass all paths on to the site?"


def _lost(reason: object, site: SplitResult) -> str:
    if isinstance(reason, ssl.SSLCertVerificationError):
        return f"Browsers refuse the certificate of {site.netloc}: {reason.verify_message}."
    if isinstance(reason, ssl.SSLError):
        return f"{site.netloc} does not speak HTTPS ({reason.reason}). {RECIPES}"
    if isinstance(reason, TimeoutError):
        return f"{site.netloc} did not answer within {ANSWER_SECONDS} s. Is the port open in the firewall?"
    cause = reason.strerror if isinstance(reason, OSError) else None
    return f"{site.netloc} can't be reached: {cause or reason}. Check the name and the port."


def _wrong(seen: Arrival, site: SplitResult) -> str:
    """Return what is wrong with the request as it arrives."""
    faults = []
    if site.scheme == "https" and not settings.HTTPS:
        faults.append("The site does not know that visitors use HTTPS. Set HTTPS=1.")
    elif site.scheme == "https" and not seen.secure:
        faults.append(
            "X-Forwarded-Proto: https does not arrive, so every form is refused. Let the proxy set it."
        )
    elif site.scheme == "http" and settings.HTTPS:
        faults.append("HTTPS=1 is set, but this address is http. Let the proxy redirect it to https.")
    if seen.host != site.netloc:
        faults.append(f"Host arrives as {seen.host}. Let the proxy pass on the visitor's, {site.netloc}.")
    if seen.forwarded and not seen.trusted:
        faults.append(f"All visitors count as one address, {seen.peer}. Add it to TRUSTED_PROXIES.")
    if not seen.forwarded and (seen.trusted or settings.HTTPS):
        faults.append(
            f"X-Forwarded-For does not arrive, so all visitors count as one address, {seen.peer}. Let the "
            "proxy set it, and list the proxy in TRUSTED_PROXIES."
        )
    return " ".join([*faults, RECIPES]) if faults else ""


def _socket(site: SplitResult, *, explained: bool) -> Finding:
    """Open a websocket as a page does, and wait for its first message.

    ``explained``: what is wrong with requests also explains why the origin is refused.
    """
    scheme = "wss" if site.scheme == "https" else "ws"
    origin = Origin(f"{site.scheme}://{site.netloc}")
    try:
        with connect(
            f"{scheme}://{site.netloc}/ws/watch", origin=origin, open_timeout=ANSWER_SECONDS, proxy=None
        ) as socket:
            socket.recv(ANSWER_SECONDS)
    except InvalidStatus as error:
        wrong = (
            f"Websockets are answered with {error.response.status_code}. Let the proxy pass on the headers "
            f"Upgrade and Connection. {RECIPES}"
        )
        return Finding("websockets", "refused", wrong)
    except ConnectionClosed as error:
        if error.rcvd and error.rcvd.code == FOREIGN_ORIGIN:
            wrong = f"Pages at {origin} may open no websocket. Add {origin} to TRUSTED_ORIGINS."
            return Finding("websockets", "refused", "" if explained else wrong)
    except (OSError, WebSocketException) as error:
        return Finding("websockets", "not open", f"No websocket can be opened: {error} {RECIPES}")
    return Finding("websockets", "open")
