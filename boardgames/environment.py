"""Settings from the environment: flags, lists, the secret key, the channel layer, the caches and mail."""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from collections.abc import Collection
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlsplit, urlunsplit

from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key

from boardgames.declarations import SETTINGS

Network = IPv4Network | IPv6Network

SHORTEST_SECRET = 20
"""Minimum length of a secret that anybody may try at any time."""

REDIS_SCHEMES = ("redis://", "rediss://", "unix://")

IN_MEMORY_LAYER: dict[str, Any] = {"BACKEND": "channels.layers.InMemoryChannelLayer"}
LOCAL_CACHE: dict[str, Any] = {
    "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
}
"""Cache in the memory of each process: data from a shared cache would have to be trusted."""
PICTURES_CACHE = LOCAL_CACHE | {"LOCATION": "pictures", "TIMEOUT": 3600, "OPTIONS": {"MAX_ENTRIES": 64}}
"""Separate cache, since many large pictures would evict other entries; some 16 MB at most."""
FILMS_CACHE = PICTURES_CACHE | {"LOCATION": "films", "OPTIONS": {"MAX_ENTRIES": 12}}
"""Cache of animations, which take up to 3 MB each."""

FRAGMENTS_CACHE = LOCAL_CACHE | {"LOCATION": "fragments", "OPTIONS": {"MAX_ENTRIES": 1000}}
"""Cache of parts of pages that are alike for many readers; some 20 MB at most."""
STRANGERS_CACHE = LOCAL_CACHE | {"LOCATION": "strangers", "OPTIONS": {"MAX_ENTRIES": 64}}
"""Cache of whole pages that are alike for all readers without a session; some 8 MB at most."""
NO_CACHE: dict[str, Any] = {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}

MAIL_PORTS = {"smtp": 25, "smtps": 465}
MAIL_SECONDS = 20
"""Seconds to wait for an answer of the mail server."""
STARTTLS_PORT = 587
"""Port on which servers expect STARTTLS. On other ports `smtp://` is for a server on the same machine."""


def env_text(name: str) -> str:
    """Return the value of a declared setting, or its default. Compose files pass unset ones as empty."""
    return os.environ.get(name) or SETTINGS[name].default


def env_path(name: str) -> str:
    """Return a path of the site as URL patterns have it: no slash before it and one behind it."""
    value = env_text(name).strip("/")
    if not re.fullmatch(r"[A-Za-z0-9_-]+", value):
        raise ImproperlyConfigured(f"{name} must be a path like /moderation/, not {env_text(name)!r}")
    return f"{value}/"


def env_number(name: str) -> int:
    value = env_text(name)
    if not (value.isascii() and value.isdecimal()):
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}")
    return int(value)


def env_fraction(name: str) -> float:
    value = env_text(name)
    try:
        return float(value)
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} must be a number, not {value!r}") from error


def env_flag(name: str) -> bool:
    return flag(name, env_text(name))


def flag(name: str, text: str) -> bool:
    """Return the flag that a text says. Raises ImproperlyConfigured with the ``name`` of the setting."""
    if text not in ("0", "1"):
        raise ImproperlyConfigured(f"{name} must be 0 or 1, not {text!r}")
    return text == "1"


def env_choice(name: str, choices: Collection[str]) -> str:
    return choice(name, choices, env_text(name))


def choice(name: str, choices: Collection[str], text: str) -> str:
    """Return the text if it is a choice. Raises ImproperlyConfigured with the ``name`` of the setting."""
    if text not in choices:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(choices)}, not {text!r}")
    return text


def env_link(name: str) -> str:
    """Return the address in a variable as a link, or an empty string if it is not set."""
    value = env_text(name).strip()
    if not value or value.startswith(("https://", "http://", "mailto:")):
        return value
    if re.fullmatch(r"[^@\s:/]+@[^@\s:/]+", value):
        return f"mailto:{value}"
    raise ImproperlyConfigured(f"{name} must be host@play.example or https://play.example, not {value!r}")


