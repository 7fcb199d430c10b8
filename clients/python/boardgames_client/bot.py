"""A bot: all matches of one account at the same time."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import TypeAlias

from boardgames_client import schemas
from boardgames_client.api import Refused
from boardgames_client.match import Choose
from boardgames_client.site import Site

AnyInvitation: TypeAlias = schemas.Invitation | schemas.OpenInvitation
"""An invitation, as an entry of the stream or as one that was there before."""
Accept = Callable[[AnyInvitation], bool | Awaitable[bool]]
"""Function that says whether to accept an invitation."""


async def run(site: Site, choose: Choose, accept: Accept = lambda invitation: True) -> None:
    """Accept invitations and play every match of the token's player, for ever.

    The token needs the scopes ``read`` and ``play``. Raises Closed, Refused, and what ``Match.play`` raises.
    """
    try:
        await _run(site, choose, accept)
    except BaseExceptionGroup as group:
        # Of the tasks that have failed together, the first one says why.
        raise _first(group) from None


def _first(error: BaseException) -> BaseException:
    return _first(error.exceptions[0]) if isinstance(error, BaseExceptionGroup) else error


async def _run(site: Site, choose: Choose, accept: Accept) -> None:
    playing: dict[str, asyncio.Task[schemas.Result | None]] = {}
    answered: set[str] = set()
    async with asyncio.TaskGroup() as tasks, aclosing(site.stream()) as stream:

        def play(match: str) -> None:
            if match not in playing:
                playing[match] = tasks.create_task(site.match(match).play(choose))
                playing[match].add_done_callback(lambda _: playing.pop(match))

        async def answer(invitation: AnyInvitation) -> None:
            if invitation["match"] not in answered:
                answered.add(invitation["match"])
                await _answer(site, invitation, accept)

        async for entry in stream:
            match entry["kind"]:
                case "stream":  # a new stream says nothing of what there was before
                    me = await site.me()
                    for one in me["playing"]:
                        play(one)
                    for invitation in me["invitations"]:
                        await answer(invitation)
                case "invitation":
                    await answer(entry)
                case "invitation_answered":
                    answered.discard(entry["match"])
                case "match_started":
                    play(entry["match"])


async def _answer(site: Site, invitation: AnyInvitation, accept: Accept) -> None:
    try:
        accepts = accept(invitation)
        if await accepts if inspect.isawaitable(accepts) else accepts:
            await site.join(invitation["match"])
        else:
            await site.decline(invitation["match"])
    except Refused:
        pass  # it was withdrawn meanwhile, or is not for bots
