"""The open pages of tournaments in this process: they get the parts that have changed.

A part is a block of the page's templates. It is rendered once for all readers of a language, and sent to
those who lack it. Only what a person can do is rendered for them alone, and at most 65 people have that.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qs

from django.template.loader import render_to_string
from django.utils.translation import override
from msgspec import Struct

from games_app.lib import clock
from games_app.lib.clock import ms
from games_app.live import protocol
from games_app.live.audience import Audience, push
from games_app.live.consumers import PageConsumer
from games_app.live.db_threads import read_for_visitor, work
from games_app.live.joining import NO_SUCH_MATCH
from games_app.live.room import MATCH_CLOSED, Connection
from games_app.live.wall import walls
from games_app.match import wire
from games_app.models import Match, Tournament
from games_app.tournaments.own import own_context
from games_app.tournaments.progress import advance_due
from games_app.tournaments.record import Record, may_see
from games_app.tournaments.running import SHOWN, RunningGames, running_games
from games_app.tournaments.table import Table
from games_app.tournaments.table_parts import Cell, Row
from games_app.tournaments.trees import Tree, changed_children, tree_of

REFRESH_LIMIT = 100_000
"""Maximum characters by which a page that is behind is brought up to date; for more it is loaded again."""


class TournamentParts(Struct, tag_field="kind", tag="tournament", frozen=True):
    """Parts of a tournament's page: those that a newcomer lacks, then those that have changed."""

    protocol: int
    version: int
    order: dict[str, list[str]]
    """List of the page -> the keys of its blocks, in their order."""
    blocks: dict[str, Tree]
    """Changed blocks by key; "row-3/4" is the fifth element of the block "row-3"."""
    reload: bool = False
    """True if the page shall be loaded again, since too much has changed."""


class TournamentBeat(Struct, tag_field="kind", tag="beat", frozen=True):
    """Sent every 3 seconds."""

    seq: int
    now: int


@dataclass(slots=True)
class Shown:
    """A tournament as readers of one language see it."""

    version: int = -1
    order: dict[str, list[str]] = field(default_factory=dict)
    blocks: dict[str, Tree] = field(default_factory=dict)
    rows: dict[str, Row] = field(default_factory=dict)
    """Line of the standings by its key."""
    cells: dict[Cell, Tree] = field(default_factory=dict)
    """The cells of these lines."""
    members: frozenset[int] | None = None
    """The players who may see it; None if everybody may."""
    people: frozenset[int] = frozenset()
    """The players who have blocks of their own."""

    def is_open_to(self, page: Connection) -> bool:
        return self.members is None or (page.known and int(page.viewer) in self.members)


@dataclass(frozen=True, slots=True)
class Own:
    """The blocks that one person has alone."""

    shown: object = None
    """The values that they show. Blocks of equal ones look the same."""
    blocks: dict[str, Tree] = field(default_factory=dict)


Page = tuple[str, str]
"""A tournament's public id, and a language."""


