"""Strangers who ask at once through two processes: each offer has one taker, and nobody plays twice."""

from __future__ import annotations

from functools import partial

from tests.faults.test_pairing import (
    OFFERS,
    PEOPLE,
    at_once,
    lobby,  # noqa: F401  (fixtures)
    nobody_twice,
    offer,
    play,
    take,
)

FASTER = "Somebody else was faster"


def test_a_hundred_who_take_fifty_offers_at_once_get_fifty_matches(lobby):
    people = lobby.guests(PEOPLE)
    offers = [offer(maker, minutes) for minutes, maker in enumerate(lobby.visitors(OFFERS), 1)]
    answers = at_once([partial(take, one, offers[n % OFFERS]) for n, one in enumerate(people)])
    led = [path for status, _, path in answers if status == 302]
    too_late = [text for status, text, _ in answers if status == 409]
    assert (len(led), len(too_late)) == (OFFERS, PEOPLE - OFFERS), "everybody is answered"
    assert {path.rsplit("/", 1)[1] for path in led} == set(offers)
    assert all(FASTER in text for text in too_late)
    matches = lobby.playing()
    assert set(matches) == set(offers)
    assert nobody_twice(matches)


def test_a_hundred_who_press_play_now_at_once_play_in_fifty_matches(lobby):
    answers = at_once([partial(play, one) for one in lobby.guests(PEOPLE)])
    assert {status for status, _, _ in answers} == {302}
    matches = lobby.playing()
    assert len(matches) == PEOPLE / 2
    assert nobody_twice(matches)
    assert {path.rsplit("/", 1)[1] for _, _, path in answers} == set(matches)
