"""Play that follows from a seed alone, and its undisturbed result."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from typing import Any

from games_app.games.rules import get_game
from tests.faults.charged import When
from tests.faults.client import new_cmd
from tests.faults.page import Page


async def scripted(
    pages: Sequence[Page],
    seed: str,
    most: int,
    moments: dict[int, When] | None = None,
    *,
    pause: float = 0.0,
    thinking: float = 0.0,
) -> None:
    """Play so that the moves follow from the seed alone, however often it is interrupted.

    ``moments`` gets the time of each event.
    """
    players, dice = pages[:2], random.Random(f"{seed} thinking")
    for _ in range(most):
        if players[0].status != "playing":
            return
        player = next(page for page in players if players[0].position["to_move"][0] in page.you)
        role = player.position["to_move"][0]
        action = choice(seed, player.position["ply"], player.position["legal"][role])
        base = player.position["base"][role]
        sent = time.monotonic()
        answer = await player.ask({"kind": "act", "cmd": new_cmd(), "base": base, "action": action})
        assert answer["ok"], answer
        if moments is not None:
            moments[answer["seq"]] = When(sent, time.monotonic())
        for page in pages:
            await page.until(lambda page=page, seq=answer["seq"]: page.seq >= seq)
        await asyncio.sleep(pause + dice.uniform(0, thinking))


async def give_up(player: Page) -> None:
    """End a match that has been played for long enough: its time runs no more."""
    if player.status == "playing":
        answer = await player.ask({"kind": "resign", "cmd": new_cmd()})
        assert answer["ok"], answer


def twin(game: str, options: dict[str, str], seed: str, most: int) -> list[tuple[str, str]]:
    """Return what `scripted` plays undisturbed: by the rules alone, without any server."""
    state, plies = get_game(game).initial_state(**options), []
    for _ in range(most):
        if state.is_terminal:
            break
        role = state.to_move[0]
        ply = (role, choice(seed, len(plies), state.legal_actions(role)))
        while ply:
            state = state.apply(*ply)
            plies.append(ply)
            ply = state.forced()
    return plies


def choice(seed: str, ply: int, legal: Sequence[str]) -> str:
    return random.Random(f"{seed} {ply}").choice(sorted(legal))


def played(record: Sequence[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(ply["role"], ply["action"]) for event in record for ply in event["plies"]]