class TournamentPages(Audience):
    """The open pages of all tournaments."""

    def __init__(self) -> None:
        super().__init__("Tournaments can't be read")
        self._pages: dict[str, set[Connection]] = {}
        self._shown: dict[Page, Shown] = {}
        self._own: dict[Connection, Own] = {}
        self._newcomers: dict[str, dict[Connection, int]] = {}
        """Tournament -> pages that have come and got nothing yet, each with the version that it has."""
        self._changing = asyncio.Lock()

    def reset(self) -> None:
        self._pages.clear()
        self._newcomers.clear()
        self._shown.clear()
        self._own.clear()
        self._changing = asyncio.Lock()

    async def enter(self, page: Connection, version: int = -1) -> None:
        """Send a page the parts that it lacks, and then their changes; ``version`` is the one that it has.

        Pages that come while others get theirs are served together.
        """
        self.start()
        self._newcomers.setdefault(page.match, {})[page] = version
        async with self._changing:
            newcomers = self._newcomers.pop(page.match, {})
            if not newcomers:
                return
            if page.match not in self._pages:
                self._forget(page.match)
            self._pages.setdefault(page.match, set()).update(newcomers)
            try:
                await self._update(page.match, newcomers)
            except Exception:
                del newcomers[page]
                self._newcomers.setdefault(page.match, {}).update(newcomers)  # the next of them tries again
                raise

    async def leave(self, page: Connection) -> None:
        self._own.pop(page, None)
        self._newcomers.get(page.match, {}).pop(page, None)
        pages = self._pages.get(page.match, set())
        pages.discard(page)
        if not pages:
            self._pages.pop(page.match, None)
            self._forget(page.match)

    def _forget(self, public_id: str) -> None:
        for page in [page for page in self._shown if page[0] == public_id]:
            del self._shown[page]

    async def beat_once(self) -> None:
        """Do what is due in the tournaments that are looked at, and send what has changed in them."""
        if not self._pages:
            return
        await work(advance_due, list(self._pages))
        versions = await read_for_visitor(_versions, list(self._pages))
        async with self._changing:
            for public_id in list(self._pages):
                shown = [each for page, each in self._shown.items() if page[0] == public_id]
                if any(each.version != versions.get(public_id) for each in shown):
                    await self._update(public_id, {})
        await push(
            [page for pages in self._pages.values() for page in pages],
            protocol.encode(TournamentBeat(0, ms(clock.now()))),
        )

    async def _update(self, public_id: str, newcomers: dict[Connection, int]) -> None:
        """Send what has changed; ``newcomers``: pages that have just come, each with its version."""
        pages = self._pages.get(public_id, set())
        for language in {page.language for page in pages}:
            readers = {page for page in pages if page.language == language}
            before = self._shown.get((public_id, language), Shown())
            viewers = {page: int(page.viewer) for page in readers if page.known}
            news = {page: viewers[page] for page in newcomers if page in viewers}
            had = {page: self._own.get(page, Own()) for page in viewers}
            table, own = await read_for_visitor(_rendered, public_id, language, viewers, news, before, had)
            self._shown[public_id, language] = table
            for page in [page for page in readers if not table.is_open_to(page)]:
                # Somebody whom the maker has just taken out of a private tournament.
                await page.dismiss(MATCH_CLOSED)
                readers.discard(page)
                own.pop(page, None)
                await self.leave(page)
            changed = _changes(before.blocks, table.blocks)
            if changed or table.order != before.order or table.version != before.version:
                await push(readers - newcomers.keys(), _encoded(table, changed))
            missing = {version: _missing(table, version) for version in set(newcomers.values())}
            for page, version in newcomers.items():
                if page in readers:
                    await page.push(missing[version])
            for page, now in own.items():
                blocks, self._own[page] = had[page].blocks, now
                if changed := {key: tree for key, tree in now.blocks.items() if blocks.get(key) != tree}:
                    await page.push(_encoded(table, changed))


def _encoded(table: Shown, blocks: dict[str, Tree]) -> str:
    return protocol.encode(TournamentParts(wire.PROTOCOL, table.version, table.order, blocks))


def _changes(before: dict[str, Tree], after: dict[str, Tree]) -> dict[str, Tree]:
    """Return what has changed. One result changes a few cells of most lines of a large table."""
    changes: dict[str, Tree] = {}
    for key, tree in after.items():
        children = changed_children(before[key], tree) if key in before else None
        if children is None:
            changes[key] = tree
        else:
            changes |= {f"{key}/{place}": child for place, child in children.items()}
    return changes


def _missing(table: Shown, version: int) -> str:
    """Return what a page with this version lacks."""
    if version == table.version:
        return _encoded(table, {})
    text = _encoded(table, table.blocks)
    if len(text) > REFRESH_LIMIT:
        return protocol.encode(TournamentParts(wire.PROTOCOL, table.version, {}, {}, reload=True))
    return text


def _versions(public_ids: Iterable[str]) -> dict[str, int]:
    rows = Tournament.objects.filter(public_id__in=list(public_ids))
    return dict(rows.values_list("public_id", "version"))


def _rendered(
    public_id: str,
    language: str,
    viewers: dict[Connection, int],
    news: dict[Connection, int],
    before: Shown,
    had: dict[Connection, Own],
) -> tuple[Shown, dict[Connection, Own]]:
    """Return the tournament in a language, and the blocks that each of these viewers has alone.

    If nothing has changed since ``before``, only those of ``news``. Lines, cells and blocks that are as
    before are not rendered again: in a large table one takes milliseconds.
    """
    tournament = Tournament.objects.select_related("maker").get(public_id=public_id)
    is_same = tournament.version == before.version
    if is_same and before.people.isdisjoint(news.values()):
        return before, {}
    table = Table(Record(tournament), clock.now())
    with override(language):
        shown = before if is_same else _shown(table, before)
        people = (news if is_same else viewers).items()
        own = {
            page: _own_blocks(table, player_id, had[page])
            for page, player_id in people
            if player_id in shown.people
        }
    return shown, own


