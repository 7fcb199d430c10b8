import assert from "node:assert/strict";
import { test } from "node:test";

import { addGame, addModule, gameOf } from "../../static/boards/games.js";
import { drawing } from "./drawing.mjs";

test("what a game has beside its drawing counts whether it comes before the game is read or after", () => {
  const waits = () => "later";
  addModule("morris", { waits });
  assert.equal(addGame(drawing("morris")).waits, waits);
  const mancala = addGame(drawing("mancala"));
  assert.equal(mancala.waits, undefined);
  addModule("mancala", { waits, wouldBe: () => "pick p1" });
  assert.equal(mancala, gameOf("mancala"));
  assert.equal(mancala.waits, waits);
  assert.equal(mancala.wouldBe([], {}, ""), "pick p1");
});

test("only a game whose drawing says so is sown by hand", () => {
  const byHand = ["mancala", "morris", "checkers", "congkak", "oware"].filter((slug) => addGame(drawing(slug)).sownByHand);
  assert.deepEqual(byHand, ["mancala", "congkak", "oware"]);
});

test("a board that stands is turned for nobody, another for the role that faces it", () => {
  const morris = addGame(drawing("morris"));
  assert.deepEqual(["white", "black", null].map((side) => morris.turnsFor(side)), [false, true, false]);
  morris.stays = true;
  assert.deepEqual(["white", "black", null].map((side) => morris.turnsFor(side)), [false, false, false]);
});
