"""`manage.py protocol`: update the schema, static/protocol.js, the client library and parts of docs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import get_args

from django.conf import settings
from django.core.management.base import BaseCommand
from django.template.loader import render_to_string

from games_app.api import openapi
from games_app.api.door import Endpoint, calls_of
from games_app.door import limits as routes
from games_app.door import middleware
from games_app.games.catalogue import EVEN, SHEETS
from games_app.games.refusals import SHARED, own_sentences
from games_app.games.rules import GAMES, RULE_SETS
from games_app.lib import chat_text, names, refusals
from games_app.lib.loop_limit import LoopLimit
from games_app.lib.names import LEVEL_WORDS
from games_app.lib.rate_limit import RateLimit
from games_app.lib.refusals import Refusal
from games_app.lists import event_log
from games_app.live import audience, consumers, joining, me, protocol, room
from games_app.management import web_server
from games_app.match import wire
from games_app.models import Note
from games_app.record.commands import command_quota, matches
from games_app.record.commands.all_commands import COMMANDS
from games_app.server import limits
from tools import client_library
from tools.facts_text import facts_text
from tools.generated import filled, table
from tools.protocol_schema import schema

DOCS = settings.BASE_DIR / "docs"
PAGE, SCHEMA, CLIENT = DOCS / "protocol.md", DOCS / "protocol.schema.json", DOCS / "example_client.py"
API_PAGE, FACTS_PAGE = DOCS / "api.md", DOCS / "facts.md"
MODULE = settings.BASE_DIR / "static" / "protocol.js"

LATER = "HTTP 429 with `Retry-After`"
FORMS = {
    "new players of one address (sites can change this)": routes.GUESTS,
    "new matches of one address": routes.NEW_MATCHES,
    "seats taken by invitation from one address": routes.JOINS,
    "names chosen at one address": routes.NAMES,
    "other forms of one address": routes.FORMS,
    "refused forms of one address, of all kinds": routes.REFUSED_FORMS,
    "chat messages by the API from one address": routes.API_CHAT,
    "`POST /try` with one CSRF cookie": routes.TRIES_OF_BROWSER,
    "`POST /try` from one address": routes.TRIES,
}


class Command(BaseCommand):
    help = (
        "Write docs/protocol.schema.json, static/protocol.js, the generated parts of docs/protocol.md, "
        "docs/facts.md and docs/api.md, and the generated modules of the client library in clients/python."
    )
    requires_system_checks = []

    def handle(self, **_: object) -> None:
        SCHEMA.write_text(schema_text(), encoding="utf-8")
        PAGE.write_text(page_text(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
        API_PAGE.write_text(api_text(API_PAGE.read_text(encoding="utf-8")), encoding="utf-8")
        FACTS_PAGE.write_text(facts_page_text(FACTS_PAGE.read_text(encoding="utf-8")), encoding="utf-8")
        MODULE.write_text(module_text(), encoding="utf-8")
        for path, text in client_library.modules().items():
            path.write_text(text, encoding="utf-8")


def schema_text() -> str:
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


def module_text() -> str:
    """Return a JavaScript module with the constants that the site's own pages share with the server."""
    lines = [
        _constant("PROTOCOL", wire.PROTOCOL),
        _constant("NO_SUCH_MATCH", joining.NO_SUCH_MATCH, "Close codes of the socket."),
        _constant("CLOSED", room.MATCH_CLOSED, "Only the players may see this match now."),
        _constant("SESSION_ENDED", room.SESSION_ENDED, "The session of this page has ended."),
        _constant("BEAT", round(1000 * audience.BEAT_SECONDS), "Milliseconds between two beats."),
        _constant(
            "UNSEEN_LIMIT", room.UNSEEN_LIMIT, "Bytes sent to a page that does not say what it has seen."
        ),
        _constant("PAGE", event_log.PAGE, "Events in a page of the record."),
        _constant("LONGEST_NOTE", Note.LONGEST, "Characters of a note."),
        _constant("LONGEST_CHAT", chat_text.MESSAGE_MAX_LENGTH, "Characters of a chat message."),
        _constant(
            "LEVEL_NAMES",
            _level_names(),
            "English name of each level of the computer. @type {Record<string, string>}",
        ),
    ]
    head = (
        "/** Constants shared with the server. Written by `python3 manage.py protocol`; a test checks it. */"
    )
    return "\n".join([head, "", *lines, ""])


