"""Notes, tried moves and shared reviews, for the scripts of the match page; and the screen of a hall."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from msgspec import Meta, Struct

from games_app.door import limits
from games_app.door.access import row_or_404, visible_or_404
from games_app.door.http import answer, answers_json, by_method, json_view, refused, too_fast
from games_app.door.visitors import Request, get_or_create_player
from games_app.drawing.annotations import separated
from games_app.games.rules import get_game
from games_app.lib import clock
from games_app.lib.rate_limit import whole_seconds
from games_app.lib.refusals import Refusal, Refused
from games_app.match.visibility import open_position
from games_app.models import Match, Note, Player
from games_app.pages import sharing
from games_app.people import notes as people_notes
from games_app.study import shared_reviews, shown_lines, tried_moves
from games_app.study.live import announce
from games_app.study.places import MOST_TRIED
from games_app.study.tried_moves import Path, TriedMove

LARGEST_NOTE = 16 * 1024
"""Largest request, in bytes: the longest note, with each of its characters escaped, and its drawings."""
LARGEST_TREE = 64 * 1024
LARGEST_DEED = 16 * 1024
MOST_PLIES = 2**20


class NoteBody(Struct, forbid_unknown_fields=True, frozen=True):
    ply: int
    text: str
    annotations: list[str] = []
    audience: Note.Audience = Note.Audience.PRIVATE


def _get_notes(request: Request, public_id: str) -> HttpResponse:
    match, player = row_or_404(request, public_id), request.visitor.player
    own = people_notes.notes_of(match, player) if player else []
    others = people_notes.notes_for(match, player.pk if player else None)
    return answer(
        {
            "notes": {str(note.ply): _own(note) for note in own},
            "others": [_other(note, player) for note in others],
        }
    )


def _own(note: Note) -> dict[str, Any]:
    return {
        "text": note.text,
        "annotations": separated(note.annotations),
        "audience": note.audience,
        "hidden": note.hidden,
    }


def _other(note: Note, reader: Player | None) -> dict[str, Any]:
    """Return a note of somebody else; ``id`` is 0 for strangers, who can't report it."""
    return {
        "id": note.pk if reader else 0,
        "ply": note.ply,
        "name": note.player.name,
        "text": note.text,
        "annotations": separated(note.annotations),
        "audience": note.audience,
    }


@json_view(limits.NOTES, NoteBody, LARGEST_NOTE)
def _post_notes(request: Request, body: NoteBody, public_id: str) -> HttpResponse:
    match, player = row_or_404(request, public_id), get_or_create_player(request)
    if wait := limits.NOTES_OF_PLAYER.wait(str(player.pk)):
        return refused(Refusal("too_fast.notes", {"seconds": whole_seconds(wait)}, retry_ms=wait))
    noted = people_notes.Noted(body.ply, body.text, body.annotations, body.audience)
    for_others = people_notes.write(match, player, noted, request.visitor.client.address, clock.now())
    if for_others and (version := shared_reviews.count_note(match)):
        announce(match.public_id, version)
    return HttpResponse(status=204)


notes = by_method(get=_get_notes, post=_post_notes)
"""Return the reader's own notes by ply and those of others; on POST, store one of the reader's."""


class TreeBody(Struct, forbid_unknown_fields=True, frozen=True):
    moves: tuple[TriedMove, ...]


def _get_variations(request: Request, public_id: str) -> HttpResponse:
    match, player = row_or_404(request, public_id), request.visitor.player
    tree = tried_moves.tree_kept(match, player) if player else ()
    return answer({"moves": tried_moves.plain(tree), "kept": player is not None})


@json_view(limits.NOTES, TreeBody, LARGEST_TREE)
def _post_variations(request: Request, body: TreeBody, public_id: str) -> HttpResponse:
    match, player = row_or_404(request, public_id), request.visitor.player
    if player is None:
        raise Refused(Refusal("nobody"))
    if wait := limits.TRIED_MOVES.wait(str(player.pk)):
        return too_fast(wait)
    tried_moves.keep(match, player, body.moves, clock.now())
    return HttpResponse(status=204)


