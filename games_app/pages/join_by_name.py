"""Forms by which people without an account join something under a name."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from games_app.door.http import status_of
from games_app.door.visitors import Request, sender_of, suggested_name
from games_app.lib.refusals import Refused
from games_app.pages.forms.accounts import NameForm
from games_app.record import use_cases
from games_app.record.use_cases import Sender


class Rejected(NamedTuple):
    """A form that was not accepted, with its problem, and the status of the answer."""

    form: NameForm
    status: int


def empty_form(request: Request) -> NameForm:
    return NameForm(initial={"name": suggested_name(request)})


def join_by_name(request: Request, join: Callable[[Sender, str], object]) -> Rejected | None:
    """Join under the name in the form that was sent; return None once done.

    ``join``: function of the sender and the name. Raises Refused.
    """
    form = NameForm(request.POST)
    if not form.is_valid():
        return Rejected(form, 422)
    sender, name = sender_of(request), form.cleaned_data["name"]
    try:
        if sender.takes(name):
            use_cases.take_name(sender.player, name)
        join(sender, name)
    except Refused as error:
        form.add_error("name", str(error))
        return Rejected(form, status_of(error.refusal))
    return None
