"""Changes of people that rooms may follow. Receivers run in the sender's transaction."""

from __future__ import annotations

from django.dispatch import Signal

session_replaced = Signal()
"""A player has signed in on a browser. Arguments: its ``session_key`` until now, ``player``, ``new_key``."""
sessions_ended = Signal()
"""Browsers were signed out. Argument: their ``session_keys``."""
player_withdrew = Signal()
"""A player has withdrawn from the site. Argument: ``player``, with the name until now."""
guest_merged = Signal()
"""A guest's rows were moved to the account's player. Arguments: ``guest``, ``player``."""
player_blocked = Signal()
"""A player has blocked another one. Arguments: ``player``, ``blocked``."""
account_closed = Signal()
"""A player is about to close their account and becomes a guest. Argument: ``player``."""
