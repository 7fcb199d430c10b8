"""Check that the stored clocks follow from the events, without the server's arithmetic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games_app.games.rules import get_game

FIRST_ACTION = 60_000
DAY = 86_400_000

Event = Mapping[str, Any]
Clocks = dict[str, Any]


def clock_flaws(record: Sequence[Event], terms: Mapping[str, str], game: str) -> list[str]:
    """Return where the stored clocks do not follow from the events before them."""
    if terms.get("time", "none") == "none":
        return [
            f"event {event['seq']} tells clocks that nobody agreed on"
            for event in record
            if "clocks" in event
        ]
    found, before = [], None
    for event in record:
        if before is not None or event["what"] == "started":
            expected = _after(before, event, terms, get_game(game).roles)
            if all(_plain(event.get("clocks")) != _plain(one) for one in expected):
                found.append(
                    f"event {event['seq']} ({event['what']}) leaves clocks {event.get('clocks')}, expected "
                    f"{expected[0]}"
                )
            before = event
    return found


def _after(
    before: Event | None, event: Event, terms: Mapping[str, str], roles: Sequence[str]
) -> list[Clocks]:
    """Return the clocks after ``event``; several if the record alone does not decide."""
    daily, to_move = terms["time"] == "days", event["position"]["to_move"]
    if before is None:
        allowance = int(terms["days"]) * DAY if daily else int(terms["minutes"]) * 60_000
        fresh = {"at": event["at"], "left": dict.fromkeys(roles, allowance), "begun": [], "first": {}}
        return [_running(fresh | {"paused": {}}, to_move, daily=daily)]
    old: Clocks = before["clocks"]
    match event["what"]:
        case "acted" | "sealed":
            new = _acted(before, event, terms)
        case "outage":
            later = _put_off(old, event.get("delay", 0), event["at"])
            return [later, old] if event.get("gone") else [later]
        case "gone" if event["clocks"].get("paused") != old["paused"]:
            role = event["role"]
            new = _read(old, event["at"])
            until = event["at"] + int(terms["pause"]) * 60_000
            new["running"] = [one for one in new["running"] if one != role]
            new["paused"] = new["paused"] | {role: until}
        case "came_back" | "resumed" if event["role"] in old["paused"]:
            new = _read(old, event["at"])
            new["paused"] = {role: until for role, until in old["paused"].items() if role != event["role"]}
            new["running"] = [*old["running"], event["role"]]
        case _:
            new = dict(old)
    if event["status"] != "playing":
        new = _read(new, event["at"]) | {"running": [], "first": {}, "paused": {}}
    return [new]


def _acted(before: Event, event: Event, terms: Mapping[str, str]) -> Clocks:
    """Add the increment of roles that leave ``to_move``; with days, roles that enter get all days."""
    old, daily = before["clocks"], terms["time"] == "days"
    was, now = before["position"]["to_move"], event["position"]["to_move"]
    new = _read(old, event["at"])
    for role in new["left"]:
        if daily and role in now and role not in was:
            new["left"][role] = int(terms["days"]) * DAY
        if not daily:
            new["left"][role] += earned(role, before, event, terms)
    new["begun"] = list(dict.fromkeys([*old["begun"], event["role"]]))
    new["paused"] = {role: until for role, until in old["paused"].items() if role != event["role"]}
    return _running(new, now, daily=daily)


def earned(role: str, before: Event, event: Event, terms: Mapping[str, str]) -> int:
    """Return this role's increment, if the event brings it one."""
    leaves = role in before["position"]["to_move"] and role not in event["position"]["to_move"]
    if terms["time"] != "real" or not leaves or role not in before["clocks"]["begun"]:
        return 0
    return int(terms["increment"]) * 1000


def _running(clocks: Clocks, to_move: Sequence[str], *, daily: bool) -> Clocks:
    waiting = [] if daily else [role for role in to_move if role not in clocks["begun"]]
    paused = {role: until for role, until in clocks["paused"].items() if role in to_move}
    running = [role for role in to_move if role not in waiting and role not in paused]
    first = {role: clocks["first"].get(role, clocks["at"] + FIRST_ACTION) for role in waiting}
    return clocks | {"running": running, "first": first, "paused": paused}


def _read(clocks: Clocks, at: int) -> Clocks:
    """Return the clocks at a later time."""
    if at <= clocks["at"]:
        return clocks | {"left": dict(clocks["left"])}
    runs_since = dict.fromkeys(clocks["running"], clocks["at"])
    runs_since |= {role: max(clocks["at"], until) for role, until in clocks["paused"].items()}
    left = {role: max(0, ms - max(0, at - runs_since.get(role, at))) for role, ms in clocks["left"].items()}
    return clocks | {"at": at, "left": left}


def _put_off(old: Clocks, delay: int, until: int) -> Clocks:
    """Read when the outage began, they run on from when it was over."""
    later = _read(old, until - delay) | {"at": until}
    for name in ("first", "paused"):
        later[name] = {role: deadline + delay for role, deadline in old[name].items()}
    return later


def _plain(clocks: Clocks | None) -> Clocks | None:
    """Return the clocks for comparison: the order of roles means nothing."""
    return clocks and clocks | {name: sorted(clocks[name]) for name in ("running", "begun")}
