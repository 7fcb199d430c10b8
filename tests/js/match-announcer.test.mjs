import assert from "node:assert/strict";
import { test } from "node:test";

import { Announcer } from "../../static/match/announce/announcer.js";

/** Speech into an array, at a clock that the test moves. */
function speaking(t) {
  t.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  const said = [];
  const region = { set textContent(text) { said.push(text.trim()); } };
  const words = (plies) => [`${plies[0].role}: ${plies.map(({ action }) => action).join(", ")}.`];
  return { announcer: new Announcer(region, words), said, clock: t.mock.timers };
}

const ply = (n, role, action) => ({ n, role, action, trace: [{ do: action.split(" ")[0], role }] });

test("what happened is said first, then whose turn it is, in one utterance", (t) => {
  const { announcer, said, clock } = speaking(t);
  announcer.stand("Your turn.");
  announcer.stand("Waiting for bob.");
  announcer.tell([ply(1, "south", "scoop 3")]);
  clock.tick(200);
  assert.deepEqual(said, ["south: scoop 3. Waiting for bob."]);
});

test("what held when the page was opened is not said, and nothing is said twice", (t) => {
  const { announcer, said, clock } = speaking(t);
  announcer.stand("Your turn.");
  clock.tick(2000);
  assert.deepEqual(said, []);
  announcer.tell([ply(1, "south", "scoop 3")]);
  announcer.tell([ply(1, "south", "scoop 3")]);
  announcer.stand("Your turn.");
  clock.tick(2000);
  assert.deepEqual(said, ["south: scoop 3."]);
  announcer.stand("Waiting for bob.");
  announcer.stand("Your turn.");
  clock.tick(2000);
  assert.equal(said.length, 1, "what has changed back meanwhile is no news");
});

test("a breath lies between two utterances, and what comes meanwhile is said together", (t) => {
  const { announcer, said, clock } = speaking(t);
  announcer.tell([ply(1, "south", "scoop 3")]);
  clock.tick(150);
  announcer.tell([ply(2, "north", "scoop 9")]);
  announcer.stand("Your turn.");
  clock.tick(150);
  announcer.tell([ply(3, "north", "scoop 10")]);
  assert.equal(said.length, 1);
  clock.tick(1000);
  assert.deepEqual(said.slice(1), ["north: scoop 9. north: scoop 10."]);
});

test("fast play is summed up", (t) => {
  const { announcer, said, clock } = speaking(t);
  for (let n = 1; n <= 8; n += 1) announcer.tell([ply(n, "south", `scoop ${n}`)]);
  clock.tick(2000);
  assert.deepEqual(said, ["5 earlier turns. south: scoop 6. south: scoop 7. south: scoop 8."]);
});

test("shells that fall by hand are told together, also where both sow at once", (t) => {
  const { announcer, said, clock } = speaking(t);
  announcer.tell([ply(1, "south", "scoop 3")]);
  announcer.tell([ply(2, "south", "drop 4")]);
  announcer.tell([ply(3, "north", "drop 10")]);
  announcer.tell([ply(4, "south", "drop 5")]);
  clock.tick(2000);
  assert.deepEqual(said, ["south: scoop 3. south: drop 4, drop 5. north: drop 10."]);
});

test("a hint comes last, and never after what it was about has happened", (t) => {
  const { announcer, said, clock } = speaking(t);
  announcer.hint("Hint: you capture 3.");
  clock.tick(200);
  announcer.hint("Hint: you capture 4.");
  announcer.hint("Hint: you move again.");
  announcer.stand("Your turn.");
  announcer.stand("Your turn: choose a house.");
  clock.tick(200);
  assert.deepEqual(said, ["Hint: you capture 3.", "Your turn: choose a house. Hint: you move again."]);
  announcer.hint("Hint: you capture 4.");
  announcer.tell([ply(1, "south", "scoop 3")]);
  clock.tick(2000);
  assert.deepEqual(said.slice(2), ["south: scoop 3."]);
});

test("an answer comes at once and takes along what was waiting", (t) => {
  const { announcer, said, clock } = speaking(t);
  announcer.tell([ply(1, "south", "scoop 3")]);
  clock.tick(150);
  announcer.tell([ply(2, "north", "scoop 9")]);
  announcer.say("That pit is empty.");
  announcer.say("That pit is empty.");
  clock.tick(150);
  assert.deepEqual(said.slice(1), ["north: scoop 9. That pit is empty."]);
  announcer.say("That pit is empty.");
  clock.tick(2000);
  assert.deepEqual(said.slice(2), ["That pit is empty."], "asked again, it is said again");
  announcer.say("You can play 3 or 5.");
  clock.tick(150);
  announcer.tell([ply(3, "south", "scoop 5")]);
  clock.tick(150);
  assert.deepEqual(said.slice(3), ["You can play 3 or 5.", "south: scoop 5."], "an answer keeps no news waiting");
});
