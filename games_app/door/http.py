"""The door for requests: addresses, methods, rate limits and bodies; one shape for errors that scripts read.

Each view that takes POST is decorated by ``form_view`` or ``json_view``, and so declares its limit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar, cast

import msgspec
from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, RawPostDataException
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_http_methods, require_POST

from games_app.door.limits import REFUSED_FORMS
from games_app.door.visitors import Request, enforce_rate, wait_ms
from games_app.games.base import shown
from games_app.games.refusals import sentences
from games_app.games.rules import RULE_SETS, Game
from games_app.lib import codec
from games_app.lib.ids import ALPHABET, LENGTH
from games_app.lib.rate_limit import RateLimit, whole_seconds
from games_app.lib.refusals import Refusal, Refused

View = Callable[..., HttpResponse]
V = TypeVar("V", bound=Callable[..., HttpResponseBase])
Body = type[msgspec.Struct]

STATUSES = {
    "malformed": 400,
    **dict.fromkeys(("bad_query", "no_such_game"), 400),
    "nobody": 401,
    **dict.fromkeys(("not_seated", "not_the_maker", "not_invited", "withdrawn"), 403),
    **dict.fromkeys(("not_entered", "not_the_organizer", "pairing_of_others", "entry_removed"), 403),
    **dict.fromkeys(("barred", "members_only", "rating_outside", "muted"), 403),
    **dict.fromkeys(("rated_needs_account", "rated_needs_bot", "out_of_date", "proxy_fault"), 403),
    **dict.fromkeys(("no_such_match", "not_found", "no_puzzle", "no_entry", "no_pairing"), 404),
    **dict.fromkeys(("no_appointment", "no_club_member", "no_post", "no_question"), 404),
    **dict.fromkeys(("not_in_club", "club_needs_account", "locked"), 403),
    "appointment_late": 422,
    "appointment_time": 422,
    "method_not_allowed": 405,
    **dict.fromkeys(("gone", "club_link", "no_simul"), 410),
    "too_large": 413,
    **dict.fromkeys(("chat_empty", "chat_too_long", "chat_abusive"), 422),
    **dict.fromkeys(("impossible_match", "no_note", "bad_subscription", "not_on_the_way"), 422),
    **dict.fromkeys(("wrong_password", "question_address"), 422),
    **dict.fromkeys(("too_many_asides", "left_too_often", "left_by_guests", "too_fast"), 429),
    **dict.fromkeys(("chat_too_fast", "too_many_forms", "too_many_guests", "too_many_analyses"), 429),
    **dict.fromkeys(("another_tab", "looking_already", "too_many_guesses", "too_many_passwords"), 429),
    "failed": 500,
    "unavailable": 503,
    **dict.fromkeys(("not_your_turn", "game_over"), 409),
}
"""Status of each refusal. That of others is 422 if the rules of a game refuse, and 409 otherwise."""


def form_view(limit: RateLimit, code: str = "too_many_forms") -> Callable[[View], View]:
    """Decorate a page with a form: GET shows it, POST sends it, at most at the rate ``limit`` per address.

    A refused form also counts towards REFUSED_FORMS. Beyond a limit, the view raises Refused with the
    ``code``.
    """

    def decorate(view: View) -> View:
        @require_http_methods(["GET", "HEAD", "POST"])
        @wraps(view)
        def limited(request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.method != "POST":
                return view(request, *args, **kwargs)
            enforce_rate(request, limit, code)
            enforce_rate(request, REFUSED_FORMS, code)
            refused = False
            try:
                response = view(request, *args, **kwargs)
                refused = response.status_code in range(400, 500) and response.status_code != 429
            except Http404:
                refused = True
                raise
            finally:
                if not refused:
                    REFUSED_FORMS.give_back(request.visitor.client.address)
            return response

        return with_attributes(limited, limit=limit)

    return decorate


def json_view(
    limit: RateLimit, body: Body | None = None, largest: int = 0, *, by_player: bool = False
) -> Callable[[View], View]:
    """Decorate a view that takes a POST from a script and answers it as JSON.

    ``limit`` is the rate of each address; ``by_player``: of each player, and of each address of strangers.
    The view gets the request and, if it takes one, its decoded ``body`` of at most ``largest`` bytes.
    """
    decoder = codec.decoder(body) if body else None

    def decorate(view: View) -> View:
        @require_POST
        @wraps(view)
        def limited(request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
            player_id = request.visitor.player_id if by_player else None
            if wait := wait_ms(request, limit, key="" if player_id is None else f"player {player_id}"):
                return too_fast(wait)
            if decoder is None:
                return view(request, *args, **kwargs)
            sent = read_body(request, decoder, largest)
            return sent if isinstance(sent, HttpResponse) else view(request, sent, *args, **kwargs)

        return answers_json(with_attributes(limited, limit=limit))

    return decorate


def answers_json(view: V) -> V:
    """Decorate a view whose answers scripts read: its errors are JSON too."""
    return with_attributes(view, answers_json=True)


def is_for_scripts(view: Callable[..., HttpResponseBase]) -> bool:
    """Return whether scripts read the view's answers."""
    return getattr(view, "answers_json", False)


