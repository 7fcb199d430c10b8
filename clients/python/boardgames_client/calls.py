"""The calls of the site's API, with the types of their answers.

Written by `python3 manage.py protocol`; a test checks it.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any, Unpack

from boardgames_client import schemas
from boardgames_client.api import Api


class Calls(Api):
    """A method for each call; ``id`` is that of a match, player, puzzle or analysis."""

    async def index(self) -> schemas.Calls:
        """All calls.

        Takes a token with any scope, or none.
        """
        answer: schemas.Calls = await self.get("")
        return answer

    async def games(self) -> schemas.RuleSets:
        """All games and rule sets.

        Takes a token with any scope, or none.
        """
        answer: schemas.RuleSets = await self.get("games")
        return answer

    async def me(self) -> schemas.Me:
        """Yourself, your running matches, and invitations to you.

        Needs a token with the scope "read".
        """
        answer: schemas.Me = await self.get("me")
        return answer

    def lobby(self) -> AsyncGenerator[schemas.OpenOffer]:
        """Open offers, those that wait longest first.

        Takes a token with the scope "read", or none.
        """
        return self.lines("lobby")

    def matches(self, **query: str | int) -> AsyncGenerator[schemas.MatchLine]:
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
        return self.lines("matches", **query)

    async def match_view(self, id: str, /) -> schemas.MatchView:
        """A match.

        Takes a token with the scope "read", or none.
        """
        answer: schemas.MatchView = await self.get(f"matches/{id}")
        return answer

    def events(self, id: str, /, **query: str | int) -> AsyncGenerator[schemas.Event]:
        """The events of a match, oldest first.

        Takes a token with the scope "read", or none.
        ``after``: Seq of the last known.
        """
        return self.lines(f"matches/{id}/events", **query)

    async def record(self, id: str, /) -> schemas.MatchFile:
        """The file of a match that has begun.

        Takes a token with the scope "read", or none.
        """
        answer: schemas.MatchFile = await self.get(f"matches/{id}/record")
        return answer

    async def join(self, id: str, /) -> schemas.Done:
        """Take the free seat of a match.

        Needs a token with the scope "play".
        """
        answer: schemas.Done = await self.post(f"matches/{id}/join")
        return answer

    async def cancel(self, id: str, /) -> schemas.Done:
        """Cancel a match of yours that waits.

        Needs a token with the scope "play".
        """
        answer: schemas.Done = await self.post(f"matches/{id}/cancel")
        return answer

    async def decline(self, id: str, /, **body: Unpack[schemas.Declining]) -> schemas.Done:
        """Decline an invitation to you.

        Needs a token with the scope "play".
        """
        answer: schemas.Done = await self.post(f"matches/{id}/decline", **body)
        return answer

    async def act(self, id: str, /, **body: Unpack[schemas.Act]) -> schemas.Done:
        """Play an action.

        Needs a token with the scope "play".
        """
        answer: schemas.Done = await self.post(f"matches/{id}/actions", **body)
        return answer

    async def resign(self, id: str, /) -> schemas.Done:
        """Resign.

        Needs a token with the scope "play".
        """
        answer: schemas.Done = await self.post(f"matches/{id}/resign")
        return answer

    async def abort(self, id: str, /) -> schemas.Done:
        """Call the match off.

        Needs a token with the scope "play".
        """
        answer: schemas.Done = await self.post(f"matches/{id}/abort")
        return answer

    async def offer(self, id: str, /, **body: Unpack[schemas.OfferCommand]) -> schemas.Done:
        """Offer a draw or a pause, or ask to take back.

        Needs a token with the scope "play".
        """
        answer: schemas.Done = await self.post(f"matches/{id}/offers", **body)
        return answer

    async def accept_offer(self, id: str, /, **body: Unpack[schemas.Accept]) -> schemas.Done:
        """Accept the other player's offer.

        Needs a token with the scope "play".
        """
        answer: schemas.Done = await self.post(f"matches/{id}/offers/accept", **body)
        return answer

    async def decline_offer(self, id: str, /, **body: Unpack[schemas.Decline]) -> schemas.Done:
        """Decline the other player's offer.

        Needs a token with the scope "play".
        """
        answer: schemas.Done = await self.post(f"matches/{id}/offers/decline", **body)
        return answer

    async def withdraw_offer(self, id: str, /, **body: Unpack[schemas.Withdraw]) -> schemas.Done:
        """Withdraw your own offer.

        Needs a token with the scope "play".
        """
        answer: schemas.Done = await self.post(f"matches/{id}/offers/withdraw", **body)
        return answer

    async def rematch(self, id: str, /) -> schemas.Done:
        """Offer another match after the end, or accept it.

        Needs a token with the scope "play".
        """
        answer: schemas.Done = await self.post(f"matches/{id}/rematch")
        return answer

    async def claim(self, id: str, /, **body: Unpack[schemas.ClaimCommand]) -> schemas.Done:
        """End a match whose other player is away.

        Needs a token with the scope "play".
        """
        answer: schemas.Done = await self.post(f"matches/{id}/claim", **body)
        return answer

    async def unseal(self, id: str, /) -> schemas.Done:
        """Open your own sealed choice.

        Needs a token with the scope "play".
        """
        answer: schemas.Done = await self.post(f"matches/{id}/unseal")
        return answer

    async def give_time(self, id: str, /) -> schemas.Done:
        """Give the other player time.

        Needs a token with the scope "play".
        """
        answer: schemas.Done = await self.post(f"matches/{id}/time")
        return answer

    async def set_visibility(self, id: str, /, **body: Unpack[schemas.OpenTo]) -> schemas.Done:
        """Set who may see the match.

        Needs a token with the scope "play".
        """
        answer: schemas.Done = await self.post(f"matches/{id}/visibility", **body)
        return answer

    async def say_phrase(self, id: str, /, **body: Unpack[schemas.SayPhrase]) -> schemas.Done:
        """Say a quick phrase, or react.

        Needs a token with the scope "play".
        """
        answer: schemas.Done = await self.post(f"matches/{id}/chat/phrases", **body)
        return answer

    async def review(self, id: str, /, **query: str | int) -> schemas.Review:
        """The state of a review.

        Needs a token with the scope "read".
        ``known``: So many decisions, counted from the last one backwards, you have already.
        """
        answer: schemas.Review = await self.get(f"matches/{id}/review", **query)
        return answer

    async def ask_for_review(self, id: str, /) -> schemas.Review:
        """Ask for the review of a match that is over.

        Needs a token with the scope "read".
        """
        answer: schemas.Review = await self.post(f"matches/{id}/review")
        return answer

    async def ask_for_position(self, **body: Unpack[schemas.Question]) -> schemas.Analysis:
        """Ask for the analysis of a position.

        Needs a token with the scope "read".
        """
        answer: schemas.Analysis = await self.post("analysis", **body)
        return answer

    async def position(self, id: str, /) -> schemas.Analysis:
        """The state of an analysis.

        Needs a token with the scope "read".
        """
        answer: schemas.Analysis = await self.get(f"analysis/{id}")
        return answer

    async def explore(self, **query: str | int) -> schemas.Explored:
        """Moves that were played from a position.

        Takes a token with the scope "read", or none.
        ``game``: Slug of a rule set. Its options are parameters, too.
        ``moves``: Moves from the start, in notation, with spaces between them.
        ``facts``: Facts of the position as JSON, in place of moves.
        ``rules``: "all" counts the same position under the other rules of the game too.
        ``band``: Strength of the players: unrated, below1400, from1400, from1600, from1800. Without it, all.
        ``mine``: "yes" counts only matches of the token's player.
        """
        answer: schemas.Explored = await self.get("explorer", **query)
        return answer

    async def import_match(self, **body: Unpack[schemas.ImportedFile]) -> schemas.Done:
        """Import a match.

        Needs a token with the scope "play".
        """
        answer: schemas.Done = await self.post("imports", **body)
        return answer

    async def next_puzzle(self, **query: str | int) -> schemas.PuzzleView:
        """A puzzle that is new to you, if there is one.

        Takes a token with the scope "read", or none.
        ``game``: Slug of a game.
        ``theme``: Name of a theme.
        ``last``: Id of the puzzle that you had last.
        """
        answer: schemas.PuzzleView = await self.get("puzzles/next", **query)
        return answer

    async def puzzle(self, id: str, /) -> schemas.PuzzleView:
        """A puzzle, without its solution.

        Takes a token with the scope "read", or none.
        """
        answer: schemas.PuzzleView = await self.get(f"puzzles/{id}")
        return answer

    async def attempt(self, id: str, /, **body: Unpack[schemas.Attempt]) -> schemas.Judgement:
        """Judge a decision.

        Needs a token with the scope "play".
        """
        answer: schemas.Judgement = await self.post(f"puzzles/{id}/attempts", **body)
        return answer

    def players(self, **query: str | int) -> AsyncGenerator[schemas.Person]:
        """The people with accounts and bots that have this name.

        Takes a token with the scope "read", or none.
        ``name``: The whole name; case, accents, blanks and signs don't count.
        """
        return self.lines("players", **query)

    async def player(self, id: str, /) -> schemas.Person:
        """A player and their ratings.

        Takes a token with the scope "read", or none.
        """
        answer: schemas.Person = await self.get(f"players/{id}")
        return answer

    def player_matches(self, id: str, /, **query: str | int) -> AsyncGenerator[schemas.MatchLine]:
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
        return self.lines(f"players/{id}/matches", **query)

    def bots(self, **query: str | int) -> AsyncGenerator[schemas.BotLine]:
        """Bots that take challenges, those online first.

        Takes a token with the scope "read", or none.
        ``game``: Slug of a rule set that they play.
        """
        return self.lines("bots", **query)

    async def leaderboards(self, game: str, /) -> schemas.Leaderboards:
        """The leaderboards of a game.

        Takes a token with the scope "read", or none.
        """
        answer: schemas.Leaderboards = await self.get(f"leaderboards/{game}")
        return answer

    def appointments(self) -> AsyncGenerator[schemas.AppointmentLine]:
        """Your arranged games, the next one first.

        Needs a token with the scope "read".
        """
        return self.lines("appointments")

    async def agree_to_appointment(
        self, id: str, /, **body: Unpack[schemas.Agree]
    ) -> schemas.AppointmentLine:
        """Agree to a proposed time.

        Needs a token with the scope "play".
        """
        answer: schemas.AppointmentLine = await self.post(f"appointments/{id}/agree", **body)
        return answer

    async def decline_appointment(self, id: str, /) -> schemas.AppointmentLine:
        """Decline a proposed time.

        Needs a token with the scope "play".
        """
        answer: schemas.AppointmentLine = await self.post(f"appointments/{id}/decline")
        return answer

    def tournaments(self) -> AsyncGenerator[schemas.TournamentLine]:
        """Public tournaments, latest first.

        Takes a token with the scope "read", or none.
        """
        return self.lines("tournaments")

    async def tournament(self, id: str, /) -> schemas.TournamentFile:
        """A tournament with its people, games and standings.

        Takes a token with the scope "read", or none.
        """
        answer: schemas.TournamentFile = await self.get(f"tournaments/{id}")
        return answer

    async def join_tournament(self, id: str, /) -> schemas.Joined:
        """Take part in a tournament.

        Needs a token with the scope "play".
        """
        answer: schemas.Joined = await self.post(f"tournaments/{id}/join")
        return answer

    async def begin_game(self, id: str, /, **body: Unpack[schemas.NextGame]) -> schemas.Begun:
        """Begin a game that you owe somebody in a tournament.

        Needs a token with the scope "play".
        """
        answer: schemas.Begun = await self.post(f"tournaments/{id}/games", **body)
        return answer

    async def document(self) -> dict[str, Any]:
        """The OpenAPI document.

        Takes a token with any scope, or none.
        """
        answer: dict[str, Any] = await self.get("openapi.json")
        return answer
