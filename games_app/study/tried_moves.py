"""Tried moves: the variations of a match as a tree, and those that a player keeps.

A tree is a list of moves, each with the place that it follows: the index of an earlier move of the list, or
-1 - ply for the first one after a ply of the match. Only the shared review checks them by the rules; a
player's own are tried again when they are shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from msgspec import Struct

from games_app.games.rules import IllegalAction, get_game
from games_app.lib.codec import converter
from games_app.lib.refusals import Refusal, Refused
from games_app.models import Match, Player, TriedMoves

MOST_MOVES = 600
"""Maximum number of moves in a tree, about 15 kB."""
MOST_MATCHES = 500
"""Maximum number of matches in which a player's tried moves are stored; the oldest beyond it are deleted."""


class TriedMove(Struct, array_like=True, frozen=True):
    """One tried decision of a tree."""

    before: int
    role: str
    action: str


Tree = tuple[TriedMove, ...]
Path = tuple[tuple[str, str], ...]
"""Decisions one after the other, each (role, action)."""


_tree = converter(Tree)


def tree_of(stored: object) -> Tree:
    """Return the tree that is stored as plain lists."""
    return _tree(stored)


def plain(tree: Sequence[TriedMove]) -> list[list[object]]:
    """Return a tree as it is stored."""
    return [[move.before, move.role, move.action] for move in tree]


def with_path(tree: Tree, ply: int, path: Path) -> Tree:
    """Return the tree with a path that leaves the match after ``ply``. Raises Refused if it is full."""
    places, before = _places(tree), -1 - ply
    for role, action in path:
        before = places.setdefault(TriedMove(before, role, action), len(places))
    if len(places) > MOST_MOVES:
        raise Refused(Refusal("too_many_moves", {"most": MOST_MOVES}))
    return tuple(places)


def merged(tree: Tree, other: Tree) -> Tree:
    """Return a tree with the moves of another one, as far as there is room."""
    places, found = _places(tree), list[int]()
    for move in other:
        before = found[move.before] if move.before >= 0 else move.before
        found.append(places.setdefault(TriedMove(before, move.role, move.action), len(places)))
    return tuple(places)[:MOST_MOVES]


def _places(tree: Tree) -> dict[TriedMove, int]:
    return {move: place for place, move in enumerate(tree)}


def tree_kept(match: Match, player: Player) -> Tree:
    """Return what the player has tried in the match."""
    row = TriedMoves.objects.filter(match=match, player=player).first()
    return tree_of(row.moves) if row else ()


def keep(match: Match, player: Player, tree: Tree, now: datetime) -> None:
    """Store what the player has tried in the match in the place of an earlier tree. Raises Refused."""
    _check(match, tree)
    own = TriedMoves.objects.filter(player=player)
    if not tree:
        own.filter(match=match).delete()
        return
    _, is_new = TriedMoves.objects.update_or_create(
        match=match, player=player, defaults={"moves": plain(tree), "at": now}
    )
    if is_new:
        oldest = own.order_by("-at", "-pk").values_list("pk", flat=True)[MOST_MATCHES:]
        TriedMoves.objects.filter(pk__in=list(oldest)).delete()


def _check(match: Match, tree: Tree) -> None:
    """Raise Refused for a tree that the match can't have."""
    if len(tree) > MOST_MOVES:
        raise Refused(Refusal("too_many_moves", {"most": MOST_MOVES}))
    game = get_game(match.game)
    for number, move in enumerate(tree):
        try:
            game.notation(move.action)
        except IllegalAction as error:
            raise Refused(Refusal.by_the_rules(error)) from error
        if not -1 - match.last_number <= move.before < number or move.role not in game.roles:
            raise Refused(Refusal("malformed", {"problem": f"move {number} follows nothing"}))


def listed(player_id: int) -> Iterator[str]:
    """Yield a line for each variation of a player, for their own files: match, ply and moves."""
    rows = TriedMoves.objects.filter(player=player_id).order_by("match")
    for row in rows.select_related("match").iterator():
        tree, game = tree_of(row.moves), get_game(row.match.game)
        ends = {*range(len(tree))} - {move.before for move in tree}
        for end in sorted(ends):
            way, place = list[str](), end
            while place >= 0:
                way.insert(0, game.notation(tree[place].action))
                place = tree[place].before
            yield f"{row.match.public_id} {-1 - place}: {' '.join(way)}\n"


def forget(player: Player) -> None:
    """Delete what the player has tried."""
    TriedMoves.objects.filter(player=player).delete()


def hand_over(guest: Player, player: Player) -> None:
    """Move what a guest has tried to the account's player; of one match, both trees become one."""
    own = {row.match_id: row for row in TriedMoves.objects.filter(player=player)}
    for row in TriedMoves.objects.filter(player=guest):
        if (kept := own.get(row.match_id)) is None:
            row.player = player
            row.save(update_fields=["player"])
        else:
            kept.moves = plain(merged(tree_of(kept.moves), tree_of(row.moves)))
            kept.save(update_fields=["moves"])
            row.delete()
