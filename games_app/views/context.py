"""What every page knows: who is looking at it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from ..services import players


def person(request: HttpRequest) -> dict[str, Any]:
    return {"person": SimpleLazyObject(lambda: players.current(request.session))}
