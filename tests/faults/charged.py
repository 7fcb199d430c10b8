"""Check whether anybody was charged for an outage, or given back more than it took.

The kit knows by its own clock when each command was sent and answered, and when it kept the site from storing
anything. It does not use the servers' clock or their arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tests.faults.clockwork import Event, earned

BEYOND = 0.5
"""Maximum seconds beyond their own time that players may be charged, as promised."""
TOLERANCE = 0.3
"""Seconds by which the clocks may differ from the kit's observation."""
RETURN = 5.0
"""Seconds for which clocks stand still after an outage from which pages have to come back."""
FORESEEN = 1.0
"""Seconds that may be given back too much after an outage: the time of compensation is foreseen."""
STALL = 5.0
"""Seconds that may be given back without a known outage: a busy machine stalls."""


@dataclass(frozen=True, slots=True)
class When:
    """An event between two moments of the kit's clock."""

    earliest: float
    latest: float


@dataclass(slots=True)
class Outage:
    """A trouble that keeps the site from storing anything, or that its servers may take for such a one."""

    what: str
    since: float
    until: float
    """Moments between which certainly nothing was stored; twice the same moment if nothing is certain."""
    felt_since: float
    felt_until: float
    """Moments between which the servers may have seen no sign of life: signs are a second apart."""
    turned: float = 0.0
    """Seconds by which the clock was turned forward."""
    sends_away: bool = False
    """True if pages have to connect or resend."""
    everywhere: bool = True
    """True if it concerns all processes. Otherwise pages of this process are charged while it is away."""
    set_back: bool = False
    """True if the clock was behind an earlier reading. Then nobody need be charged for anything."""

    def within(self, since: float, until: float) -> float:
        """Return how much of the certain outage lies between these moments."""
        return max(0.0, min(self.until, until) - max(self.since, since))

    def felt_within(self, since: float, until: float) -> bool:
        return self.felt_since < until and self.felt_until > since


@dataclass(slots=True)
class Seen:
    """The kit's knowledge of a match besides its record."""

    names: Mapping[str, str]
    """Role -> its player."""
    moments: dict[int, When] = field(default_factory=dict)
    """Bounds of each event's time, by seq: between sending the command and its answer."""
    told: Mapping[int, float] = field(default_factory=dict)
    """Latest time of the servers' clock when somebody learned of an event, by seq."""
    shown: Mapping[str, Mapping[int, float]] = field(default_factory=dict)
    """Time when a role's page got an event, by role and seq; empty if the network loses messages."""
    lag: Callable[[float, float], float] = lambda since, until: 0.0
    """Seconds between two moments for which the machine had no processor for the kit or a server."""


def charges(
    record: Sequence[Event], terms: Mapping[str, str], seen: Seen, known: Sequence[Outage]
) -> list[str]:
    """Return who was charged for an outage, or given back more than passed."""
    found: list[str] = []
    if terms.get("time", "none") == "none":
        return found
    for event in record[1:]:
        role, seq = event["role"], event["seq"]
        if event["what"] in ("flagged", "no_show"):
            found.append(f"{seen.names[role]} never thought for long, but event {seq} is {event['what']}")
        if event["what"] == "outage":
            found += _given_from_the_future(event, seen, known)
    for turn in turns(record, terms, seen):
        seq = turn.events[-1]["seq"]
        found += [f"{seen.names[turn.role]} {flaw} in event {seq}" for flaw in turn.flaws(known)]
    return found


def turns(record: Sequence[Event], terms: Mapping[str, str], seen: Seen) -> Iterator[Turn]:
    """Yield the turns with a running clock whose beginning and end the kit knows."""
    since: dict[str, int | None] = {}
    """Event since which each running clock runs; None if the kit does not know the time."""
    for event in record[1:]:
        role, seq = event["role"], event["seq"]
        when = seen.moments.get(seq)
        if when and (began := since.get(role)):
            yield Turn(
                record[began - 1 : seq],
                role,
                terms,
                seen.moments[began],
                when,
                seen.shown.get(role, {}).get(began),
                seen.lag(seen.moments[began].earliest, when.latest),
            )
        since = {
            one: since[one] if one in since and one != role else (seq if when else None)
            for one in event.get("clocks", {}).get("running", ())
        }


