"""R15: guesses are counted over all processes, strangers' apart from the owner's."""

from __future__ import annotations

import copy
import time

from games_app.door.limits import GUESSES
from tests.faults.visitor import Visitor, new_address
from tests.site import Site, on_the_big_site

pytestmark = on_the_big_site

PASSWORD = "correct horse battery"
MOST_TRIED = 60
"""Number of guesses after which somebody should have been refused."""


def log_in(site: Site, number: int, name: str, password: str) -> int:
    """Return the status that a stranger gets, at a separate address and from each process in turn."""
    process = site.servers[number % len(site.servers)]
    return Visitor(process.url).send("/login", name=name, password=password)[0]


def guesses(site: Site, name: str) -> list[int]:
    """Guess until a guess is refused; return the answers."""
    answers = []
    while len(answers) < MOST_TRIED and 429 not in answers:
        answers.append(log_in(site, len(answers), name, "a wrong guess"))
    return answers


def test_strangers_guess_at_one_pace_over_all_processes_and_lock_no_owner_out(site):
    name = f"owner {site.kind}"
    alice = Visitor(site.first.url)
    assert alice.send("/account", name=name, password=PASSWORD)[0] == 302
    alice.send("/logout")
    began = time.monotonic()
    answers = guesses(site, name)
    most = GUESSES.burst + GUESSES.per_second * (time.monotonic() - began)
    assert answers[-1] == 429
    assert set(answers[:-1]) == {422}
    assert GUESSES.burst <= len(answers) - 1 <= most + 1
    elsewhere = copy.copy(alice)
    elsewhere.url, elsewhere.address = site.last.url, new_address()
    assert elsewhere.send("/login", name=name, password=PASSWORD)[0] == 302
