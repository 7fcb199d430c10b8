"""Writer of matches in the portable notation of their game (``games_app/games/portable.py``).

Such a file has the moves, the result and the names, but neither times nor what was taken back.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping

from games_app.archive.notation.model import DRAWN, MatchFile
from games_app.games.catalogue import PORTABLE
from games_app.games.portable import Portable
from games_app.games.rules import get_game
from games_app.lib import clock
from games_app.match.start_moves import first_state

DRAW, UNFINISHED = "1/2-1/2", "*"
"""Results that all of these formats share."""
TERMINATIONS: Mapping[str, str] = {
    "": "unterminated",
    "time": "time forfeit",
    "absence": "abandoned",
    "aborted": "abandoned",
    "moderator": "adjudication",
}
"""Why a match ended, in the words of PGN, which PDN shares. All other endings are "normal"."""
LINE_LENGTH = 79


def portable_text(written: MatchFile) -> str:
    """Return the match in the portable notation of its game. Raises KeyError if the game has none."""
    portable = PORTABLE[written.game]
    result = portable.wins.get(written.result, DRAW if written.result == DRAWN else UNFINISHED)
    tags = [f'[{name} "{_escaped(value)}"]' for name, value in _tags(written, portable, result)]
    moves = " ".join([*_moves(written, portable), result])
    body = textwrap.fill(moves, LINE_LENGTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*tags, "", body, ""])


def _tags(written: MatchFile, portable: Portable, result: str) -> Iterator[tuple[str, str]]:
    yield "Event", "Rated match" if written.terms.rated else "Casual match"
    yield "Site", f"{written.site}/m/{written.match}"
    yield "Date", f"{clock.moment(written.began):%Y.%m.%d}"
    yield "Round", str(written.series.game) if written.series else "?"
    for role, name in portable.players.items():
        yield name, written.players[role]
    yield "Result", result
    yield from portable.tags.items()
    if given := written.terms.handicap:
        first = first_state(written.game, written.options, handicap=given)
        if given.head_start:
            yield from {"SetUp": "1", "FEN": portable.position(first)}.items()
    yield "Termination", TERMINATIONS.get(written.how, "normal")


def _moves(written: MatchFile, portable: Portable) -> Iterator[str]:
    """Yield the moves with their numbers, and comments where the match begins or a turn is half done."""
    game = get_game(written.game)
    before = list(map(game.action, written.terms.start.split()))
    after = state = first_state(written.game, written.options, handicap=written.terms.handicap)
    turns, actions = 0, list[str]()
    for number, action in enumerate([*before, *_line(written)], 1):
        role = state.to_move[0]
        state = state.apply(role, action)
        actions.append(action)
        if role not in state.to_move:
            if turns % 2 == 0:
                yield f"{turns // 2 + 1}."
            yield portable.written(after, actions)
            turns, actions, after = turns + 1, [], state
        if number == len(before):
            yield "{The match begins here}"
    if actions:
        yield f"{{{portable.written(after, actions)} was begun}}"


def _line(written: MatchFile) -> list[str]:
    """Return the actions that led to the last position, without those that were taken back."""
    line: list[tuple[int, str]] = []
    for entry in written.entries:
        if entry.to is not None:
            line = [(number, action) for number, action in line if number <= entry.to]
        line += [(ply.n, ply.action) for ply in entry.plies]
    return [action for _number, action in line]


def _escaped(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"")
