"""The fixtures of the page tests, for those that run each night."""

from tests.pages.conftest import (  # noqa: F401
    _fast_passwords,
    _fresh_cache,
    _own_language,
    _plain_static_files,
    alice,
    bob,
    carol,
    mallory,
    narrow,
    phone,
)
