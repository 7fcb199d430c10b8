"""Cookies: the session's, and the one that distinguishes browsers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.utils import timezone

from games_app.lib.driver import read_rows

OLD_NAME = "sessionid"
_NEW = "host"


def renamed() -> bool:
    """Return whether the cookie's name differs from the old one."""
    return bool(settings.SESSION_COOKIE_NAME != OLD_NAME)


def session_key_in(cookies: Mapping[str, str]) -> str | None:
    """Return the session key in the cookies, under either name."""
    return cookies.get(settings.SESSION_COOKIE_NAME) or cookies.get(OLD_NAME)


def by_old_name(cookies: Mapping[str, str]) -> bool:
    """Return whether the session key is present under the old name only."""
    return renamed() and not cookies.get(settings.SESSION_COOKIE_NAME) and OLD_NAME in cookies


def session_of(cookies: Mapping[str, str]) -> SessionBase:
    """Return the session for these cookies.

    It is loaded on first access; one under the old name is loaded at once.
    """
    if not by_old_name(cookies):
        return _session(cookies.get(settings.SESSION_COOKIE_NAME))
    old = _session(cookies[OLD_NAME])
    return old if old.keys() and _NEW not in old else _session(None)


def contents_of(many: Sequence[Mapping[str, str]]) -> list[dict[str, Any]]:
    """Return the content of the session for each of these cookies, read in one query; empty without one."""
    keys = {key for cookies in many if (key := session_key_in(cookies))}
    stored, now = read_rows(Session, "session_key", keys), timezone.now()
    sessions = {row.session_key: row.get_decoded() for row in stored if row.expire_date > now}
    contents = [sessions.get(session_key_in(cookies) or "", {}) for cookies in many]
    return [
        {} if by_old_name(cookies) and _NEW in content else content
        for cookies, content in zip(many, contents, strict=True)
    ]


def begin_session(session: SessionBase) -> None:
    """Mark a new session as begun under the present name."""
    if renamed():
        session[_NEW] = True


def _session(key: str | None) -> SessionBase:
    session: SessionBase = import_module(settings.SESSION_ENGINE).SessionStore(key)
    return session


def browser_key(cookies: Mapping[str, str]) -> str:
    """Return the key of the client's browser; empty if it sent no cookie that identifies it."""
    sign = cookies.get(settings.CSRF_COOKIE_NAME, "")
    return blake2b(sign.encode(), digest_size=12).hexdigest() if sign else ""
