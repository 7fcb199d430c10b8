"""Rate limits of routes, per client address; a route names its own in the decorators of ``views/http.py``.

A view may ask a finer limit besides, which stands in its module.
"""

from __future__ import annotations

from django.conf import settings

from games_app.lib.rate_limit import RateLimit
from games_app.live.socket_limits import SocketLimit

A_CLASS = settings.GUESTS_AT_ONCE
"""People at one address who may come together, and then each send the same form."""

PAGE_COST, DATA_COST = 3, 1
"""Tokens of REQUESTS for a page, and for what a script asks for: pages take longer and come less often."""
REQUESTS = SocketLimit(RateLimit("requests", PAGE_COST * max(300, 3 * A_CLASS), per_second=PAGE_COST * 30))
"""All requests but those for static files. Thirty pages a second take a quarter of a processor."""

FORMS = RateLimit("form", burst=A_CLASS, per_second=1)
"""Forms without a limit of their own."""
REFUSED_FORMS = RateLimit("refused-form", burst=A_CLASS, per_second=1)
"""Forms, of all kinds together, that were refused."""
NEW_MATCHES = RateLimit("new", burst=A_CLASS, per_second=1)
JOINS = RateLimit("join", burst=A_CLASS, per_second=1)
NAMES = RateLimit("name", burst=A_CLASS, per_second=1)
APPEALS = RateLimit("appeal", burst=10, per_second=1 / 60)
REPORTS = RateLimit("report", burst=20, per_second=1 / 60)
RETURNS = RateLimit("return", burst=10, per_second=1 / 60)
"""Return phrases that are tried."""
CHALLENGES = RateLimit("passkey", burst=20, per_second=1 / 20)
"""Challenges to log in by a passkey."""

TRIES = RateLimit("try-address", burst=400, per_second=80)
"""Actions tried on a position, enough for a classroom."""
PUZZLES = RateLimit("puzzle", burst=200, per_second=10)
"""Attempts at puzzles, enough for a classroom."""
NOTES = RateLimit("note-address", burst=300, per_second=3)
"""Notes: enough for a class, and a bound on clients that discard their cookies."""
REVIEWS = RateLimit("review", burst=60, per_second=0.2)
"""Requested reviews: enough for a class that looks at its matches together."""
LOOKS = RateLimit("position-looks", burst=400, per_second=40)
"""Looks whether a position is analysed, enough for a classroom."""
