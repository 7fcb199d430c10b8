"""Whole games as text: each position drawn, the legal actions, the action played, and its trace.

With GOLDEN=new in the environment, the tests write every golden file again. ``python3 -m
tests.games.playthrough GAME NAME SEED [OPTION=VALUE ...]`` adds GAME/golden/NAME.txt, a game of random play,
and leaves a file that is there already as it is.
"""

from __future__ import annotations

import json
import random
import re
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from games_app.games.rules import GAMES, InvalidOption, State
from games_app.games.text import draw
from tests.games.positions import playout

HERE = Path(__file__).parent
LONGEST = 60

Ply = tuple[str, str]


def playthrough(slug: str, options: dict[str, str], plies: Iterable[Ply]) -> str:
    """Return the text of the game made by these plies."""
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
    """Return the golden files; for a game without any, the one that is to be written."""
    files = sorted(HERE.glob("*/golden/*.txt"))
    known = {file.parts[-3] for file in files}
    return [*files, *(HERE / slug / "golden" / "full_game.txt" for slug in GAMES if slug not in known)]


def write(file: Path) -> None:
    """Write a golden file again, with its actions; a new one gets the first random game that ends."""
    if file.exists():
        file.write_text(again(file.read_text(encoding="utf-8")), encoding="utf-8")
        return
    slug = file.parts[-3]
    texts = (playthrough(slug, {}, random_plies(slug, {}, seed)) for seed in range(1, 1000))
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(next(text for text in texts if "\ngoals: " in text), encoding="utf-8")


def again(text: str) -> str:
    """Return the playthrough of the game in ``text``, by the present rules."""
    header = dict(line.split(": ", 1) for line in text.splitlines()[:2])
    plies = re.findall(r"^\d+\. (\w+): (.+?)   \[", text, re.MULTILINE)
    return playthrough(header["game"], json.loads(header["options"]), plies)


def random_plies(slug: str, options: dict[str, str], seed: int) -> list[Ply]:
    play = playout(GAMES[slug].initial_state(**options), random.Random(seed))
    return [(role, action) for _, (_, role, action) in zip(range(LONGEST), play, strict=False)]


def main(arguments: Sequence[str], folder: Path = HERE) -> str:
    """Add a golden file and return what was done. Exits with a sentence if it can't be added."""
    parser = ArgumentParser(prog="python3 -m tests.games.playthrough", description="Add a golden game.")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("name", help="name of the file, without its ending")
    parser.add_argument("seed", type=int)
    parser.add_argument("options", nargs="*", metavar="OPTION=VALUE")
    given = parser.parse_args(arguments)
    options = dict(each.partition("=")[::2] for each in given.options)
    try:
        text = playthrough(given.game, options, random_plies(given.game, options, given.seed))
    except InvalidOption as error:
        parser.error(str(error))
    file = folder / given.game / "golden" / f"{given.name}.txt"
    if file.exists():
        parser.error(f"{file} is there already. Choose another name, or remove it first.")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    end = "the game ends" if "\ngoals: " in text else f"cut off after {LONGEST} plies; other seeds may end"
    return f"Wrote {file}: {end}."


if __name__ == "__main__":
    print(main(sys.argv[1:]))