def _given_from_the_future(event: Event, seen: Seen, known: Sequence[Outage]) -> list[str]:
    """A clock that begins to run only later than now was given back more than has passed."""
    latest = seen.told.get(event["seq"])
    ahead = event["clocks"]["at"] / 1000 - latest if latest is not None else 0.0
    if ahead <= FORESEEN + (RETURN if any(one.sends_away for one in known) else 0.0):
        return []
    given = event.get("delay", 0) / 1000
    return [f"event {event['seq']} gave back {given:.1f} s, {ahead:.1f} s more than had passed"]


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn from the event that starts a role's clock to its action."""

    events: Sequence[Event]
    role: str
    terms: Mapping[str, str]
    began: When
    ended: When
    shown: float | None
    """Time when its page learned of the beginning, if the kit knows it."""
    lag: float
    """Seconds meanwhile for which the machine had no processor for the kit or a server."""

    def felt(self, known: Iterable[Outage]) -> list[Outage]:
        """Return the outages during it."""
        return [one for one in known if one.felt_within(self.began.earliest, self.ended.latest)]

    def beyond(self, felt: Sequence[Outage]) -> float | None:
        """Return the seconds charged beyond the player's own time, if the kit knows them.

        It ends with the first attempt to act. A page that stays with a process that is away can't act.
        """
        if self.shown is None or not all(one.everywhere for one in felt):
            return None
        return self.charged - (self.ended.earliest - self.shown)

    def flaws(self, known: Iterable[Outage]) -> list[str]:
        felt = self.felt(known)
        return [*self._too_much(felt), *self._beyond(felt), *self._too_little(felt)]

    def _too_much(self, felt: Sequence[Outage]) -> list[str]:
        """Return the charge for a time in which certainly nothing could be stored."""
        since, until = self.began.earliest, self.ended.latest
        lost = sum(one.within(since, until) for one in felt)
        excess = self.charged - (until - since - lost) - TOLERANCE
        if excess <= (BEYOND if lost else 0.0):
            return []
        troubles = ", ".join(one.what for one in felt) or "nothing that the kit did"
        if lost:
            of = f"at least {excess:.1f} s of an outage of {lost:.1f} s"
            return [f"was charged {self.charged:.1f} s, {of} ({troubles})"]
        return [f"was charged {self.charged:.1f} s of a turn of {until - since:.1f} s ({troubles})"]

    def _beyond(self, felt: Sequence[Outage]) -> list[str]:
        beyond = self.beyond(felt) if felt else None
        if beyond is None or beyond <= BEYOND + TOLERANCE + self.lag:
            return []
        troubles = ", ".join(one.what for one in felt)
        return [f"was charged {self.charged:.1f} s, {beyond:.1f} s beyond the own time ({troubles})"]

    def _too_little(self, felt: Sequence[Outage]) -> list[str]:
        """Check that uncharged time is reported as given back, and is not more than the outages took."""
        troubles = ", ".join(one.what for one in felt) or "nothing that the kit did"
        passed = self.ended.earliest - self.began.latest
        if any(one.set_back for one in felt):
            return []
        told = self.charged + self.given_back + self.given_before
        if told < passed - (FORESEEN if felt else TOLERANCE):
            return [f"was charged {self.charged:.1f} s of a turn of at least {passed:.1f} s ({troubles})"]
        most = sum(one.felt_until - one.felt_since + one.turned for one in felt) + STALL
        most += RETURN * any(one.sends_away for one in felt)
        if self.given_back > most:
            return [f"was given back {self.given_back:.1f} s of outages of at most {most:.1f} s ({troubles})"]
        return []

    @property
    def charged(self) -> float:
        """Seconds."""
        first, last = self.events[0], self.events[-1]
        earnings = earned(self.role, self.events[-2], last, self.terms)
        gifts = sum(event.get("given", 0) for event in self.events[1:] if event["role"] != self.role)
        return (
            first["clocks"]["left"][self.role] + gifts + earnings - last["clocks"]["left"][self.role]
        ) / 1000

    @property
    def given_before(self) -> float:
        """Seconds at the beginning of the turn that an outage before it had given back already.

        Its end is foreseen, and may be a moment later than the first actions after it.
        """
        first = self.events[0]
        return max(0, first["clocks"]["at"] - first["at"]) / 1000

    @property
    def given_back(self) -> float:
        """Seconds."""
        return sum(event.get("delay", 0) for event in self.events[1:]) / 1000


def story(record: Sequence[Event], seen: Seen, known: Iterable[Outage]) -> list[str]:
    """Return the events of a match, in seconds since its start: by the servers' clock, and (k) the kit's."""
    began, kits = record[0]["at"], min(when.earliest for when in seen.moments.values())
    latest = max(when.latest for when in seen.moments.values())
    lines = []
    for event in record:
        line = f"{event['seq']} {event['what']} {event['role'] or ''} {(event['at'] - began) / 1000:.2f}"
        if when := seen.moments.get(event["seq"]):
            line += f" (k {when.earliest - kits:.2f} to {when.latest - kits:.2f})"
        if "clocks" in event:
            clocks = event["clocks"]
            left = ", ".join(f"{role} {ms / 1000:.2f}" for role, ms in clocks["left"].items())
            line += f" clocks at {(clocks['at'] - began) / 1000:.2f}: {left}, running {clocks['running']}"
        lines.append(line + (f", delay {event['delay'] / 1000:.2f}" if "delay" in event else ""))
    for one in known:
        if one.felt_within(kits, latest):
            lines.append(f"{one.what} (k {one.since - kits:.2f} to {one.until - kits:.2f})")
    return lines


def told_first(
    pages: Iterable[Mapping[int, float]], shown_by: Callable[[float], float | None]
) -> dict[int, float]:
    """Return by seq the time of ``shown_by`` when the first page learned of the event."""
    first: dict[int, float] = {}
    for told in pages:
        for seq, at in told.items():
            first[seq] = min(first.get(seq, at), at)
    shown = {seq: shown_by(at) for seq, at in first.items()}
    return {seq: at for seq, at in shown.items() if at is not None}