def _level_names() -> str:
    return json.dumps({level: words.name for level, words in LEVEL_WORDS.items()}, indent=2)


def _constant(name: str, value: int | str, comment: str = "") -> str:
    return (f"/** {comment} */\n" if comment else "") + f"export const {name} = {value};"


def page_text(page: str) -> str:
    """Return the page with its generated parts updated."""
    parts = {
        "games": _games,
        "commands": _commands,
        "limits": _limits,
        "refusals": lambda: _refusals(refusals.SENTENCES),
        "rules": lambda: _refusals(_rules_sentences()),
        "client": _client,
    }
    return filled(page, parts)


def api_text(page: str) -> str:
    """Return the page about the HTTP API with its first program and its table of calls updated."""
    return filled(page, {"quick_start": _quick_start, "calls": _calls})


def facts_page_text(page: str) -> str:
    """Return the page about facts and actions with the sections of the games updated."""
    return filled(page, {"facts": facts_text})


def _quick_start() -> str:
    """Return the program that the site shows on its own page about the API."""
    names = {"site_address": "https://play.example", "token": "bg_..."}
    return f"```python\n{render_to_string('api/quick_start.txt', names)}```\n"


def _shown(path: str) -> str:
    """Return the path of a call below the API's root, which itself is a dot."""
    return re.sub("<.*?>", "ID", re.sub("<game:.*?>", "GAME", path)) or "."


def _calls() -> str:
    rows = (
        (
            f"`{method} {_shown(path)}`",
            _need(call.told),
            call.told.summary,
            _keys(call.told),
        )
        for path, view in openapi.PATHS.items()
        for method, call in calls_of(view).items()
    )
    return table(("call", "scope", "what it does, or its answer", "keys of the query or body"), rows)


def _need(told: Endpoint) -> str:
    scope = f"`{told.scope}`" if told.scope else "any"
    return scope if told.needs_token else f"{scope}, or no token"


def _keys(told: Endpoint) -> str:
    return _coded(told.body.__struct_fields__ if told.body else told.query)


def _games() -> str:
    """Return a table of the games and the options that the form of a new match takes."""
    rows = (
        (f"`{slug}`", _coded(game.roles), _options(slug), "yes" if slug in EVEN else "no")
        for slug, game in RULE_SETS.items()
    )
    return table(("game", "roles, the first to move first", "options", "even openings"), rows)


def _options(slug: str) -> str:
    choices = SHEETS[slug].choices
    return "; ".join(f"`{name}`: {_coded(choice.values)}" for name, choice in choices.items())


