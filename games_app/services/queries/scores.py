"""Round scores, read from the stored traces."""

from __future__ import annotations

from collections.abc import Iterable

from games_app.services.state.stored_events import StoredPly


def round_score(plies: Iterable[StoredPly]) -> dict[str, int]:
    """Return each role's score if one of these plies ended a round, else an empty dict."""
    # A trace may be 4 kB long, so only that of the round's end is decoded.
    for ply in plies:
        if b'"round"' in bytes(ply.trace_json):
            step = next(step for step in ply.trace if step["do"] == "round")
            stores: dict[str, int] = step["stores"]
            return stores
    return {}
