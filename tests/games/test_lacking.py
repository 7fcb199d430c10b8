"""Optional parts of games: whoever runs the tests reads which ones a game lacks.

tests/nightly/docs/test_adding_a_game.py reads it about a game that has none.
"""

from __future__ import annotations

from tests.games.lacking import lacking, notes


def test_a_game_with_all_parts_is_not_named() -> None:
    assert lacking("mancala") == []
    assert not any(note.startswith("mancala ") for note in notes())
