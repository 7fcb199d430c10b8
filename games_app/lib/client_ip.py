"""Client address of a request, also behind trusted proxies, and its rate limit key."""

from __future__ import annotations

from ipaddress import IPv6Address, IPv6Network, ip_address

from django.conf import settings
from django.utils.crypto import salted_hmac

UNKNOWN = "unknown"


def client_ip(peer: str, forwarded_for: str) -> str:
    """Return the client's address; ``peer`` is the remote end of the connection.

    X-Forwarded-For is trusted only from a trusted proxy. Read from the right, it is the first address in it
    that is not a trusted proxy's own.
    """
    address = peer or UNKNOWN
    hops = _hops(forwarded_for)
    while is_trusted_proxy(address) and hops:
        address = hops.pop()
    return address


def rate_limit_key(address: str) -> str:
    """Return the key under which limits count an address.

    For an IPv6 address this is its /64 network, since providers assign one to each line. An IPv4 address is
    its own key, also if it is written as an IPv4-mapped IPv6 address.
    """
    try:
        number = ip_address(address)
    except ValueError:
        return address
    if not isinstance(number, IPv6Address):
        return str(number)
    return str(number.ipv4_mapped or IPv6Network((int(number), 64), strict=False))


def address_hash(address: str) -> str:
    """Return the form in which an address may be stored: it can be recognized but not read."""
    return salted_hmac("watchers", address, algorithm="sha256").hexdigest()[:32]


def _hops(header: str) -> list[str]:
    return [hop.strip() for hop in header.split(",") if hop.strip()]


def is_trusted_proxy(address: str) -> bool:
    """Return whether X-Forwarded-For is trusted from this address."""
    try:
        number = ip_address(address)
    except ValueError:
        return False
    # A server that listens on IPv6 reports IPv4 clients as ::ffff:10.0.0.1
    number = getattr(number, "ipv4_mapped", None) or number
    return any(number in network for network in settings.TRUSTED_PROXIES)
