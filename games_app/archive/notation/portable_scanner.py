"""Scanner of portable notations: the tags, moves and result of a file, without comments and variations."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from games_app.archive.notation.headers import BadNotation
from games_app.archive.notation.pasted import text_lines

TOKEN = re.compile(
    r"""(?P<blanks>\s+)
    | (?P<tag>\[\s*(?P<name>[A-Za-z]\w*)\s*"(?P<value>(?:[^"\\\n]|\\.)*+)"\s*\])
    | (?P<comment>\{[^}]*+\}|;.*|^%.*)
    | (?P<mark>\$\d+|\([!?]+\)|[!?]+|(?<=\w)\*)
    | (?P<opens>\()
    | (?P<closes>\))
    | (?P<result>(?:[012]-[012]|1/2-1/2|\*)(?=[\s\[{;]|\Z))
    | (?P<number>\d+\s?\.+|\.{2,})
    | (?P<move>[^\s{}()\[\];$!?*."]+)""",
    re.VERBOSE | re.MULTILINE,
)
SHOWN = 30
"""Characters of what can't be read that a refusal shows."""
MOST_MOVES = 20_000
"""Maximum number of moves in a file, as many as a match here can have."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a file and its line, from 1."""

    text: str
    line: int


@dataclass(slots=True)
class Scanned:
    """The only game of a file."""

    tags: dict[str, Word] = field(default_factory=dict)
    """The value of each tag. Of a tag that appears twice, the first one."""
    moves: list[Word] = field(default_factory=list)
    result: Word | None = None
    """The result after the moves."""


def scanned(text: str) -> Scanned:
    """Return the game of a file. Raises BadNotation, also for a file with several games."""
    plain = "\n".join(text_lines(text))
    game, depth, line, place = Scanned(), 0, 1, 0
    while place < len(plain):
        token = TOKEN.match(plain, place)
        if token:
            depth += (token.lastgroup == "opens") - (token.lastgroup == "closes")
        if token is None or depth < 0:
            rest = plain[place : place + SHOWN].partition("\n")[0]
            allowed = _("tags, moves, comments in braces, a result")
            raise BadNotation(line, _("{rest!r} can't be read.").format(rest=rest), allowed)
        if depth == 0:
            _take(game, token, line)
        line += token[0].count("\n")
        place = token.end()
    if depth:
        raise BadNotation(line, _("A variation is not closed."), ")")
    return game


def _take(game: Scanned, token: re.Match[str], line: int) -> None:
    match token.lastgroup:
        case "tag" if game.moves or game.result:
            raise _second_game(line)
        case "tag":
            game.tags.setdefault(token["name"], Word(re.sub(r"\\(.)", r"\1", token["value"]), line))
        case "result" if game.result is None:
            game.result = Word(token[0], line)
        case "result" if token[0] != "*":
            raise _second_game(line)
        case "move" if game.result:
            raise _second_game(line)
        case "move" if len(game.moves) == MOST_MOVES:
            most = _("at most {most} moves").format(most=MOST_MOVES)
            raise BadNotation(line, _("The game is too long."), most)
        case "move":
            game.moves.append(Word(token[0], line))


def _second_game(line: int) -> BadNotation:
    return BadNotation(line, _("Another game begins here."), _("one game; import each in a file of its own"))
