"""How stones move, and how they sound."""

import json
import re
from datetime import datetime, timedelta

from playwright.sync_api import expect

from tests.browser.lobby import begin
from tests.browser.playing import Person
from tests.browser.tracing import traced
from tests.browser.watching import counts, decisions, record, told_by
from tests.games.recorded import played, recorded

LONG = 120
"""A sowing of at least so many shells is long."""

PLAY = """async ([before, plies, then, speed = "slow"]) => {
  const board = document.querySelector("game-board");
  const at = (facts) => ({ facts, to_move: [], legal: {} });
  await customElements.whenDefined("game-board");
  board.speed = speed;
  board.show(at(before), { roles: [] });
  window.landed = board.play(plies, at(then), { roles: [] });
  for (let i = 0; i < 3; i += 1) await new Promise(requestAnimationFrame);
}"""

OVERTAKE = """async (facts) => {
  const first = window.landed.then(() => "at once");
  const later = new Promise((late) => setTimeout(late, 1000, "late"));
  document.querySelector("game-board").show({ facts, to_move: [], legal: {} }, { roles: [] });
  return Promise.race([first, later]);
}"""
"""A new message comes in the middle of a motion."""

LANDED = """least => new Promise((done) => {
  const look = () => {
    const { landed } = document.querySelector("game-board");
    if (landed === null || landed > least) done(landed);
    else requestAnimationFrame(look);
  };
  look();
})"""
"""Waits until so many beats have landed; null if the motion has ended before."""

BURNT = """() => new Promise((done) => {
  let burnt = [];
  const look = () => {
    const board = document.querySelector("game-board");
    const marks = [...board.querySelectorAll(".burnt")];
    const seen = marks.filter((mark) => mark.checkVisibility({ visibilityProperty: true }));
    if (board.landed === null) return done(burnt);
    if (seen.length > burnt.length) burnt = seen.map((mark) => mark.closest("[data-stop]").dataset.stop);
    requestAnimationFrame(look);
  };
  look();
})"""
"""The houses that are seen to burn before a motion has ended."""

LISTEN = """() => {
  window.heard = 0;
  const { createOscillator } = AudioContext.prototype;
  AudioContext.prototype.createOscillator = function () {
    window.heard += 1;
    return createOscillator.call(this);
  };
}"""


def test_a_long_sowing_lays_nothing_out_and_takes_little_of_each_picture(alice, bob):
    """Slow, so that it still runs when the trace ends. Of each picture's work, what the main thread itself
    spent on script and style is counted; its 95th percentile, since on a busy machine a few are disturbed."""
    alice, bob = Person(alice), Person(bob)
    begin(alice, bob, "congkak", "south", rounds="3", opening="south", sowing="auto")
    alice.page.get_by_role("heading", name="Moves").click()
    sowing = next(one for game in recorded("congkak") for one in played(game) if shells(one["plies"]) >= LONG)
    alice.page.evaluate(PLAY, [sowing["before"], sowing["plies"], sowing["then"]])
    with traced(alice.page) as trace:
        alice.page.evaluate(LANDED, 60)
    assert alice.page.evaluate(LANDED, 0), "it must not end before the trace"
    assert len(trace.frames) > 60
    assert trace.layouts == 0
    costs = trace.costs
    assert costs[len(costs) // 2] < 4
    assert costs[len(costs) * 95 // 100] < 4

    alice.stop("3").press("Escape")
    houses = {stop: str(n) for stop, n in sowing["then"]["houses"].items()}
    for stop, n in houses.items():
        assert alice.board.locator(f'[data-count="{stop}"]').text_content() == n
    assert alice.page.evaluate("window.landed.then(() => 'at once')") == "at once"

    alice.page.evaluate(PLAY, [sowing["before"], sowing["plies"], sowing["then"]])
    assert alice.page.evaluate(OVERTAKE, sowing["before"]) == "at once"
    assert alice.page.evaluate(LANDED, 0) is None

    ending = next(one for game in recorded("congkak") for one in played(game) if burns(one))
    alice.page.evaluate(PLAY, [ending["before"], ending["plies"], ending["then"], "normal"])
    assert sorted(map(int, alice.page.evaluate(BURNT))) == sorted(ending["then"]["burnt"])


def test_a_move_is_gone_through_stone_by_stone_and_held_in_the_middle(alice, bob):
    bob.alter().clock.install()
    alice, bob = Person(alice), Person(bob)
    link = begin(alice, bob, "congkak", "south", rounds="3", opening="south", sowing="auto")
    start = counts(alice)
    bob.at_rest()
    alice.stop("3").click()
    bob.sees(1)
    [sowing] = decisions(record(bob, link))
    order = told_by(sowing, start)
    keys = bob.page.keyboard
    bob.button("First").click()
    bob.sees(0)
    shown = dict(start)
    for n, (stop, now) in enumerate(order[:12], start=1):
        keys.press(".")
        stands(bob, f"Step 0 of 1 and {n} more")
        shown[stop] = now
        assert counts(bob) == shown
    expect(bob.page.locator("#speech")).to_contain_text(
        re.compile(r"\b\d+ shells? in house \d+\. In the hand: \d+\.")
    )
    for n in range(11, 5, -1):
        keys.press(",")
        stands(bob, f"Step 0 of 1 and {n} more")
    assert counts(bob) == start | dict(order[:6])
    bob.button("Next stone").click()
    stands(bob, "Step 0 of 1 and 7 more")
    assert counts(bob) == start | dict(order[:7])

    bob.page.evaluate("document.querySelector('game-board').speed = 'slow'")
    bob.page.clock.pause_at(datetime.now() + timedelta(seconds=3))
    for n in (8, 9, 10):
        keys.press(".")
        stands(bob, f"Step 0 of 1 and {n} more")
    keys.press("h")
    expect(bob.button("Stop")).to_be_visible()
    bob.page.clock.run_for(1000)
    bob.button("Stop").click()
    bob.page.clock.resume()
    expect(bob.scrubber).to_have_attribute("aria-valuetext", re.compile(r"^Step 0 of 1 and \d+ more$"))
    keys.press("h")
    alice.sees(1)
    expect(bob.scrubber).to_have_attribute("aria-valuetext", "Live, step 1")
    bob.stop("3").press("Escape")
    expect(bob.board.locator('[data-count="A"]')).to_have_text("10")
    assert counts(bob) == start | dict(order)


def test_stones_are_heard_unless_the_sound_is_off_and_that_is_remembered(alice, bob):
    for one in (alice, bob):
        one.alter().add_init_script(f"({LISTEN})()")
    alice, bob = Person(alice), Person(bob)
    begin(alice, bob, "mancala", "north")
    assert alice.page.evaluate("window.heard") == 0
    alice.play("p9")
    alice.page.wait_for_function("() => window.heard > 6")
    bob.sees(4)
    sound = bob.page.get_by_role("button", name="Sound", exact=True)
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "false")
    bob.play("p2")
    expect(bob.board.locator('[data-count="p5"]')).to_have_text("4")
    assert bob.page.evaluate("window.heard") == 0
    bob.player.reload()
    expect(sound).to_have_attribute("aria-pressed", "false")


def burns(decision):
    """Whether a round ends by it, and a first house can't be filled for the next."""
    return decision["then"]["burnt"] and not decision["before"]["burnt"]


def shells(plies: list[dict[str, object]]) -> int:
    """How many drops a decision has."""
    return json.dumps(plies).count("], [") + 1


def stands(person: Person, place: str) -> None:
    expect(person.scrubber).to_have_attribute("aria-valuetext", place)
