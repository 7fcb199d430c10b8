"""Which address does a request come from? Behind a proxy: the one that a trusted proxy says."""

from __future__ import annotations

from ipaddress import ip_address

from django.conf import settings

UNKNOWN = "unknown"


def client_address(peer: str, forwarded_for: str) -> str:
    """The address of the client.

    ``peer`` is who opened the connection. Only if that is a trusted proxy counts what it says in
    X-Forwarded-For, read from the right: the first address that is not a trusted proxy's own.
    """
    address = peer or UNKNOWN
    hops = _listed(forwarded_for)
    while _trusted(address) and hops:
        address = hops.pop()
    return address


def _listed(header: str) -> list[str]:
    return [hop.strip() for hop in header.split(",") if hop.strip()]


def _trusted(address: str) -> bool:
    try:
        number = ip_address(address)
    except ValueError:
        return False
    # A server that listens on IPv6 names who comes by IPv4 so: ::ffff:10.0.0.1
    number = getattr(number, "ipv4_mapped", None) or number
    return any(number in network for network in settings.TRUSTED_PROXIES)
