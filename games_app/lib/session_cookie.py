"""The cookie that says whose session it is.

With HTTPS it is ``__Host-sessionid``, which browsers take from this very host only: no other site of the
domain can put a session of its own in place of a visitor's. It was ``sessionid`` once, and whoever plays has
nothing but this cookie: a session from then is taken under the old name too, for as long as it lasts. One
that was begun under the new name is not: what anybody gets from now on can't be planted under the old one.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase

OLD_NAME = "sessionid"
_NEW = "host"


def renamed() -> bool:
    """Has the cookie another name here than it once had?"""
    return bool(settings.SESSION_COOKIE_NAME != OLD_NAME)


def key_in(cookies: Mapping[str, str]) -> str | None:
    """The session that a browser names, under either name."""
    return cookies.get(settings.SESSION_COOKIE_NAME) or cookies.get(OLD_NAME)


def by_old_name(cookies: Mapping[str, str]) -> bool:
    """Does the browser name its session under the old name only?"""
    return renamed() and not cookies.get(settings.SESSION_COOKIE_NAME) and OLD_NAME in cookies


def session_of(cookies: Mapping[str, str]) -> SessionBase:
    """The session that a browser may have. The database is asked when somebody looks into it; for one under
    the old name now.
    """
    if not by_old_name(cookies):
        return _session(cookies.get(settings.SESSION_COOKIE_NAME))
    old = _session(cookies[OLD_NAME])
    return old if old.keys() and _NEW not in old else _session(None)


def begin(session: SessionBase) -> None:
    """Note under which name it will be known."""
    if renamed():
        session[_NEW] = True


def _session(key: str | None) -> SessionBase:
    session: SessionBase = import_module(settings.SESSION_ENGINE).SessionStore(key)
    return session
