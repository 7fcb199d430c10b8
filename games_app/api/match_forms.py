"""Bodies of the API's calls that make a match, checked by the forms of the pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from django.http import QueryDict
from msgspec import Struct

from games_app.analysis.start_positions import Beginning
from games_app.door.http import no_game
from games_app.games.base import shown
from games_app.games.engine.levels import LEVELS
from games_app.games.rules import RULE_SETS, Game
from games_app.lib.refusals import Refusal, Refused
from games_app.match.messages import RANDOM, CommandId, MatchConfig, OpenFor
from games_app.match.terms import Absence, Handicap, Moves, Talk, Time, Wait
from games_app.match.wire import Visibility
from games_app.models import Match
from games_app.pages.forms.known_opponent import ComputerMatchForm
from games_app.pages.forms.new_match import NewMatchForm
from games_app.pages.forms.terms_form import fields_of

Opponent = Literal["friend", "anybody", "computer"]


class WantedTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """Terms, as a match has them; those that are null are as the form offers them."""

    time: Time = None
    absence: Absence = Wait()
    games: int = 1
    balanced: bool = False
    rated: bool = False
    tips: bool = False
    start: Moves = ""
    hints: bool | None = None
    takebacks: bool | None = None
    talk: Talk | None = None
    handicap: Handicap | None = None


class Invitation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A match of a game or a rule set."""

    cmd: CommandId
    """Your own id for the call; sent again, it makes no other match."""
    game: str
    options: dict[str, str] = {}
    """Options of the rule set; those that are missing are as the form offers them."""
    side: str = RANDOM
    """Your role, "random", or "both" to play both sides."""
    visibility: Visibility | None = None
    """Null: "public", or "link" against the computer and from a chosen start."""
    terms: WantedTerms = WantedTerms()


class Challenge(Invitation, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An invitation to one person."""

    open_for: OpenFor = "1d"
    """Time for which it can be accepted."""


class NewMatch(Invitation, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A match: an invitation by link, an open offer in the lobby, or one against the computer."""

    opponent: Opponent = "friend"
    level: str | None = None
    """Level of the computer."""
    within: int = 0
    """Largest rating difference to the player who takes a rated open offer; 0: any."""


def game_of(invitation: Invitation) -> Game:
    """Return the rule set. Raises Refused."""
    if invitation.game not in RULE_SETS:
        raise Refused(no_game("impossible_match", invitation.game))
    return RULE_SETS[invitation.game]


def form_of(invitation: Invitation, name: str, begins: Beginning | None) -> NewMatchForm:
    """Return the valid form of the match that its maker, with this name, wants. Raises Refused."""
    game = game_of(invitation)
    if unknown := set(invitation.options) - set(game.options):
        args = {"game": game.slug, "name": shown(min(unknown))}
        raise Refused(Refusal("impossible_match.option", args))
    form = _bound(invitation, game, name, begins)
    if not form.is_valid():
        field, problems = next(iter(form.errors.items()))
        raise Refused(Refusal("impossible_match.field", {"field": field, "problem": problems[0]}))
    if differing := _differing(invitation, form.config()):
        raise Refused(Refusal("impossible_match.term", {"name": differing}))
    return form


def level_in(form: NewMatchForm) -> str:
    """Return the chosen level of the computer; empty for a match between people."""
    return str(form.cleaned_data.get("level", ""))


def _bound(invitation: Invitation, game: Game, name: str, begins: Beginning | None) -> NewMatchForm:
    options = {key: invitation.options.get(key, option.offered) for key, option in game.options.items()}
    sent = QueryDict(mutable=True)
    sent.update({**options, **fields_of(invitation.terms), "name": name, "side": invitation.side})
    listed = Match.Visibility.LINK if begins else Match.Visibility.PUBLIC
    sent["visibility"] = invitation.visibility or listed
    given = invitation.terms.handicap
    if not isinstance(invitation, NewMatch):
        return NewMatchForm(game, sent, has_account=True, begins=begins, handicap=given)
    if invitation.opponent != "computer":
        sent.update({"opponent": invitation.opponent, "within": str(invitation.within)})
        return NewMatchForm(game, sent, has_account=True, begins=begins, handicap=given)
    if game.slug not in LEVELS:
        raise Refused(Refusal("impossible_match.computer"))
    if invitation.level is not None:
        sent["level"] = invitation.level
    return ComputerMatchForm(game, sent, name, begins, given)


def _differing(invitation: Invitation, made: MatchConfig) -> str:
    """Return the first key that the form ignored; empty if the match is as wanted."""
    ignored = [
        f"options.{key}" for key, value in invitation.options.items() if made.options.get(key) != value
    ]
    ignored += [
        f"terms.{key}" for key, value in _chosen(invitation.terms) if value != getattr(made.terms, key)
    ]
    if invitation.visibility not in (None, made.visibility):
        ignored.append("visibility")
    if isinstance(invitation, NewMatch):
        if made.open_offer != (invitation.opponent == "anybody"):
            ignored.append("opponent")
        if invitation.level is not None and invitation.opponent != "computer":
            ignored.append("level")
        if (made.within or 0) != invitation.within:
            ignored.append("within")
    return next(iter(ignored), "")


def _chosen(terms: WantedTerms) -> Iterator[tuple[str, object]]:
    """Yield the terms that are not left to the form, but for the start, which it writes in its own way."""
    for key in terms.__struct_fields__:
        value = getattr(terms, key)
        if key == "time" or (key != "start" and value is not None):
            yield key, value
