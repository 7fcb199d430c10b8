import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Confirmation } from "../../static/match/controls/confirm.js";
import "./games.mjs";

const DAYS = { kind: "days", days: 3 };

beforeEach(() => {
  globalThis.document = { cookie: "" };
});

/** A board on which alice, who is to move, chooses pits. */
function open(time = DAYS, game = "mancala") {
  const page = { acts: [], said: [] };
  const live = { match: { game, terms: { time } }, position: { base: { north: 4 } } };
  const board = { chosen: [], choose: (chosen) => (board.chosen = chosen) };
  const commands = { act: async (...act) => page.acts.push(act.join(" ")) > 0 };
  const confirmation = new Confirmation({ state: live, commands, changed() {} }, board);
  page.choose = (pit) => {
    board.choose([pit]);
    confirmation.choose("north", `pick ${pit}`);
  };
  return Object.assign(page, { board, confirmation, live });
}

test("with days for each turn a choice waits until it is confirmed", () => {
  const { acts, choose, confirmation } = open();
  choose("p6");
  assert.deepEqual(acts, []);
  assert.equal(confirmation.prompts().length, 1);
  confirmation.confirm();
  assert.deepEqual(acts, ["north pick p6"]);
  assert.deepEqual(confirmation.prompts(), []);
});

test("the same choice once more confirms it, another one takes its place", () => {
  const { acts, choose } = open();
  for (const pit of ["p6", "p7", "p7"]) choose(pit);
  assert.deepEqual(acts, ["north pick p7"]);
});

test("what is typed is held and marked as if it had been clicked, and done by the same once more", async () => {
  const { acts, board, confirmation } = open();
  assert.equal(await confirmation.typed("north", "pick p6"), true);
  assert.deepEqual([acts, board.chosen], [[], ["p6"]]);
  assert.equal(confirmation.prompts().length, 1);
  await confirmation.typed("north", "pick p6");
  assert.deepEqual(acts, ["north pick p6"]);
  const free = open(null);
  await free.confirmation.typed("north", "pick p6");
  assert.deepEqual([free.acts, free.board.chosen], [["north pick p6"], []]);
});

test("a pass that is typed waits under its name, not under the sign for it", async () => {
  const { confirmation } = open();
  await confirmation.typed("north", "noop");
  assert.equal(confirmation.prompts()[0].text, "Pass?");
});

test("a choice that is taken back, or no longer on the board, is never played", () => {
  for (const leave of [
    ({ confirmation }) => confirmation.drop(),
    ({ board }) => board.choose([]),
    ({ live }) => (live.position = { base: { north: 6 } }),
  ]) {
    const page = open();
    page.choose("p6");
    leave(page);
    page.confirmation.confirm();
    assert.deepEqual(page.acts, []);
  }
});

test("everybody chooses whether they are asked, and is not asked shell by shell", () => {
  const asked = (cookie, time, action = "scoop 6") => {
    document.cookie = cookie;
    return open(time, "congkak").confirmation.wanted(action);
  };
  assert.equal(asked("", null), false);
  assert.equal(asked("", { kind: "real", minutes: 5, increment: 3 }), false);
  assert.equal(asked("preferences=confirm=on", null), true);
  assert.equal(asked("preferences=confirm=off", DAYS), false);
  assert.equal(asked("", DAYS, "drop 7"), false);
});
