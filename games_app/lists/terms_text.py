"""Terms of a match in words."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games_app.games.handicap import HEAD_STARTS
from games_app.games.sheet import Text
from games_app.match.terms import DAYS_A_YEAR, DEFAULT_TERMS, Claim, Daily, Pause, RealTime, Terms, Wait


def agreed(terms: Terms, game: str, uncounted: str = "") -> list[tuple[Text, Text]]:
    """Return the terms as (label, description): the time, and everything that differs from the defaults.

    ``game`` is the slug of the rule set; ``uncounted``: the sentence why a rated match doesn't count, if that
    is known.
    """
    usual = DEFAULT_TERMS
    lines: list[tuple[str, str, bool]] = [
        (_("Time"), _time(terms), False),
        (_("Preview"), _("None."), terms.hints),
        (_("Computer tips"), _("For both, on request. Everybody sees who took one."), not terms.tips),
        (_("Taking back"), _("Not in this match."), terms.takebacks == usual.takebacks),
        (
            _("If a player leaves"),
            _absence(terms),
            terms.absence == usual.absence,
        ),
        (_("Chat"), _talk(terms), terms.talk == usual.talk),
        (_("Series"), _series(terms), terms.games == usual.games),
        (_("Rated"), uncounted or _rated(), not terms.rated),
        (_("Beginning"), _start(terms), not terms.start),
        (_("Opening"), _("Drawn by lot among those that are proved even."), not terms.balanced),
        (_("Handicap"), _handicap(terms, game), not terms.handicap),
        (
            _("Level"),
            _("It rises after a game that you win, and falls after one that you lose."),
            not terms.adaptive,
        ),
    ]
    return [(label, how) for label, how, as_usual in lines if not as_usual]


def brief(terms: Terms, game: int) -> Text:
    """Return the distinguishing terms for a list: "5+3, rated", "3 days a turn, game 1 of 2"; may be empty.

    ``game`` is the number of the game in its series.
    """
    words = []
    match terms.time:
        case RealTime(minutes, increment):
            words.append(f"{minutes}+{increment}")
            if terms.handicap and isinstance(other := terms.handicap.time, RealTime):
                words[-1] += f" / {other.minutes}+{other.increment}"
        case Daily(days):
            words.append(ngettext("{n} day a turn", "{n} days a turn", days).format(n=days))
    if terms.start:
        words.append(_("from a position"))
    if terms.handicap:
        words.append(_("with a handicap"))
    if terms.rated:
        words.append(_("rated"))
    if terms.games != DEFAULT_TERMS.games:
        words.append(_("game {n} of {all}").format(n=game, all=terms.games))
    return ", ".join(words)


def clock(time: RealTime) -> Text:
    """Return a clock in words: "10 minutes each, plus 5 seconds a turn"."""
    each = ngettext("{n} minute each", "{n} minutes each", time.minutes).format(n=time.minutes)
    if not time.increment:
        return each
    text = ngettext("{each}, plus {n} second a turn", "{each}, plus {n} seconds a turn", time.increment)
    return text.format(each=each, n=time.increment)


def time_left(left: timedelta) -> Text:
    """Return whole days, or hours on the last day, or minutes in the last hour: "2 days left"."""
    minutes = max(0, left // timedelta(minutes=1))
    days, hours = minutes // (24 * 60), minutes // 60
    if days:
        return ngettext("{n} day left", "{n} days left", days).format(n=days)
    if hours:
        return ngettext("{n} hour left", "{n} hours left", hours).format(n=hours)
    if minutes:
        return ngettext("{n} minute left", "{n} minutes left", minutes).format(n=minutes)
    return _("less than a minute left")


def paused(left: timedelta) -> Text:
    """Return how long a pause still lasts, in days, hours or minutes: "paused for 2 more days"."""
    minutes, hours, days = (-(-left // timedelta(minutes=length)) for length in (1, 60, 24 * 60))
    if days > 1:
        return ngettext("paused for {n} more day", "paused for {n} more days", days).format(n=days)
    if hours > 1:
        return ngettext("paused for {n} more hour", "paused for {n} more hours", hours).format(n=hours)
    return ngettext("paused for {n} more minute", "paused for {n} more minutes", minutes).format(n=minutes)


def waited(time: timedelta) -> Text:
    """Return how long an offer has waited, in minutes, hours or days: "waiting for 5 minutes"."""
    minutes = max(0, time // timedelta(minutes=1))
    days, hours = minutes // (24 * 60), minutes // 60
    if days:
        return ngettext("waiting for {n} day", "waiting for {n} days", days).format(n=days)
    if hours:
        return ngettext("waiting for {n} hour", "waiting for {n} hours", hours).format(n=hours)
    if minutes:
        return ngettext("waiting for {n} minute", "waiting for {n} minutes", minutes).format(n=minutes)
    return _("just arrived")


def _time(terms: Terms) -> str:
    match terms.time:
        case RealTime():
            return _("{time}. If your time runs out, you lose.").format(time=clock(terms.time))
        case Daily(days):
            text = ngettext(
                "{n} day for each turn. If you take longer, you lose.",
                "{n} days for each turn. If you take longer, you lose.",
                days,
            )
            holiday = _("Each of you can take up to {n} days of holiday a year, on which no turn takes time.")
            return f"{text.format(n=days)} {holiday.format(n=DAYS_A_YEAR)}"
    if isinstance(terms.absence, Wait):
        return _("No clock. After a week without a move either of you can end it.")
    return _("No clock.")


def _absence(terms: Terms) -> str:
    match terms.absence:
        case Pause(minutes):
            text = ngettext(
                "The clock waits for each player once, for {n} minute at most.",
                "The clock waits for each player once, for {n} minutes at most.",
                minutes,
            )
            return text.format(n=minutes)
        case Claim(seconds):
            text = _("After {time} away on their turn, the other player can claim a win or a draw.")
            return text.format(time=_length(seconds))
    return _("The other player waits.")


def _length(seconds: int) -> str:
    """Return whole minutes, otherwise seconds: "2 minutes"."""
    if seconds % 60:
        return ngettext("{n} second", "{n} seconds", seconds).format(n=seconds)
    return ngettext("{n} minute", "{n} minutes", seconds // 60).format(n=seconds // 60)


def _talk(terms: Terms) -> str:
    return _("Quick phrases only.") if terms.talk == "phrases" else _("None.")


def _rated() -> str:
    return _(
        "The result changes both players' ratings. It doesn't if you both use one internet address or one"
        " browser, or if one of you gives up after a few moves."
    )


def _start(terms: Terms) -> str:
    n = len(terms.start.split())
    return ngettext("From a position, after {n} move.", "From a position, after {n} moves.", n).format(n=n)


def _handicap(terms: Terms, game: str) -> str:
    """Return the sentences of a handicap: "South has 2 stones already in the store. This is never rated."."""
    given = terms.handicap
    if given is None:
        return ""
    side, sentences = _(given.role.capitalize()), []
    if given.head_start:
        words = HEAD_STARTS[game].words(given.head_start)
        sentences.append(_("{side} begins with {head_start}.").format(side=side, head_start=words))
    match given.time:
        case RealTime():
            less = f"{given.time.minutes}+{given.time.increment}"
            sentences.append(_("The other side has less time: {time}.").format(time=less))
        case Daily(days):
            text = ngettext(
                "The other side has {n} day for each turn.",
                "The other side has {n} days for each turn.",
                days,
            )
            sentences.append(text.format(n=days))
    if given.first_move:
        sentences.append(_("{side} moves first, in a rematch too.").format(side=side))
    return " ".join([*sentences, _("A match with a handicap is never rated.")])


def _series(terms: Terms) -> str:
    return ngettext("One game.", "{n} games. Sides are swapped after each.", terms.games).format(
        n=terms.games
    )