variations = by_method(get=_get_variations, post=_post_variations)
"""Return what the reader has tried, {"moves": [[before, role, action]], "kept"}; on POST, store it.

"kept" is false for people whom the site doesn't know, whose moves it doesn't store.
"""


class Deed(Struct, forbid_unknown_fields=True, frozen=True):
    """An act in a shared review. ``to``: the public id of a person; ``ply`` and ``path``: a place."""

    do: Literal[
        "start", "ask", "hand_over", "decline", "step", "draw", "wipe", "show_line", "remove_line", "end"
    ]
    to: str = ""
    ply: Annotated[int, Meta(ge=0, lt=MOST_PLIES)] = 0
    path: Annotated[Path, Meta(max_length=MOST_TRIED)] = ()
    annotation: str = ""


def _get_review(request: Request, public_id: str) -> HttpResponse:
    match = row_or_404(request, public_id)
    return _review(match, request.visitor.player)


def _review(match: Match, reader: Player | None) -> HttpResponse:
    shown = shared_reviews.shown(match)
    moves = tried_moves.plain(shared_reviews.tree(match)) if shown.is_open else []
    return answer(
        {
            "review": msgspec.to_builtins(shown),
            "moves": moves,
            "me": reader.public_id if reader else "",
            "players": msgspec.to_builtins(shared_reviews.players(match)),
        }
    )


@json_view(limits.SHARED_REVIEWS, Deed, LARGEST_DEED, by_player=True)
def _post_review(request: Request, deed: Deed, public_id: str) -> HttpResponse:
    match, player = row_or_404(request, public_id), request.visitor.player
    if player is None:
        raise Refused(Refusal("no_shared_review.nameless"))
    address, now = request.visitor.client.address, clock.now()
    match deed.do:
        case "start":
            shared_reviews.start(match, player, address, now)
        case "ask":
            shared_reviews.ask(match, player, address, now)
        case "hand_over":
            shared_reviews.hand_over(match, player, deed.to, now)
        case "decline":
            shared_reviews.decline(match, player, deed.to)
        case "step":
            shared_reviews.step(match, player, deed.ply, deed.path)
        case "draw":
            drawn = shared_reviews.Drawn(deed.annotation, deed.ply, deed.path)
            shared_reviews.draw(match, player, drawn, address, now)
        case "show_line":
            shown_lines.show_line(match, player, deed.ply, deed.path, address, now)
        case "remove_line":
            shown_lines.remove_line(match, player, deed.to)
        case "wipe":
            shared_reviews.wipe(match, player)
        case "end":
            shared_reviews.end(match, player)
    shown = shared_reviews.shown(match)
    announce(match.public_id, shown.version)
    return answer({"review": msgspec.to_builtins(shown)})


shared_review = by_method(get=_get_review, post=_post_review)
"""Return the shared review, what was tried in it, the reader's id and the players; on POST, act in it."""


@answers_json
@require_safe
def running(request: Request) -> HttpResponse:
    """Return the screens of the public shared reviews that are led now, {"screens": [address, ...]}."""
    matches = shared_reviews.running(clock.now())
    return answer({"screens": [reverse("shared-review-screen", args=[match]) for match in matches]})


@require_safe
def screen(request: Request, public_id: str) -> HttpResponse:
    """Show the shared review of a match on the screen of a hall; with ``?hall``, for its turn only."""
    match = visible_or_404(request, public_id)
    if match.row.status != Match.Status.OVER:
        raise Http404(_("There is nothing to see yet."))
    game = get_game(match.row.game)
    context = {
        "match": match,
        "game": game,
        "title": sharing.title(match),
        "position": open_position(match.state),
        "in_turn": "hall" in request.GET,
        "qr": sharing.qr_code(f"{request.build_absolute_uri(reverse('match', args=[public_id]))}?together"),
    }
    return render(request, "study/screen.html", context)
