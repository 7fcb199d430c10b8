"""All rate limits of requests and websockets. A route names its own in the decorators of ``door/http.py``.

The key is the client's address, unless a comment says otherwise. A person's own limits of chat messages are
in ``record.commands.chat``; that of commands that are not moves is in ``record.commands.command_quota``.
"""

from __future__ import annotations

from django.conf import settings

from games_app.lib.loop_limit import LoopLimit
from games_app.lib.rate_limit import RateLimit
from games_app.people.mail_addresses import RESET_LIFETIME

A_CLASS = settings.GUESTS_AT_ONCE
"""Number of people at one address who may come together and each send the same form."""

PAGE_COST, DATA_COST = 3, 1
"""Tokens of REQUESTS for a page, and for a script's request: pages take longer and come less often."""
REQUESTS = LoopLimit(RateLimit("requests", PAGE_COST * max(300, 3 * A_CLASS), per_second=PAGE_COST * 30))
"""All requests but those for static files. Thirty pages a second take a quarter of a processor."""

# Forms of all kinds
FORMS = RateLimit("form", burst=A_CLASS, per_second=1)
"""Forms without a limit of their own."""
REFUSED_FORMS = RateLimit("refused-form", burst=A_CLASS, per_second=1)
"""Refused forms of all kinds together."""

# People
GUESTS = RateLimit("guests", burst=A_CLASS, per_second=1)
"""New players: enough for a school class that arrives together."""
NEWCOMERS = RateLimit("newcomer", burst=1, per_second=1 / 5)
"""New players of a browser.

Two tabs that send their first form at once would become two people, and *Play now* pairs them. A few seconds
later both know the session that the first has begun.
"""
NAMES = RateLimit("name", burst=A_CLASS, per_second=1)
CHALLENGES = RateLimit("passkey", burst=A_CLASS, per_second=1)
"""Challenges to log in by a passkey. A challenge proves nothing; its answer counts below."""
FRIENDS = RateLimit("friend", burst=3 * A_CLASS, per_second=1 / 10)
"""Requests for friendship and answers: enough for a class whose pupils ask each other."""
PHRASES = RateLimit("phrase", burst=A_CLASS, per_second=1 / 10)
"""New return phrases, enough for a class that is about to change its browsers."""

# Guesses. A right one gives back the tokens that it took, so a class can come in from one address. It gives
# back no more, so right ones pay for no wrong ones. Tokens are taken before the check: otherwise, guesses at
# once would exceed the limit.
LOGINS = RateLimit("login", burst=20, per_second=1 / 20)
"""Wrong passwords and passkeys of strangers to the account."""
NEIGHBOUR_LOGINS = RateLimit("neighbour login", burst=20, per_second=1 / 20)
"""Wrong passwords for all accounts whose owners have logged in from this address, from other browsers.

Apart from LOGINS, so that strangers who guess elsewhere lock no neighbour out.
"""
GUESSES = RateLimit("password", burst=10, per_second=1 / 60)
"""Wrong passwords of an account by all strangers together, from any address."""
OWN_GUESSES = RateLimit("own password", burst=10, per_second=1 / 60)
"""Wrong passwords and passkeys in each budget of an account's own people."""
RETURNS = RateLimit("return", burst=20, per_second=1 / 20)
"""Wrong return phrases."""
CLUB_LINKS = RateLimit("club link", burst=20, per_second=1 / 20)
"""Wrong links to clubs."""
CARDS = RateLimit("card", burst=A_CLASS, per_second=1 / 10)
"""Wrong words of cards: a whole class types its cards at one address. Nobody guesses one: see ``lib.ids``."""

OWNER_KEYS = RateLimit("owner key", burst=10, per_second=1 / 60)
"""Wrong one-time addresses for owners, opened or sent."""

# Mails
MAILS = RateLimit("mail source", burst=A_CLASS, per_second=1 / 600)
"""Mails that one network address causes: enough for a class whose pupils each confirm an address."""
CONFIRMATION_MAILS = RateLimit("mail address", burst=3, per_second=1 / (8 * 3600))
"""Confirmations to one mail address requested by all strangers together."""
OWN_CONFIRMATION_MAILS = RateLimit("own mail address", burst=1, per_second=1 / (24 * 3600))
"""Further confirmations to one mail address from a network, with the password of an account.

Strangers elsewhere can't use this budget up, so they can't keep its owner from confirming it.
"""
RESET_MAILS = RateLimit("reset mail", burst=3, per_second=3 / RESET_LIFETIME.total_seconds())
"""Reset mails to one account: for all strangers together, and for each of its own budgets.

While it is used up, the latest mail was sent within a third of the time for which its link works.
"""

# Web push
PUSH_CHANGES = RateLimit("push", burst=A_CLASS, per_second=1 / 5)
"""Browsers that are subscribed or changed, enough for a classroom."""

WEBHOOKS = RateLimit("webhook", burst=A_CLASS, per_second=1 / 10)
WEBHOOK_TESTS = RateLimit("webhook test", burst=5, per_second=1 / 60)
"""Test messages to addresses that players give."""

# Moderation
REPORTS = RateLimit("report", burst=20, per_second=1 / 60)
APPEALS = RateLimit("appeal", burst=10, per_second=1 / 60)

# The host's page
HOST_FORMS = RateLimit("host form", burst=60, per_second=1 / 5)
"""Changes of the site's settings, people and roles, and its backups."""

