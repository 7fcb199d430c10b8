"""Pages as a browser without JavaScript gets them. alice and bob play, carol watches, mallory shouldn't."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace

import pytest
from django.core.cache import caches
from django.test import Client
from django.utils import translation

from games_app.games.rules import GAMES
from games_app.lib import rate_limit
from games_app.lib.rate_limit import RateLimit

Narrow = Callable[..., None]


@pytest.fixture(autouse=True)
def _plain_static_files(settings):
    """Let pages name static files by their plain names: nothing was collected for these tests."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}


@pytest.fixture(autouse=True)
def _fresh_cache():
    for cache in caches.all(initialized_only=True):
        cache.clear()
    rate_limit.buckets.clear()


@pytest.fixture(autouse=True)
def _fast_passwords(settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def _own_language():
    """Restore the language, so that one test's choice doesn't affect the next."""
    yield
    translation.deactivate()


@pytest.fixture
def narrow() -> Iterator[Narrow]:
    """Narrow a limit of ``door/limits.py``, with fresh buckets, for this test: ``narrow(limits.JOINS, 2)``.

    Routes hold the limit itself, so it is changed in place.
    """
    kept: list[tuple[RateLimit, RateLimit]] = []

    def narrowed(limit: RateLimit, burst: int, per_second: float = 0.01) -> None:
        kept.append((limit, replace(limit)))
        _become(limit, RateLimit(f"{limit.name}, narrowed", burst, per_second))

    yield narrowed
    for limit, before in reversed(kept):
        _become(limit, before)


def _become(limit: RateLimit, other: RateLimit) -> None:
    for field in fields(limit):
        object.__setattr__(limit, field.name, getattr(other, field.name))


@pytest.fixture
def alice():
    return Client()


@pytest.fixture
def phone():
    """alice's second device."""
    return Client()


@pytest.fixture
def bob():
    return Client()


@pytest.fixture
def carol():
    return Client()


@pytest.fixture
def mallory():
    return Client()


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    """Return each game in turn; tests/nightly/analysis/conftest.py has the other rule sets."""
    return str(request.param)