def _coded(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _commands() -> str:
    """Return a table of the commands sent over sockets; others come from forms or the server itself."""
    kinds = [str(message.__struct_config__.tag) for message in get_args(protocol.ClientMessage)]
    declared = {kind: COMMANDS[kind] for kind in kinds if kind in COMMANDS}
    rows = ((f"`{kind}`", one.by.value, _listed(one.during)) for kind, one in declared.items())
    return table(("command", "who may send it", "status of the match"), rows)


def _limits() -> str:
    invitation = matches.INVITATION_LASTS.total_seconds() / 3600
    rows = [
        ("bytes of one message you send", protocol.LARGEST_MESSAGE, "`too_large`"),
        (
            "bytes of one message that the server still reads",
            web_server.LARGEST_MESSAGE,
            "the connection is cut",
        ),
        ("messages of one socket", _pace(routes.SOCKET_MESSAGES), "`too_fast`"),
        ("messages of one player in a match, over all sockets", _limit(routes.PLAYER_MESSAGES), "`too_fast`"),
        ("messages of all players at one address", _limit(routes.SEATED_MESSAGES), "`too_fast`"),
        (
            "messages of everybody without a seat at one address",
            _limit(routes.UNSEATED_MESSAGES),
            "`too_fast`",
        ),
        (
            "refusals `too_fast` to one address",
            _limit(routes.REFUSED_MESSAGES),
            f"close {joining.TOO_MANY}",
        ),
        (
            "sockets that one address opens",
            _limit(routes.SOCKETS_OPENED),
            f"`too_fast` after at most {consumers.HELD_SECONDS:g} s, then close {joining.TOO_MANY}",
        ),
        ("chat messages of one address", _limit(routes.CHAT_MESSAGES), "`chat_too_fast`"),
        ("bytes sent to you since your last `seen` or `sync`", room.UNSEEN_LIMIT, f"close {room.TOO_SLOW}"),
        (
            "pings, unsolicited pongs and unfinished parts of messages of one socket",
            _pace(routes.SOCKET_MESSAGES),
            "the connection is cut",
        ),
        (
            "the same of one address",
            _limit(routes.CONTROL_FRAMES),
            "the connection is cut",
        ),
        ("bytes of one request's body", limits.LARGEST_BODY, "HTTP 413"),
        (
            "open sockets of one address, in each server process",
            joining.SOCKETS_PER_ADDRESS,
            f"`too_many_pages`, then close {joining.TOO_MANY}",
        ),
        ("streams of one player, in each server process", me.MOST_OF_PLAYER, "`too_many_streams`"),
        (
            f"requests of one address: a page takes {routes.PAGE_COST}, JSON takes {routes.DATA_COST}",
            _limit(routes.REQUESTS),
            f"the answer waits for up to {middleware.HELD_SECONDS:g} s, then {LATER}",
        ),
        *((what, _pace(limit), LATER) for what, limit in FORMS.items()),
        ("matches of one player that wait for a friend", matches.MOST_WAITING, "HTTP 409"),
        (
            "other commands than moves of one role in a match (offers, gifts of time, reopened choices)",
            f"{command_quota.QUOTA.burst} at once, then one in {command_quota.QUOTA.interval:g} s",
            "`too_many_asides`",
        ),
        ("events in a snapshot", event_log.PAGE, "none are sent"),
        ("events in the answer to `sync`", consumers.CATCH_UP, "ask again"),
        ("events in a page of the record", event_log.PAGE, "ask for the next page"),
        ("letters of a name", f"{names.SHORTEST} to {names.LONGEST}", "HTTP 422"),
        ("seconds between two beats", f"{audience.BEAT_SECONDS:g}", ""),
        (
            "hours that an invitation lasts",
            f"{invitation:g}",
            "HTTP 410",
        ),
    ]
    return table(("what", "limit", "beyond it"), rows)


def _rules_sentences() -> dict[str, str]:
    """Refusals of every game, then each game's own in the order of the catalogue."""
    return {**SHARED, **{code: text for slug in GAMES for code, text in own_sentences(slug).items()}}


def _refusals(sentences: Mapping[str, str]) -> str:
    """Return a table of codes and sentences; {name} in a sentence is the argument of this name."""
    plain = {key: re.sub(r"{(\w+):[^}]*}", r"{\1}", text) for key, text in sentences.items()}
    return table(("code", "message"), ((f"`{Refusal(key).code}`", text) for key, text in plain.items()))


def _client() -> str:
    return f"```python\n{CLIENT.read_text(encoding='utf-8')}```\n"


def _rate(burst: int, per_second: float) -> str:
    return f"{burst} at once, then {per_second:g} a second"


def _limit(limit: LoopLimit) -> str:
    return _pace(limit.limit)


def _pace(limit: RateLimit) -> str:
    return _rate(limit.burst, limit.per_second)


def _listed(words: Iterable[str]) -> str:
    return ", ".join(sorted(words))