def _shown(table: Table, before: Shown) -> Shown:
    blocks = {name: _block(name, {"table": table}) for name in ("status", "head")}
    rows = {row.key: row for row in table.rows}
    cells = {
        cell: before.cells.get(cell) or _block("cell", {"cell": cell})
        for row in table.rows
        for cell in row.cells
    }
    for key, row in rows.items():
        same = before.rows.get(key) == row
        blocks[key] = before.blocks[key] if same else _line(row, table, cells)
    blocks |= {line.key: _block("game", {"line": line}) for line in table.games}
    order = {"rows": [row.key for row in table.rows], "games": [line.key for line in table.games]}
    people = {table.tournament.maker_id, *(e.player_id for e in table.record.entries if e.player_id)}
    return Shown(table.tournament.version, order, blocks, rows, cells, _members(table), frozenset(people))


def _line(row: Row, table: Table, cells: dict[Cell, Tree]) -> Tree:
    """Return a line of the standings. Of its many cells, a result changes one or none."""
    line = _block("row", {"row": replace(row, cells=[]), "table": table})
    place = next(
        place for place, part in enumerate(line) if isinstance(part, list) and part[1] == {"class": "points"}
    )
    return [*line[: place + 1], *(cells[cell] for cell in row.cells), *line[place + 1 :]]


def _members(table: Table) -> frozenset[int] | None:
    if table.tournament.visibility != Match.Visibility.SEATS:
        return None
    people = {entry.player_id for entry in table.record.entries if entry.player_id}
    allowed = {*people, table.tournament.maker_id}
    return frozenset(player_id for player_id in allowed if may_see(table.record, player_id))


def _own_blocks(table: Table, player_id: int, before: Own) -> Own:
    """Return the blocks of one person. Watchers have none, however many there are."""
    context = own_context(table, player_id)
    entry, checks = context["entry"], context["checks"]
    shown = (
        table.tournament.status,
        entry and entry.paused,
        context["own_games"],
        context["report"],
        checks and table.games_to_check,
        [each.name for each in table.record.entries],
    )
    if shown == before.shown:
        return before
    return Own(shown, {name: _block(name, context) for name in ("own", *(["check"] if checks else []))})


def _block(name: str, context: dict[str, Any]) -> Tree:
    return tree_of(render_to_string(f"tournaments/{name}.html", context))


tournament_pages = TournamentPages()


def _visible(public_id: str, player_id: int | None) -> Tournament | None:
    """Return the tournament, if there is one and this person may see it."""
    tournament = Tournament.objects.filter(public_id=public_id).first()
    return tournament if tournament and may_see(Record(tournament), player_id) else None


VERSION = re.compile("[0-9]{1,9}", re.ASCII)


class TournamentConsumer(PageConsumer):
    """Consumer of one page of a tournament. It only listens: people act by forms."""

    games: RunningGames | None = None

    async def _join(self) -> None:
        public_id = self.scope["url_route"]["kwargs"]["tournament"]
        connection = await self._listen()
        if connection is None:
            return
        tournament = await read_for_visitor(_visible, public_id, self.player_id)
        if tournament is None:
            self.connection = None
            await self._close(NO_SUCH_MATCH)
            return
        connection.match = public_id
        query = parse_qs(self.scope["query_string"].decode("latin-1"))
        version = query.get("version", [""])[0]
        await tournament_pages.enter(connection, int(version) if VERSION.fullmatch(version) else -1)
        self.games = running_games(tournament)
        if self.games:
            await walls.enter(connection, self.games, "", shown=SHOWN)

    async def _catch_up(self, connection: Connection, after: int) -> None:
        await tournament_pages.enter(connection, after)
        if self.games:
            await walls.tell_all(connection, self.games)

    async def _leave(self, connection: Connection) -> None:
        await tournament_pages.leave(connection)
        if self.games:
            await walls.leave(connection, self.games)