def env_secret(name: str) -> str:
    """Return the secret in a variable, or an empty string if it is not set."""
    value = env_text(name)
    if value and len(value) < SHORTEST_SECRET:
        raise ImproperlyConfigured(f"{name} must have at least {SHORTEST_SECRET} characters")
    return value


def env_list(name: str) -> list[str]:
    """Return the comma-separated values of a variable."""
    return [part.strip() for part in env_text(name).split(",") if part.strip()]


def env_hosts(name: str) -> list[str]:
    """Return the host names in a variable. With a scheme or a port, Django would recognize none of them."""
    hosts = env_list(name)
    for host in hosts:
        if not re.fullmatch(r"\*|[a-z0-9.-]+|\[[a-f0-9:.]+\]", host, re.IGNORECASE):
            raise ImproperlyConfigured(
                f"{name} must be names such as play.example, without https:// and port, not {host!r}"
            )
    return hosts


def env_origins(name: str, *, patterns: bool = False) -> list[str]:
    """Return the origins in a variable. With ``patterns``, an asterisk may stand in them or for all."""
    origins = env_list(name)
    allowed = r"\*|https?://[a-z0-9.:*\[\]-]+" if patterns else r"https?://[a-z0-9.:\[\]-]+"
    for origin in origins:
        if not re.fullmatch(allowed, origin, re.IGNORECASE):
            raise ImproperlyConfigured(
                f"{name} must be origins such as https://play.example, without a path, not {origin!r}"
            )
    return origins


def env_networks(name: str) -> list[Network]:
    """Return the networks in a variable; an address with a prefix, 10.0.0.1/8, means its whole network."""
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
    """Return the key in the data folder, created at the first start and readable by the owner only."""
    file = folder / "secret_key"
    try:
        return file.read_text()
    except FileNotFoundError:
        # The key is written to a draft and then linked, so that processes that start together never read half
        # a key.
        with tempfile.NamedTemporaryFile("w", dir=folder) as draft:
            draft.write(get_random_secret_key())
            draft.flush()
            _link(Path(draft.name), file)
        return file.read_text()


def _link(draft: Path, file: Path) -> None:
    """Link the draft to ``file`` unless another process was first."""
    try:
        os.link(draft, file)
    except FileExistsError:
        return
    except OSError:  # a file system without links, as on memory sticks
        with contextlib.suppress(FileExistsError):
            file.touch(0o600, exist_ok=False)
            file.write_text(draft.read_text())


def redis_layer(url: str) -> dict[str, Any]:
    """Return the channel layer that carries the doorbell between processes."""
    # The socket must outlive the layer's own wait for messages, and its pool must not run dry under load.
    host = {"address": url, "socket_timeout": 30, "max_connections": 5000}
    return {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [host]}}


def redis_url(url: str, password_file: str) -> str:
    """Return the URL of Redis, with the password from the file if one is given."""
    if url and not url.startswith(REDIS_SCHEMES):
        raise ImproperlyConfigured(f"REDIS_URL must begin with {', '.join(REDIS_SCHEMES)}")
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


def mail_settings(url: str, site: str, sender: str) -> dict[str, Any]:
    """Return Django's settings for mail. Raises ImproperlyConfigured for an address that can't be read."""
    own = sender or f"noreply@{urlsplit(site).hostname or 'localhost'}"
    if not url:
        backend = "django.core.mail.backends.console.EmailBackend"
        return {"EMAIL_BACKEND": backend, "DEFAULT_FROM_EMAIL": own}
    try:
        parts = urlsplit(url)
        port = parts.port or MAIL_PORTS[parts.scheme]
    except (ValueError, KeyError):
        raise ImproperlyConfigured("SMTP_URL must be like smtp://user:password@mail.example:587") from None
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname or "",
        "EMAIL_PORT": port,
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_USE_TLS": parts.scheme == "smtp" and port == STARTTLS_PORT,
        "EMAIL_TIMEOUT": MAIL_SECONDS,
        "DEFAULT_FROM_EMAIL": own,
    }
