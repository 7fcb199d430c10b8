"""Daphne sends and receives by itself what other servers leave to the application."""

from __future__ import annotations

import sys


def in_use() -> bool:
    """Is Daphne the server of this process?"""
    return "daphne.ws_protocol" in sys.modules
