"""From the environment to settings: flags, the kept key, the layer and the caches."""

from __future__ import annotations

import contextlib
import os
import tempfile
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit, urlunsplit

from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key

Network = IPv4Network | IPv6Network

IN_MEMORY_LAYER: dict[str, Any] = {"BACKEND": "channels.layers.InMemoryChannelLayer"}
LOCAL_CACHE: dict[str, Any] = {
    "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
}
"""In the memory of each process: what came out of a shared cache would have to be trusted."""
PICTURES_CACHE = LOCAL_CACHE | {"LOCATION": "pictures", "TIMEOUT": 3600, "OPTIONS": {"MAX_ENTRIES": 64}}
"""Apart from the rest, which many large pictures would push out; some 16 MB at most."""
FILMS_CACHE = PICTURES_CACHE | {"LOCATION": "films", "OPTIONS": {"MAX_ENTRIES": 12}}
"""Films take up to 3 MB each."""


def env_flag(name: str) -> bool:
    value = os.environ.get(name) or "0"
    if value not in ("0", "1"):
        raise ImproperlyConfigured(f"{name} must be 0 or 1, not {value!r}")
    return value == "1"


def env_list(name: str, default: str = "") -> list[str]:
    """What is set to nothing is not set: a compose file passes on what nobody has given so."""
    return [part.strip() for part in (os.environ.get(name) or default).split(",") if part.strip()]


def env_networks(name: str) -> list[Network]:
    """Whoever writes an address of the network, 10.0.0.1/8, means all of it."""
    networks = []
    for text in env_list(name):
        try:
            networks.append(ip_network(text, strict=False))
        except ValueError:
            raise ImproperlyConfigured(
                f"{name} must be addresses or networks such as 10.0.0.1 or 10.0.0.0/8, not {text!r}"
            ) from None
    return networks


def kept_secret_key(folder: Path) -> str:
    """The key in the data folder, made at the first start and readable by the owner only."""
    file = folder / "secret_key"
    try:
        return file.read_text()
    except FileNotFoundError:
        # Written apart and then put in place: of several processes that start at once none reads half a key.
        with tempfile.NamedTemporaryFile("w", dir=folder) as draft:
            draft.write(get_random_secret_key())
            draft.flush()
            _put(Path(draft.name), file)
        return file.read_text()


def _put(draft: Path, file: Path) -> None:
    """Give the draft its place if nobody was sooner."""
    try:
        os.link(draft, file)
    except FileExistsError:
        return
    except OSError:  # a file system without links, as on memory sticks
        with contextlib.suppress(FileExistsError):
            file.touch(0o600, exist_ok=False)
            file.write_text(draft.read_text())


def redis_layer(url: str) -> dict[str, Any]:
    """The channel layer through which processes ring each other."""
    # The socket must outlive the layer's own wait for messages, and its pool must not run dry under load.
    host = {"address": url, "socket_timeout": 30, "max_connections": 5000}
    return {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [host]}}


def redis_url(url: str, password_file: str) -> str:
    """The address of Redis, with the password that stands in the file if there is one."""
    if not url or not password_file:
        return url
    try:
        password = Path(password_file).read_text().strip()
    except OSError as error:
        raise ImproperlyConfigured(f"REDIS_PASSWORD_FILE: {password_file}: {error.strerror}") from None
    parts = urlsplit(url)
    user = parts.username or ""
    place = parts.netloc.rpartition("@")[2]
    return urlunsplit(parts._replace(netloc=f"{user}:{quote(password, safe='')}@{place}"))
