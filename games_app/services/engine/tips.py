"""Tips for a player of a running match: what to look at, and the move that the strongest computer would make.

Like the computer's own replies, a tip knows nothing of a choice that the other player has sealed.
"""

from __future__ import annotations

from games_app.engine.analyse import analysable, engine_name
from games_app.engine.levels import LEVELS
from games_app.engine_jobs import queue
from games_app.engine_jobs.askers import Asker
from games_app.engine_jobs.models import Job
from games_app.games.catalogue import TIPS
from games_app.games.tactics import choice_of, look_at
from games_app.lib import clock
from games_app.rules import State
from games_app.services.engine.fairness import tip_withheld
from games_app.services.engine.opponent import is_opening, public_state
from games_app.services.engine.requests import NotAnalysed
from games_app.services.state.match_state import MatchState


def request_tip(match: MatchState, role: str, reader: int, asker: Asker) -> Job:
    """Return the job that finds a tip for the decision of ``role``. Raises NotAnalysed, TooManyWaiting."""
    row, state = match.row, public_state(match, role)
    if row.game not in LEVELS:
        raise NotAnalysed("no_engine")
    if reason := tip_withheld(row, reader, state, opening=is_opening(match)):
        raise NotAnalysed(reason)
    strongest = LEVELS[row.game][-1].slug
    about = {"what": "act", "game": row.game, "role": role, "level": strongest, "facts": state.facts()}
    subject = f"{row.public_id} tip-{role}-{row.bases[role]}"
    return queue.ask(Job.Kind.REPLY, subject, about, engine_name(row.game), clock.now(), asker=asker)


def place_to_look(state: State, game: str, role: str, action: str) -> tuple[str, list[str]]:
    """Return a sentence, and the stops that it is about, by which ``role`` can find ``action``."""
    # A sowing by hand is told as if all shells fell at once: where they fall is what it is about.
    text, stops = look_at(TIPS[game], choice_of(analysable(state) or state, role, action))
    return str(text), stops
