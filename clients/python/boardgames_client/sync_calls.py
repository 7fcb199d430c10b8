"""The calls of a site for synchronous programs.

Written by `python3 manage.py protocol`; a test checks it.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Unpack

from boardgames_client import schemas
from boardgames_client.portal import Portal


class Calls(Portal):
    """The methods of the asynchronous site, each of which waits for its answer."""

    def get(self, path: str, **query: str | int) -> Any:
        """Return the answer of the API at a path such as "players/k7w2ptx9ab". Raises Refused."""
        return self.wait(self.site.get(path, **query))

    def post(self, path: str, **body: Any) -> Any:
        """Send a call that acts, which takes effect once; return its answer. Raises Refused."""
        return self.wait(self.site.post(path, **body))

    def lines(self, path: str, **query: str | int) -> Generator[Any]:
        """Yield the lines of a list, such as "matches", over all of its pages. Raises Refused."""
        return self.iterate(self.site.lines(path, **query))

    def index(self) -> schemas.Calls:
        """All calls.

        Takes a token with any scope, or none.
        """
        return self.wait(self.site.index())

    def games(self) -> schemas.RuleSets:
        """All games and rule sets.

        Takes a token with any scope, or none.
        """
        return self.wait(self.site.games())

    def me(self) -> schemas.Me:
        """Yourself, your running matches, and invitations to you.

        Needs a token with the scope "read".
        """
        return self.wait(self.site.me())

    def lobby(self) -> Generator[schemas.OpenOffer]:
        """Open offers, those that wait longest first.

        Takes a token with the scope "read", or none.
        """
        return self.iterate(self.site.lobby())

    def matches(self, **query: str | int) -> Generator[schemas.MatchLine]:
        """Public matches, latest first.

        Takes a token with the scope "read", or none.
        ``player``: Beginning of a player's name; not in the list of one player.
        ``opponent``: Beginning of the opponent's name.
        ``game``: Slug of a game or rule set. Its options are parameters, too.
        ``result``: "won", "lost", "drawn", or the role that won.
        ``how``: How the match ended, or running.
        ``pace``: Time control; "none" without a clock.
        ``rated``: "yes" for rated matches.
        ``least``: Least number of moves.
        ``most``: Largest number of moves.
        ``position``: Key of a position, as the explorer gives it; games that came there.
        ``since``: First day, in UTC: 2026-11-26.
        ``until``: Last day, in UTC.
        ``before``: Cursor of the page; take it from the Link header with rel="next".
        """
        return self.iterate(self.site.matches(**query))

    def match_view(self, id: str, /) -> schemas.MatchView:
        """A match.

        Takes a token with the scope "read", or none.
        """
        return self.wait(self.site.match_view(id))

    def events(self, id: str, /, **query: str | int) -> Generator[schemas.Event]:
        """The events of a match, oldest first.

        Takes a token with the scope "read", or none.
        ``after``: Seq of the last known.
        """
        return self.iterate(self.site.events(id, **query))

    def record(self, id: str, /) -> schemas.MatchFile:
        """The file of a match that has begun.

        Takes a token with the scope "read", or none.
        """
        return self.wait(self.site.record(id))

    def join(self, id: str, /) -> schemas.Done:
        """Take the free seat of a match.

        Needs a token with the scope "play".
        """
        return self.wait(self.site.join(id))

    def cancel(self, id: str, /) -> schemas.Done:
        """Cancel a match of yours that waits.

        Needs a token with the scope "play".
        """
        return self.wait(self.site.cancel(id))

    def decline(self, id: str, /, **body: Unpack[schemas.Declining]) -> schemas.Done:
        """Decline an invitation to you.

        Needs a token with the scope "play".
        """
        return self.wait(self.site.decline(id, **body))

    def act(self, id: str, /, **body: Unpack[schemas.Act]) -> schemas.Done:
        """Play an action.

        Needs a token with the scope "play".
        """
        return self.wait(self.site.act(id, **body))

    def resign(self, id: str, /) -> schemas.Done:
        """Resign.

        Needs a token with the scope "play".
        """
        return self.wait(self.site.resign(id))

    def abort(self, id: str, /) -> schemas.Done:
        """Call the match off.

        Needs a token with the scope "play".
        """
        return self.wait(self.site.abort(id))

    def offer(self, id: str, /, **body: Unpack[schemas.OfferCommand]) -> schemas.Done:
        """Offer a draw or a pause, or ask to take back.

        Needs a token with the scope "play".
        """
        return self.wait(self.site.offer(id, **body))

    def accept_offer(self, id: str, /, **body: Unpack[schemas.Accept]) -> schemas.Done:
        """Accept the other player's offer.

        Needs a token with the scope "play".
        """
        return self.wait(self.site.accept_offer(id, **body))

    def decline_offer(self, id: str, /, **body: Unpack[schemas.Decline]) -> schemas.Done:
        """Decline the other player's offer.

        Needs a token with the scope "play".
        """
        return self.wait(self.site.decline_offer(id, **body))

    def withdraw_offer(self, id: str, /, **body: Unpack[schemas.Withdraw]) -> schemas.Done:
        """Withdraw your own offer.

        Needs a token with the scope "play".
        """
        return self.wait(self.site.withdraw_offer(id, **body))

    def rematch(self, id: str, /) -> schemas.Done:
        """Offer another match after the end, or accept it.

        Needs a token with the scope "play".
        """
        return self.wait(self.site.rematch(id))

    def claim(self, id: str, /, **body: Unpack[schemas.ClaimCommand]) -> schemas.Done:
        """End a match whose other player is away.

        Needs a token with the scope "play".
        """
        return self.wait(self.site.claim(id, **body))

    def unseal(self, id: str, /) -> schemas.Done:
        """Open your own sealed choice.

        Needs a token with the scope "play".
        """
        return self.wait(self.site.unseal(id))

    def give_time(self, id: str, /) -> schemas.Done:
        """Give the other player time.

        Needs a token with the scope "play".
        """
        return self.wait(self.site.give_time(id))

    def set_visibility(self, id: str, /, **body: Unpack[schemas.OpenTo]) -> schemas.Done:
        """Set who may see the match.

        Needs a token with the scope "play".
        """
        return self.wait(self.site.set_visibility(id, **body))

    def say_phrase(self, id: str, /, **body: Unpack[schemas.SayPhrase]) -> schemas.Done:
        """Say a quick phrase, or react.

        Needs a token with the scope "play".
        """
        return self.wait(self.site.say_phrase(id, **body))

    def review(self, id: str, /, **query: str | int) -> schemas.Review:
        """The state of a review.

        Needs a token with the scope "read".
        ``known``: So many decisions, counted from the last one backwards, you have already.
        """
        return self.wait(self.site.review(id, **query))

    def ask_for_review(self, id: str, /) -> schemas.Review:
        """Ask for the review of a match that is over.

        Needs a token with the scope "read".
        """
        return self.wait(self.site.ask_for_review(id))

    def ask_for_position(self, **body: Unpack[schemas.Question]) -> schemas.Analysis:
        """Ask for the analysis of a position.

        Needs a token with the scope "read".
        """
        return self.wait(self.site.ask_for_position(**body))

    def position(self, id: str, /) -> schemas.Analysis:
        """The state of an analysis.

        Needs a token with the scope "read".
        """
        return self.wait(self.site.position(id))

    def explore(self, **query: str | int) -> schemas.Explored:
        """Moves that were played from a position.

        Takes a token with the scope "read", or none.
        ``game``: Slug of a rule set. Its options are parameters, too.
        ``moves``: Moves from the start, in notation, with spaces between them.
        ``facts``: Facts of the position as JSON, in place of moves.
        ``rules``: "all" counts the same position under the other rules of the game too.
        ``band``: Strength of the players: unrated, below1400, from1400, from1600, from1800. Without it, all.
        ``mine``: "yes" counts only matches of the token's player.
        """
        return self.wait(self.site.explore(**query))

    def import_match(self, **body: Unpack[schemas.ImportedFile]) -> schemas.Done:
        """Import a match.

        Needs a token with the scope "play".
        """
        return self.wait(self.site.import_match(**body))

    def next_puzzle(self, **query: str | int) -> schemas.PuzzleView:
        """A puzzle that is new to you, if there is one.

        Takes a token with the scope "read", or none.
        ``game``: Slug of a game.
        ``theme``: Name of a theme.
        ``last``: Id of the puzzle that you had last.
        """
        return self.wait(self.site.next_puzzle(**query))

    def puzzle(self, id: str, /) -> schemas.PuzzleView:
        """A puzzle, without its solution.

        Takes a token with the scope "read", or none.
        """
        return self.wait(self.site.puzzle(id))

    def attempt(self, id: str, /, **body: Unpack[schemas.Attempt]) -> schemas.Judgement:
        """Judge a decision.

        Needs a token with the scope "play".
        """
        return self.wait(self.site.attempt(id, **body))

    def players(self, **query: str | int) -> Generator[schemas.Person]:
        """The people with accounts and bots that have this name.

        Takes a token with the scope "read", or none.
        ``name``: The whole name; case, accents, blanks and signs don't count.
        """
        return self.iterate(self.site.players(**query))

    def player(self, id: str, /) -> schemas.Person:
        """A player and their ratings.

        Takes a token with the scope "read", or none.
        """
        return self.wait(self.site.player(id))

    def player_matches(self, id: str, /, **query: str | int) -> Generator[schemas.MatchLine]:
        """A player's public matches, unfinished ones first.

        Takes a token with the scope "read", or none.
        ``opponent``: Beginning of the opponent's name.
        ``game``: Slug of a game or rule set. Its options are parameters, too.
        ``result``: "won", "lost", "drawn", or the role that won.
        ``how``: How the match ended, or running.
        ``pace``: Time control; "none" without a clock.
        ``rated``: "yes" for rated matches.
        ``least``: Least number of moves.
        ``most``: Largest number of moves.
        ``position``: Key of a position, as the explorer gives it; games that came there.
        ``since``: First day, in UTC: 2026-11-26.
        ``until``: Last day, in UTC.
        ``before``: Cursor of the page; take it from the Link header with rel="next".
        """
        return self.iterate(self.site.player_matches(id, **query))

    def bots(self, **query: str | int) -> Generator[schemas.BotLine]:
        """Bots that take challenges, those online first.

        Takes a token with the scope "read", or none.
        ``game``: Slug of a rule set that they play.
        """
        return self.iterate(self.site.bots(**query))

    def leaderboards(self, game: str, /) -> schemas.Leaderboards:
        """The leaderboards of a game.

        Takes a token with the scope "read", or none.
        """
        return self.wait(self.site.leaderboards(game))

    def appointments(self) -> Generator[schemas.AppointmentLine]:
        """Your arranged games, the next one first.

        Needs a token with the scope "read".
        """
        return self.iterate(self.site.appointments())

    def agree_to_appointment(self, id: str, /, **body: Unpack[schemas.Agree]) -> schemas.AppointmentLine:
        """Agree to a proposed time.

        Needs a token with the scope "play".
        """
        return self.wait(self.site.agree_to_appointment(id, **body))

    def decline_appointment(self, id: str, /) -> schemas.AppointmentLine:
        """Decline a proposed time.

        Needs a token with the scope "play".
        """
        return self.wait(self.site.decline_appointment(id))

    def tournaments(self) -> Generator[schemas.TournamentLine]:
        """Public tournaments, latest first.

        Takes a token with the scope "read", or none.
        """
        return self.iterate(self.site.tournaments())

    def tournament(self, id: str, /) -> schemas.TournamentFile:
        """A tournament with its people, games and standings.

        Takes a token with the scope "read", or none.
        """
        return self.wait(self.site.tournament(id))

    def join_tournament(self, id: str, /) -> schemas.Joined:
        """Take part in a tournament.

        Needs a token with the scope "play".
        """
        return self.wait(self.site.join_tournament(id))

    def begin_game(self, id: str, /, **body: Unpack[schemas.NextGame]) -> schemas.Begun:
        """Begin a game that you owe somebody in a tournament.

        Needs a token with the scope "play".
        """
        return self.wait(self.site.begin_game(id, **body))

    def document(self) -> dict[str, Any]:
        """The OpenAPI document.

        Takes a token with any scope, or none.
        """
        return self.wait(self.site.document())

    def make_match(self, game: str, **wanted: Any) -> str:
        """Make a match and return its id; ``wanted`` are the other keys of the call. Raises Refused."""
        return self.wait(self.site.make_match(game, **wanted))

    def challenge(self, player: str, game: str, preset: str = "5+3", **wanted: Any) -> str:
        """Invite a player to a match and return its id. Raises Refused.

        ``preset`` names the clock, one of PRESETS; ``terms`` among the other keys of the call replace it.
        """
        return self.wait(self.site.challenge(player, game, preset, **wanted))

    def say(self, match: str, text: str, room: str = "players") -> schemas.Done:
        """Say something in a chat room of a match. Raises Refused."""
        return self.wait(self.site.say(match, text, room))

    def stream(self, after: str = "") -> Generator[schemas.StreamLine]:
        """Yield what concerns the player in any match, for ever: invitations, turns, ends, chat.

        Every entry has an ``id``; with the last one as ``after``, another stream goes on from there. A new
        one begins with the kind "stream". Raises Closed.
        """
        return self.iterate(self.site.stream(after))
