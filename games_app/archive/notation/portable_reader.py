"""Reader of games in a portable notation, such as PDN: the match that they amount to here.

It passes over everything that published files have besides the moves. The moves are played by the rules, and
the result must agree with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime

from django.utils.translation import gettext as _

from games_app.archive.notation.headers import BadNotation
from games_app.archive.notation.model import DRAWN, UNDECIDED, Entry, EntryPly, MatchFile
from games_app.archive.notation.parser import text_lines
from games_app.archive.notation.portable_writer import DRAW, UNFINISHED
from games_app.games.catalogue import PORTABLE
from games_app.games.portable import Portable, Turn
from games_app.games.rules import IllegalAction, State
from games_app.lib.clock import ms
from games_app.lib.names import LONGEST
from games_app.lib.refusals import Refusal
from games_app.match.event_kinds import EventKind
from games_app.match.pending import DRAW as DRAW_OFFER
from games_app.match.terms import Terms

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


UNKNOWN = ("", "-", "?", "??")
"""Values of a tag that say nothing."""
DATE = re.compile(r"(\d{4})[.-](\d\d)[.-](\d\d)", re.ASCII)
YEARS = range(1970, 2100)
"""Years in which a match can have begun here."""
MOST_SHOWN = 12
"""Maximum number of moves that a refusal names."""


def read_portable(text: str, now: datetime) -> MatchFile:
    """Parse a file with one game. Raises BadNotation. ``now`` is when it began if the file doesn't say."""
    game = scanned(text)
    if not (game.moves or game.result):
        raise BadNotation(1, _("There is no game."), _("moves, or a result"))
    return _Reader(game, _portable(game)).match_file(now)


def _portable(game: Scanned) -> Portable:
    """Return the notation of the rule set that the tags name."""
    tags = {name: value.text for name, value in game.tags.items()}
    for portable in PORTABLE.values():
        if portable.fits(tags):
            return portable
    line = next((value.line for name, value in game.tags.items() if name in _deciding()), 1)
    allowed = " or ".join(_written_tags(portable) for portable in PORTABLE.values())
    raise BadNotation(line, _("No game here has these tags."), allowed)


def _deciding() -> set[str]:
    return {name for portable in PORTABLE.values() for name in portable.tags}


def _written_tags(portable: Portable) -> str:
    return " ".join(f'[{name} "{value}"]' for name, value in portable.tags.items())


