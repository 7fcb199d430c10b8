"""Whole games as text: each position drawn, what is legal, what was played, and its trace.

``python3 -m tests.games.playthrough`` writes every golden file anew, with the actions it has;
with GAME NAME SEED [OPTION=VALUE ...] it adds GAME/golden/NAME.txt, a game of random play.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from games_app.games.text import draw
from games_app.rules import GAMES, State
from tests.games.positions import playout

HERE = Path(__file__).parent
LONGEST = 60

Ply = tuple[str, str]


def playthrough(slug: str, options: dict[str, str], plies: Iterable[Ply]) -> str:
    """The text of the game that these plies make."""
    state = GAMES[slug].initial_state(**options)
    lines = [f"game: {slug}", f"options: {json.dumps(options)}", "", *_position(slug, state)]
    for number, (role, action) in enumerate(plies, 1):
        state = state.apply(role, action)
        lines += ["", f"{number}. {role}: {action}   [{GAMES[slug].notation(action)}]"]
        lines += [f"   {json.dumps(step, ensure_ascii=False)}" for step in state.trace]
        lines += ["", *_position(slug, state)]
    return "\n".join(lines) + "\n"


def _position(slug: str, state: State) -> Iterator[str]:
    yield draw(slug, state.facts())
    for role in state.roles:
        if state.view(role) != state.facts():
            yield f"{role} does not see all of this"
    for role in state.to_move:
        yield f"legal for {role}: {', '.join(state.legal_actions(role))}"
    if state.forced():
        yield f"forced: {': '.join(state.forced() or ())}"
    if state.is_terminal:
        yield f"goals: {json.dumps(state.goals())}"


def goldens() -> list[Path]:
    return sorted(HERE.glob("*/golden/*.txt"))


def again(text: str) -> str:
    """The playthrough of the game that ``text`` tells, by the rules as they are now."""
    header = dict(line.split(": ", 1) for line in text.splitlines()[:2])
    plies = re.findall(r"^\d+\. (\w+): (.+?)   \[", text, re.MULTILINE)
    return playthrough(header["game"], json.loads(header["options"]), plies)


def random_plies(slug: str, options: dict[str, str], seed: int) -> list[Ply]:
    play = playout(GAMES[slug].initial_state(**options), random.Random(seed))
    return [(role, action) for _, (_, role, action) in zip(range(LONGEST), play, strict=False)]


def main(arguments: list[str]) -> None:
    if arguments:
        slug, name, seed, *given = arguments
        options = dict(each.partition("=")[::2] for each in given)
        text = playthrough(slug, options, random_plies(slug, options, int(seed)))
        file = HERE / slug / "golden" / f"{name}.txt"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return
    for path in goldens():
        path.write_text(again(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
