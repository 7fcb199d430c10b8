import assert from "node:assert/strict";
import { test } from "node:test";
import { ServerTime } from "../../static/match/time/clock.js";

/** A device whose clock is wrong by `wrong` ms, beside a server's clock that begins at 1 000 000. */
function device({ wrong = 0 } = {}) {
  const world = { server: 1_000_000, here: 1_000_000 + wrong, passed: 0 };
  const time = new ServerTime(() => world.here, () => world.passed);
  return {
    time,
    world,
    pass(ms, { asleep = false } = {}) {
      world.server += ms;
      world.here += ms;
      if (!asleep) world.passed += ms;
    },
    hear: (delay) => time.heard(world.server - delay),
    error: () => time.now - world.server,
  };
}

test("the least delayed message tells the server's time, however wrong the device's clock", () => {
  const { error, hear, pass } = device({ wrong: 7_200_000 });
  hear(900);
  assert.equal(error(), -900);
  pass(3000);
  hear(30);
  pass(3000);
  hear(2500);
  assert.ok(Math.abs(error() + 30) <= 1, `wrong by ${error()}`);
});

test("it is right at once after a sleep, before anything is heard", () => {
  const { error, hear, pass } = device({ wrong: -5000 });
  hear(20);
  pass(3_600_000, { asleep: true });
  assert.equal(error(), -20);
  hear(3_600_000);
  pass(3000);
  hear(40);
  assert.equal(error(), -40, "what had waited during the sleep is forgotten with the next");
});

test("a device's clock that is put forward or back is noticed with the next message", () => {
  for (const put of [3_600_000, -3_600_000]) {
    const { error, hear, pass, world } = device();
    hear(10);
    world.here += put;
    pass(3000);
    hear(50);
    assert.equal(error(), -50);
  }
});

test("a server's clock that is put forward or back is followed with the next message", () => {
  for (const put of [3_600_000, -3_600_000]) {
    const { error, hear, pass, world } = device();
    hear(10);
    world.server += put;
    pass(3000);
    hear(50);
    assert.equal(error(), -50);
  }
});

test("a clock that runs apart is followed", () => {
  const { error, hear, pass, world } = device();
  for (let beat = 0; beat < 1200; beat += 1) {
    pass(3000);
    world.here += 0.15;
    world.passed += 0.15;
    hear(10);
  }
  assert.ok(Math.abs(error() + 10) < 1, `wrong by ${error()}`);
});