class _Reader:
    def __init__(self, game: Scanned, portable: Portable) -> None:
        self._game, self._portable, self._rules = game, portable, portable.game

    def match_file(self, now: datetime) -> MatchFile:
        self._check_beginning()
        began = self._began(now)
        state, turns = self._rules.initial_state(), []
        for number, move in enumerate(self._game.moves):
            turns.append(self._turn(state, number, move))
            state = turns[-1].end
        result = self._result(state)
        return MatchFile(
            site=self._known("Site") or self._known("Event"),
            match=" ".join(filter(None, map(self._known, ("Event", "Round", "Date")))),
            game=self._rules.slug,
            rules=self._rules.version,
            options={},
            terms=Terms(),
            players={role: self._name(role) for role in self._rules.roles},
            began=began,
            result=result,
            entries=(
                Entry(EventKind.STARTED, began),
                *_decisions(turns, began),
                *_ending(state, result, began),
            ),
        )

    def _known(self, tag: str) -> str:
        """Return the value of a tag, empty if it says nothing."""
        value = " ".join(self._game.tags[tag].text.split()) if tag in self._game.tags else ""
        return "" if value.strip(".?") in UNKNOWN else value

    def _check_beginning(self) -> None:
        position = self._game.tags.get("FEN")
        if position and position.text and not self._portable.is_beginning(position.text):
            raise BadNotation(
                position.line,
                _("The game doesn't begin from the first position."),
                _("games from the first position, without a tag FEN"),
            )

    def _began(self, now: datetime) -> int:
        date = DATE.fullmatch(self._known("Date"))
        with suppress(ValueError):
            if date and int(date[1]) in YEARS:
                return ms(datetime(*map(int, date.groups()), tzinfo=UTC))  # type: ignore[misc, arg-type]
        return ms(now)

    def _name(self, role: str) -> str:
        """Return the player's name, shortened to the length of a name here, or the role."""
        return self._known(self._portable.players[role])[:LONGEST].rstrip(" ,") or role.capitalize()

    def _turn(self, state: State, number: int, move: Word) -> Turn:
        role = self._rules.roles[number % 2]
        try:
            if state.is_terminal:
                raise IllegalAction("game_over")
            return self._portable.turn(state, move.text)
        except IllegalAction as error:
            problem = _("Move {number}, {role} plays {move!r}: {why}").format(
                number=number // 2 + 1,
                role=role,
                move=move.text[:40],
                why=Refusal.by_the_rules(error).message,
            )
            raise BadNotation(move.line, problem, self._moves(state)) from None

    def _moves(self, state: State) -> str:
        """Return the moves that are possible, at most MOST_SHOWN."""
        turns = self._portable.turns(state)
        moves = [self._portable.written(state, turn.actions) for turn in turns]
        more = ["…"] if len(moves) > MOST_SHOWN else []
        return ", ".join([*moves[:MOST_SHOWN], *more]) or _("nothing")

    def _result(self, state: State) -> str:
        """Return the result in our words. It is that of the rules if they ended the game."""
        words = [word for word in (self._game.tags.get("Result"), self._game.result) if word]
        decisive = [word for word in words if word.text.strip() not in (*UNKNOWN, UNFINISHED)]
        results = {score: role for role, score in self._portable.wins.items()} | {DRAW: DRAWN}
        for word in decisive:
            if word.text.strip() not in results:
                problem = _("The result can't be {result!r}.").format(result=word.text[:40])
                raise BadNotation(word.line, problem, self._results())
        outcomes = {results[word.text.strip()] for word in decisive}
        if len(outcomes) > 1:
            problem = _("The tag Result says {result}, but the moves end with another result.")
            raise BadNotation(decisive[-1].line, problem.format(result=decisive[0].text), decisive[0].text)
        outcome = outcomes.pop() if outcomes else UNDECIDED
        if not state.is_terminal:
            return outcome
        by_the_rules = state.winner or DRAWN
        if outcome not in (UNDECIDED, by_the_rules):
            score = self._portable.wins.get(by_the_rules, DRAW)
            problem = _("By the moves the result is {result}, but the file says {told}.")
            raise BadNotation(
                decisive[0].line, problem.format(result=score, told=decisive[0].text), self._results()
            )
        return by_the_rules

    def _results(self) -> str:
        wins = [
            _("{score} ({role} wins)").format(score=score, role=role)
            for role, score in self._portable.wins.items()
        ]
        return ", ".join([*wins, DRAW, UNFINISHED])


def _decisions(turns: list[Turn], at: int) -> Iterator[Entry]:
    last = 0
    for turn in turns:
        for decision in turn.decisions:
            plies = tuple(EntryPly(n, ply.role, ply.action) for n, ply in enumerate(decision.plies, last + 1))
            last += len(plies)
            yield Entry(EventKind.ACTED, at, decision.role, plies)


def _ending(state: State, result: str, at: int) -> Iterator[Entry]:
    """Yield how a game ended that the rules didn't end: a resignation, or a draw by agreement."""
    if state.is_terminal or result == UNDECIDED:
        return
    if result == DRAWN:
        mover = state.to_move[0]
        yield Entry(EventKind.OFFERED, at, mover, offer=DRAW_OFFER)
        yield Entry(EventKind.AGREED, at, next(role for role in state.roles if role != mover))
    else:
        yield Entry(EventKind.RESIGNED, at, next(role for role in state.roles if role != result))
