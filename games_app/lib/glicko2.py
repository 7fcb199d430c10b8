"""Glicko-2 ratings, after Mark Glickman, "Example of the Glicko-2 system", glicko.net/glicko/glicko2.pdf.

Ratings and deviations use the familiar scale, on which a new player has 1500 and 350.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

SCALE = 173.7178
"""Points of the familiar scale for one point of the system's own."""
MEAN = 1500.0
LARGEST_DEVIATION = 350.0
TAU = 0.5
"""Bound on how fast volatilities change; the paper recommends 0.3 to 1.2."""
TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class Rating:
    rating: float = MEAN
    deviation: float = LARGEST_DEVIATION
    """Standard error: the true strength is within two of these of the rating 19 times out of 20."""
    volatility: float = 0.06


def aged(own: Rating, periods: float) -> Rating:
    """Return the rating, less certain, after so many rating periods without a game (step 6)."""
    phi = math.hypot(own.deviation / SCALE, own.volatility * math.sqrt(max(periods, 0.0)))
    return Rating(own.rating, min(phi * SCALE, LARGEST_DEVIATION), own.volatility)


def after(own: Rating, results: Iterable[tuple[Rating, float]], periods: float = 1.0) -> Rating:
    """Return the rating after ``results``: opponents, and 1 for a win, 0.5 for a draw, 0 for a loss.

    ``periods``: rating periods since the player's last game.
    """
    mu, phi = (own.rating - MEAN) / SCALE, own.deviation / SCALE
    information = difference = 0.0
    for opponent, score in results:
        weight = _weight(opponent.deviation / SCALE)
        expected = 1 / (1 + math.exp(-weight * (mu - (opponent.rating - MEAN) / SCALE)))
        information += weight**2 * expected * (1 - expected)
        difference += weight * (score - expected)
    if not information:
        return aged(own, periods)
    variance = 1 / information
    volatility = _volatility(phi, own.volatility, variance, variance * difference)
    before = math.hypot(phi, volatility * math.sqrt(max(periods, 0.0)))
    phi = 1 / math.sqrt(1 / before**2 + information)
    mu += phi**2 * difference
    return Rating(mu * SCALE + MEAN, min(phi * SCALE, LARGEST_DEVIATION), volatility)


def _weight(phi: float) -> float:
    """Return how much a result against an opponent with this deviation tells (g in the paper)."""
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Return the new volatility: the root of step 5, by the Illinois algorithm."""
    a = math.log(sigma**2)

    def f(x: float) -> float:
        e = math.exp(x)
        spread = phi**2 + variance + e
        return e * (delta**2 - spread) / (2 * spread**2) - (x - a) / TAU**2

    low, high = a, _other_side(f, a, delta**2 - phi**2 - variance)
    f_low, f_high = f(low), f(high)
    while abs(high - low) > TOLERANCE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)


def _other_side(f: Callable[[float], float], a: float, surprise: float) -> float:
    """Return a point where ``f`` has another sign than at ``a``."""
    if surprise > 0:
        return math.log(surprise)
    k = 1
    while f(a - k * TAU) < 0:
        k += 1
    return a - k * TAU
