"""Print the empty boards of all games as JSON, for tests in JavaScript: ``python -m tests.drawings``."""

from __future__ import annotations

import json

from games_app.drawing.plan import source
from games_app.rules import GAMES

if __name__ == "__main__":
    print(json.dumps({slug: source(slug) for slug in GAMES}))