# Matches
NEW_MATCHES = RateLimit("new", burst=A_CLASS, per_second=1)
JOINS = RateLimit("join", burst=A_CLASS, per_second=1)
STRANGERS_INVITED = RateLimit("stranger", burst=30, per_second=1 / 600)
"""Invitations to people with whom the maker has not played."""
START_POSITIONS = RateLimit("places", burst=60, per_second=1)
"""Positions that are set up: each is compared with all running matches."""

# Analysis
TRIES = RateLimit("try-address", burst=400, per_second=80)
"""Actions tried on a position, enough for a classroom."""
TRIES_OF_BROWSER = RateLimit("try", burst=40, per_second=8)
"""The same of one browser.

The address's limit comes first: otherwise, a client with a new cookie for each request would create a bucket
each time.
"""
TIPS = RateLimit("tip", burst=200, per_second=5)
"""Tips in matches, enough for a classroom. A page asks until the engine has one."""
PUZZLES = RateLimit("puzzle", burst=200, per_second=10)
"""Attempts at puzzles, enough for a classroom."""
RUSHES = RateLimit("rush", burst=A_CLASS, per_second=1)
"""Rushes of puzzles. Each compares forty puzzles with the live matches; a class begins together."""
SOWINGS = RateLimit("sowing", burst=3 * A_CLASS, per_second=3)
"""Series of the sowing trainer. A new one takes up to 30 ms; a class begins together."""
NOTES = RateLimit("note-address", burst=300, per_second=3)
"""Notes: enough for a class, and a bound on clients that discard their cookies."""
NOTES_OF_PLAYER = RateLimit("note", burst=60, per_second=1)
"""Notes of one player. A page sends a note after a pause in typing."""
TRIED_MOVES = RateLimit("tried moves", burst=60, per_second=1)
"""Changes of a player's variations, which their page sends after a pause. The key is the player."""
SHARED_REVIEWS = RateLimit("shared review", burst=60, per_second=5)
"""Steps, drawings and other acts in shared reviews. The key is the player."""
REVIEWS = RateLimit("review", burst=60, per_second=0.2)
"""Requested reviews: enough for a class that reviews its matches together.

The first one that a player wants of a match of their own doesn't count.
"""
POSITION_POLLS = RateLimit("position-looks", burst=400, per_second=40)
"""Questions whether a position or a match is analysed, enough for a classroom."""
POSITIONS = RateLimit("position", burst=60, per_second=0.2)
"""Positions that nobody has requested yet: each can take a worker ten seconds."""
EXPLORER = RateLimit("explorer", burst=400, per_second=40)
"""Questions to the explorer: a page asks at each step, and a class steps together."""

# Clubs
ANSWERS = RateLimit("club answer", burst=20, per_second=1)
"""Answers to a club's question and steps of it. The key is the player, so that a class at one address shares
none of it; strangers share that of their address.
"""
ANSWERS_IN_CLUB = RateLimit("answers in club", burst=400, per_second=40)
"""The same of all members of a club together: a club of many guests is no way around the limit above."""

# API
API_SEARCHES = RateLimit("api search", burst=100, per_second=10)
"""Searches by programs: a page of the history costs an address three requests, one of these only one."""
API_TOKENS = RateLimit("api token", burst=300, per_second=10)
"""Requests with a token; the key is the account, whichever of its tokens."""
API_COMMANDS = RateLimit("api command", burst=400, per_second=100)
"""Actions, offers and answers in matches by programs: enough for a class that tries its bots."""

API_CHAT = RateLimit("api chat", burst=60, per_second=4)
"""Chat messages by programs, as many as by sockets."""

# Files and pictures
EXPORTS = RateLimit("export", burst=30, per_second=1)
VERIFICATIONS = RateLimit("verify", burst=6, per_second=1 / 10)
"""Verifications: replaying a long match takes seconds."""
DOWNLOADS = RateLimit("download", burst=5, per_second=1 / 30)
OPEN_DATA = RateLimit("open data", burst=60, per_second=1 / 10)
"""Files of open data: a program fetches all files of a year at once, and comes back a month later."""
IMPORTS = RateLimit("import", burst=6, per_second=1 / 20)
"""Imports: each match is replayed, which can take seconds."""
PICTURES = RateLimit("painting", burst=40_000, per_second=100)
"""Rendering, in milliseconds of processor time: a burst of 40 s, then a tenth of a processor. A rendered
picture is cached for an hour.
"""

# Websockets
SOCKET_MESSAGES = RateLimit("socket", burst=40, per_second=10.0)
"""Messages of one socket; and its control frames, counted apart."""
UNSEATED_MESSAGES = LoopLimit(RateLimit("messages", burst=400, per_second=40))
"""Messages of one address from sockets without a seat. An honest one sends one every 15 seconds."""
SEATED_MESSAGES = LoopLimit(RateLimit("messages-seated", burst=4000, per_second=1000))
"""Messages of one address from players: enough for a whole school that plays fast."""
PLAYER_MESSAGES = LoopLimit(RateLimit("messages-person", burst=120, per_second=30))
"""Messages of one player, over all tabs."""
CHAT_MESSAGES = LoopLimit(RateLimit("chat", burst=60, per_second=4))
"""Chat messages of one address."""
SOCKETS_OPENED = LoopLimit(RateLimit("sockets", burst=500, per_second=10))
"""Sockets that one address opens. After a restart all pages of a school reconnect at once."""
REFUSED_MESSAGES = LoopLimit(RateLimit("messages-refused", burst=600, per_second=20))
"""Refusals ``too_fast`` to one address. With more, the connection is closed."""
CONTROL_FRAMES = LoopLimit(RateLimit("control-frames", burst=400, per_second=100))
"""Control frames of one address. Browsers send none, programs one per 20 s."""
