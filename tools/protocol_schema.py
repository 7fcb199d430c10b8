"""The JSON Schema of every message of the live socket, made from the message types."""

from __future__ import annotations

from typing import Any, get_args

import msgspec

from games_app.api.schemas import portable
from games_app.live import protocol
from games_app.match import wire

DIALECT = "https://json-schema.org/draft/2020-12/schema"
SIDES: dict[str, tuple[type, ...]] = {
    "client": get_args(protocol.ClientMessage),
    "server": get_args(protocol.ServerMessage),
    "wall": get_args(protocol.WallMessage),
    "lobby": get_args(protocol.LobbyMessage),
    "me": get_args(protocol.StreamMessage),
    "page": (protocol.Warned,),
}
"""Message types by sender."""


def schema() -> dict[str, Any]:
    """Return a schema that matches any message.

    ``$defs`` has each message and each part of one, under names such as "client.Act" and "server.Position",
    and "client", "server", "wall", "lobby", "me" and "page" for any message of that side; those of the
    last are sent to every kind of page.
    """
    definitions: dict[str, Any] = {}
    for side in SIDES:
        definitions |= _definitions(side)
    return {
        "$schema": DIALECT,
        "title": f"Messages of the live socket, protocol {wire.PROTOCOL}",
        "oneOf": [{"$ref": f"#/$defs/{side}"} for side in SIDES],
        "$defs": definitions,
    }


def _definitions(side: str) -> dict[str, Any]:
    refs, found = msgspec.json.schema_components(SIDES[side], ref_template=f"#/$defs/{side}.{{name}}")
    if side == "server":
        _complete(found)
    return {side: {"oneOf": list(refs)}} | {f"{side}.{name}": portable(one) for name, one in found.items()}


def _complete(found: dict[str, Any]) -> None:
    """Add what the types leave open: stored events pass through as text, and ``ok`` is always sent."""
    found["Snapshot"]["properties"]["protocol"]["const"] = wire.PROTOCOL
    found["Snapshot"]["properties"]["events"]["items"] = {"$ref": "#/$defs/server.Event"}
    for answer in ("Done", "Refused"):
        found[answer]["required"].append("ok")
