"""Requests to addresses that people give: to public hosts only, so that nobody reaches a private network."""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple
from urllib.parse import SplitResult, urlsplit

LONGEST_ADDRESS = 1000
"""Maximum length of an address, in characters."""
_TRANSLATED = IPv6Network("64:ff9b::/96")
"""IPv6 addresses that a gateway translates to IPv4."""
_GLOBAL = IPv6Network("2000::/3")
"""The only IPv6 addresses that are assigned to public hosts."""
_SPECIAL = [
    ip_network(network)
    for network in ("192.0.0.0/24", "192.88.99.0/24", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
]
"""Special networks by IANA's registries, as far as an older Python takes them for public."""


class Forbidden(Exception):
    """Raised for an address to which no request is sent. The message is for the log."""


class Reply(NamedTuple):
    """The answer of another host; its body is not read."""

    status: int
    retry_after: float
    """Seconds after which the host wants to be asked again; 0 if it says nothing."""


def origin_of(address: str) -> str:
    """Return scheme, host and port of an address."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"


def check(address: str, allowed: Collection[str] = ()) -> SplitResult:
    """Return the parts of an address to which a request may be sent. Raises Forbidden.

    It is https, on the usual port, and names a host. ``allowed`` has origins without these conditions, whose
    hosts may also be in a private network.
    """
    if len(address) > LONGEST_ADDRESS or not address.isascii() or not address.isprintable() or " " in address:
        raise Forbidden("not an address")
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise Forbidden(str(error)) from None
    if origin_of(address) in allowed:
        return parts
    if parts.scheme != "https" or port not in (None, 443):
        raise Forbidden("only https on port 443 is allowed")
    if parts.username is not None or parts.password is not None:
        raise Forbidden("the address has a user name")
    if "." not in host.strip(".") or host.endswith(".") or _is_number(host):
        raise Forbidden("the host has no public name")
    return parts


def post(
    address: str, headers: Mapping[str, str], body: bytes, *, seconds: float, allowed: Collection[str] = ()
) -> Reply:
    """Send ``body`` and return the answer. Redirects are not followed.

    Raises Forbidden, and OSError or HTTPException if there is no answer within ``seconds``.
    """
    with _request("POST", address, headers, body, seconds, allowed) as response:
        return Reply(response.status, _seconds(response.headers.get("Retry-After", "")))


def get(
    address: str,
    headers: Mapping[str, str],
    *,
    seconds: float,
    max_bytes: int,
    allowed: Collection[str] = (),
) -> bytes:
    """Return the body at an address, of at most ``max_bytes``. Redirects are not followed.

    Raises Forbidden, and OSError or HTTPException if there is no such body within ``seconds``.
    """
    with _request("GET", address, headers, None, seconds, allowed) as response:
        if response.status != HTTPStatus.OK:
            raise http.client.HTTPException(f"status {response.status}")
        body = response.read(max_bytes + 1)
        if len(body) > max_bytes:
            raise http.client.HTTPException(f"more than {max_bytes} bytes")
        return body


@contextmanager
def _request(
    method: str,
    address: str,
    headers: Mapping[str, str],
    body: bytes | None,
    seconds: float,
    allowed: Collection[str],
) -> Iterator[http.client.HTTPResponse]:
    """Send a request; the connection ends after ``seconds``, or when the caller has the response."""
    parts = check(address, allowed)
    free = origin_of(address) in allowed
    deadline = time.monotonic() + seconds
    sock = _connected(
        parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80), deadline, free=free
    )
    if parts.scheme == "https":
        sock = ssl.create_default_context().wrap_socket(
            sock, server_hostname=parts.hostname, do_handshake_on_connect=False
        )
    # A host that sends a byte now and then would never meet the socket's own timeout.
    alarm = threading.Timer(max(0.0, deadline - time.monotonic()), _shut, [sock])
    alarm.daemon = True
    alarm.start()
    try:
        if isinstance(sock, ssl.SSLSocket):
            sock.do_handshake()
        connection = http.client.HTTPConnection(parts.netloc)
        connection.sock = sock
        target = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
        connection.request(method, target, body, dict(headers))
        yield connection.getresponse()
    finally:
        alarm.cancel()
        sock.close()


def is_public(text: str) -> bool:
    """Return whether the IP address is in no private or special network, also if it contains another one."""
    ip = ip_address(text.partition("%")[0])
    if isinstance(ip, IPv6Address):
        if ip.ipv4_mapped or ip in _TRANSLATED:
            return is_public(str(IPv4Address(int(ip) & 0xFFFFFFFF)))
        if ip not in _GLOBAL:
            return False
    return ip.is_global and not ip.is_multicast and not any(ip in network for network in _SPECIAL)


def _connected(host: str, port: int, deadline: float, *, free: bool) -> socket.socket:
    """Return a socket to one of the host's addresses, each of which was checked: a name may change later."""
    addresses = _looked_up(host, port, deadline)
    if not free and not all(is_public(str(address[0])) for *_, address in addresses):
        raise Forbidden(f"{host} is in a private network")
    problem: OSError = OSError(f"{host} has no address")
    for family, kind, protocol, _, address in addresses:
        sock = socket.socket(family, kind, protocol)
        sock.settimeout(max(0.1, deadline - time.monotonic()))
        try:
            sock.connect(address)
        except OSError as error:
            sock.close()
            problem = error
        else:
            return sock
    raise problem


def _looked_up(host: str, port: int, deadline: float) -> list[Any]:
    """Return the host's addresses as ``getaddrinfo`` does, which has no time limit. Raises OSError."""
    answers: SimpleQueue[list[Any] | OSError] = SimpleQueue()

    def look_up() -> None:
        try:
            answers.put(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except (OSError, UnicodeError) as error:
            answers.put(OSError(str(error)))

    threading.Thread(target=look_up, name="look-up", daemon=True).start()
    try:
        answer = answers.get(timeout=max(0.1, deadline - time.monotonic()))
    except Empty:
        raise TimeoutError(f"No name server knows {host} in time") from None
    if isinstance(answer, OSError):
        raise answer
    return answer


def _shut(sock: socket.socket) -> None:
    with suppress(OSError):
        sock.shutdown(socket.SHUT_RDWR)


def _is_number(host: str) -> bool:
    """Return whether a system may read the host as an IP address, in whatever notation."""
    last = host.rpartition(".")[2]
    return ":" in host or last.isdigit() or last.startswith("0x")


def _seconds(retry_after: str) -> float:
    """Return the seconds that a Retry-After header names, as a number or a date."""
    if retry_after.isascii() and retry_after.isdecimal():
        return float(retry_after[:9])
    try:
        return max(0.0, parsedate_to_datetime(retry_after).timestamp() - time.time())
    except (TypeError, ValueError, OverflowError):
        return 0.0
