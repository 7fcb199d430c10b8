"""Pages as a browser without JavaScript gets them. alice and bob play, carol watches, mallory shouldn't."""

from __future__ import annotations

import pytest
from django.core.cache import caches
from django.test import Client
from django.utils import translation

from games_app.lib import rate_limit


@pytest.fixture(autouse=True)
def _plain_static_files(settings):
    """Pages name static files by their plain names: nothing was collected for these tests."""
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
    """What a test asks for in a language of its own does not decide that of the next."""
    yield
    translation.deactivate()


@pytest.fixture
def alice():
    return Client()


@pytest.fixture
def phone():
    """alice's other device."""
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
