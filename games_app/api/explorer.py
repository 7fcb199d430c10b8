"""The HTTP API, version 1: moves that were played from a position.

The explorer helps nobody in a running match: what it may tell depends on the token's player.
"""

from __future__ import annotations

from django.http import HttpResponse
from msgspec import ValidationError

from games_app.analysis.start_positions import start_of
from games_app.api.door import Endpoint, endpoint, json_answer
from games_app.door import limits
from games_app.door.visitors import Request
from games_app.explorer.answers import Asked, Explored, explored
from games_app.explorer.bands import BANDS
from games_app.games.rules import RULE_SETS, Facts, InvalidFacts, InvalidOption, State
from games_app.lib import codec
from games_app.lib.refusals import Refusal, Refused
from games_app.match.start_moves import played

QUERY = {
    "game": "Slug of a rule set. Its options are parameters, too.",
    "moves": "Moves from the start, in notation, with spaces between them.",
    "facts": "Facts of the position as JSON, in place of moves.",
    "rules": '"all" counts the same position under the other rules of the game too.',
    "band": f"Strength of the players: {', '.join(BANDS)}. Without it, all.",
    "mine": '"yes" counts only matches of the token\'s player.',
}
LONGEST = 4000
"""Characters of moves or facts that are read."""

_facts, _filters = codec.decoder(Facts), codec.converter(Asked)


@endpoint(Endpoint("Moves that were played from a position", Explored, query=QUERY, limit=limits.EXPLORER))
def explore(request: Request) -> HttpResponse:
    """Return the moves that were played from a position, their results, and what is proved."""
    mine = request.GET.get("mine") == "yes"
    named = {name: request.GET[name] for name in ("band", "rules") if request.GET.get(name)}
    try:
        filters = _filters(named | {"mine": mine})
    except ValidationError as error:
        raise Refused(Refusal("bad_query.explorer", {"bands": ", ".join(BANDS)})) from error
    return json_answer(explored(_position(request), filters, request.visitor.player_id))


def _position(request: Request) -> State:
    """Return the position of the query. Raises Refused."""
    game = RULE_SETS.get(request.GET.get("game", ""))
    if game is None:
        raise Refused(Refusal("bad_query.game"))
    moves, facts = (request.GET.get(name, "") for name in ("moves", "facts"))
    if len(moves) > LONGEST or len(facts) > LONGEST:
        raise Refused(Refusal("bad_query.position"))
    try:
        if facts:
            return game.state_from_facts(_facts.decode(facts))
        options = {name: request.GET[name] for name in game.options if name in request.GET}
        return played(game, start_of(game, options), moves).states[-1]
    except (*codec.UNREADABLE, InvalidFacts, InvalidOption) as error:
        raise Refused(Refusal("bad_query.position")) from error
