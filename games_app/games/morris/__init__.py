"""Nine Men's Morris."""

from __future__ import annotations

from games_app.games.morris.rules import Morris

GAME = Morris()
