"""Keys of positions and of the moves from them.

A position is found as fairness finds it, by ``engine.analyse.images``: mirror images, and the same position
of the other side, have one key. The rule set and the lead of the role to move belong to it too. A move is
named by the position that it leads to, so moves that are mirror images of each other are one.

Keys are hashes. Of 63 bits, two of 20 million positions are the same with a chance of one in 50,000; of 32
bits, two of the 30 moves of a position with one in ten million.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b

from games_app.analysis.jobs.models import position_text
from games_app.games.engine.analyse import CannotAnalyse, lead, likeness, searchable
from games_app.games.rules import State, play, related


def played_from(state: State) -> State | None:
    """Return the position in the form that has a key; None between two drops, or while a choice is secret."""
    try:
        state = searchable(state)
    except CannotAnalyse:
        return None
    return state if len(state.to_move) == 1 and likeness(state) is not None else None


def position_key(state: State) -> int:
    """Return the key of a position of ``played_from``."""
    return _key(state.slug, state)


def related_keys(state: State) -> list[int]:
    """Return the keys that the same position has in the rule sets of its game, its own first."""
    others = (slug for slug in related(state.slug) if slug != state.slug)
    return [_key(slug, state) for slug in (state.slug, *others)]


def moves_from(state: State) -> Iterator[tuple[str, int]]:
    """Yield each action of a position of ``played_from`` with the key of its move."""
    (role,) = state.to_move
    for action in state.legal_actions(role):
        yield action, move_key(state, action)


def move_key(state: State, action: str) -> int:
    """Return the key of the move that an action is."""
    (role,) = state.to_move
    after = play(state, role, action).state
    like = likeness(after)
    reached = position_text(after.facts()) if like is None else str(like)
    return _hash(f"{reached} {lead(after, role)} {role in after.to_move}", 4)


def _key(slug: str, state: State) -> int:
    return _hash(f"{slug} {likeness(state)} {lead(state, state.to_move[0])}", 8) >> 1


def _hash(text: str, size: int) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=size).digest())


LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz"
LONGEST = 13
"""Characters of the largest key."""


def written(key: int) -> str:
    """Return a key as addresses have it: in base 36."""
    text = ""
    while key:
        key, letter = divmod(key, len(LETTERS))
        text = LETTERS[letter] + text
    return text or LETTERS[0]


def read(text: str) -> int | None:
    """Return the key of an address; None if it can't be one."""
    if not (0 < len(text) <= LONGEST and set(text) <= set(LETTERS)):
        return None
    key = int(text, len(LETTERS))
    return key if key < 2**63 else None
