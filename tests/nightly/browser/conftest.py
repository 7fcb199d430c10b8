"""Fixtures of the nightly browser tests."""

from tests.browser.analysing import judged  # noqa: F401
from tests.browser.back import keeping_page  # noqa: F401
from tests.browser.chatting import table  # noqa: F401
from tests.browser.computer import quick  # noqa: F401
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
from tests.browser.installed import phone  # noqa: F401
from tests.browser.languages import aminah  # noqa: F401