def by_method(get: View, post: View) -> View:
    """Return a view that answers GET and HEAD with ``get``, and POST with ``post``."""

    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(post)
    def chosen(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return (post if request.method == "POST" else get)(request, *args, **kwargs)

    return chosen


def answer(body: Mapping[str, Any], status: int = 200) -> HttpResponse:
    """Return the body as JSON that nobody stores."""
    response = HttpResponse(msgspec.json.encode(body), content_type="application/json", status=status)
    patch_cache_control(response, private=True, no_store=True)
    return response


def problem(code: str, message: str, status: int, retry_ms: int = 0) -> HttpResponse:
    """Return an error for scripts: {"code", "message"}, with "retry_ms" if it passes by itself."""
    body = {"code": code, "message": message} | ({"retry_ms": retry_ms} if retry_ms else {})
    response = answer(body, status)
    if retry_ms:
        response["Retry-After"] = str(whole_seconds(retry_ms))
    return response


def refused(refusal: Refusal, status: int | None = None) -> HttpResponse:
    """Return a refusal for scripts, with its usual status unless another is given."""
    return problem(refusal.code, refusal.message, status or status_of(refusal), refusal.retry_ms or 0)


def status_of(refusal: Refusal) -> int:
    """Return the usual status of an answer with this refusal."""
    return STATUSES.get(refusal.code) or (422 if refusal.code in sentences() else 409)


def too_fast(wait: int) -> HttpResponse:
    """Return the answer to a script that may continue in ``wait`` milliseconds."""
    return refused(Refusal("too_fast", {"seconds": max(wait / 1000, 0.1)}, retry_ms=wait))


def too_large(largest: int) -> HttpResponse:
    """Return the answer to a script that has sent more than ``largest`` bytes."""
    return refused(Refusal("too_large.body", {"most": largest}))


def read_body(request: HttpRequest, decoder: msgspec.json.Decoder[Any], largest: int) -> Any:
    """Return the decoded body, or the answer with the reason why there is none."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    if length.isdecimal() and int(length) > largest:
        return too_large(largest)
    try:
        # The length of a chunked body is known only now.
        if len(request.body) > largest:
            return too_large(largest)
        return decoder.decode(request.body)
    except RequestDataTooBig:
        return too_large(largest)
    except RawPostDataException:
        # Django has read it as a form.
        return refused(Refusal("malformed", {"problem": "it is not JSON"}))
    except codec.UNREADABLE as error:
        return refused(Refusal("malformed", {"problem": codec.problem_of(error)}))


def with_attributes(view: V, **attributes: object) -> V:
    """Return the view with attributes that decorators around it keep."""
    cast("Any", view).__dict__.update(attributes)
    return view


class PublicId:
    """Converter of the public id of a match, a player or a puzzle."""

    regex = rf"[{ALPHABET}]{{{LENGTH}}}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class TypedId(PublicId):
    """Converter of a public id as people type it or chat programs pass it on.

    It may be in capitals. Signs, blanks and slashes may follow it, even escaped twice; some can't be seen.
    """

    regex = rf"[{ALPHABET}{ALPHABET.upper()}]{{{LENGTH}}}(?:[\W_]|%[0-9A-Fa-f]{{2}})*"

    def to_python(self, value: str) -> str:
        return value[:LENGTH].lower()


class GameSlug:
    """Converter between a slug in the URL and its rule set; unknown slugs don't match."""

    regex = "[a-z0-9]+"

    def to_python(self, value: str) -> Game:
        if value not in RULE_SETS:
            raise ValueError(value)
        return RULE_SETS[value]

    def to_url(self, value: Game | str) -> str:
        return value if isinstance(value, str) else value.slug


def number(request: HttpRequest, name: str, below: int) -> int | None:
    """Return the whole number in the query parameter ``name``, or None without one. Raises Refused."""
    text = request.GET.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 12 and int(text) < below):
        raise Refused(Refusal("bad_query.number", {"name": name, "most": below - 1}))
    return int(text)


def no_game(code: str, slug: str) -> Refusal:
    """Return the refusal ``code`` of an unknown rule set."""
    return Refusal(f"{code}.game", {"game": shown(slug), "allowed": ", ".join(RULE_SETS)})
