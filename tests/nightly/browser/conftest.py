"""Fixtures of the nightly browser tests."""

from tests.browser.fixtures import (  # noqa: F401
    _forget_other_sites,
    alice,
    bob,
    browser,
    carol,
    contexts,
    motion,
    own_url,
    player,
    playwright,
    server_url,
    site,
    visitor,
    worker,
)
