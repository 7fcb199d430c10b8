"""Which address does a request come from? Behind a proxy: the one that a trusted proxy says.

And as whom do limits count it?
"""

from __future__ import annotations

from ipaddress import IPv6Address, IPv6Network, ip_address

from django.conf import settings

UNKNOWN = "unknown"


def client_ip(peer: str, forwarded_for: str) -> str:
    """The address of the client.

    ``peer`` is who opened the connection. Only if that is a trusted proxy counts what it says in
    X-Forwarded-For, read from the right: the first address that is not a trusted proxy's own.
    """
    address = peer or UNKNOWN
    hops = _listed(forwarded_for)
    while is_trusted_proxy(address) and hops:
        address = hops.pop()
    return address


def rate_limit_key(address: str) -> str:
    """What limits by address count as one: an IPv6 address stands for the network of 64 bits that it lies in,
    all of which one line is given, and an IPv4 address for itself, however it is written.
    """
    try:
        number = ip_address(address)
    except ValueError:
        return address
    if not isinstance(number, IPv6Address):
        return str(number)
    return str(number.ipv4_mapped or IPv6Network((int(number), 64), strict=False))


def _listed(header: str) -> list[str]:
    return [hop.strip() for hop in header.split(",") if hop.strip()]


def is_trusted_proxy(address: str) -> bool:
    """Is it one of those that say for whom they ask?"""
    try:
        number = ip_address(address)
    except ValueError:
        return False
    # A server that listens on IPv6 names who comes by IPv4 so: ::ffff:10.0.0.1
    number = getattr(number, "ipv4_mapped", None) or number
    return any(number in network for network in settings.TRUSTED_PROXIES)
