"""Print the empty boards of all rule sets as JSON, for tests in JavaScript: ``python -m tests.drawings``."""

from __future__ import annotations

import json

from games_app.drawing.plan import source
from games_app.games.rules import RULE_SETS


def drawings() -> str:
    """Return the SVG source of each rule set's board, as JSON."""
    return json.dumps({slug: source(slug) for slug in RULE_SETS})


if __name__ == "__main__":
    print(drawings())
