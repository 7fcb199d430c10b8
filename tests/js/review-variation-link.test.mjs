import assert from "node:assert/strict";
import { test } from "node:test";
import { linkTo, readLink } from "../../static/analysis/review/variation_links.js";
import "./games.mjs";

const acts = (...actions) => actions.map((action) => ({ action }));

test("a link names the ply and the moves as people write them", () => {
  assert.equal(linkTo("congkak", 12, acts("scoop 3", "scoop 10", "noop")), "#12:3,10,--");
  assert.equal(linkTo("mancala", 0, acts("pick p8", "clear p6")), "#0:8,6*");
  assert.equal(linkTo("checkers", 7, acts("jump 3 3 5 5")), "#7:c3xe5");
  assert.equal(linkTo("morris", 7, acts("move outer nw outer n", "remove inner s")), "#7:a7-d7,xd3");
  assert.equal(linkTo("morris", 7, []), "#7");
});

test("what is written is read", () => {
  assert.deepEqual(readLink("#12:3,10,--"), { ply: 12, moves: ["3", "10", "--"] });
  assert.deepEqual(readLink("#12:c3xe5, d6-e5 ,"), { ply: 12, moves: ["c3xe5", "d6-e5"] });
  assert.deepEqual(readLink("#12:"), { ply: 12, moves: [] });
});

test("signs that a program has put otherwise are read as what they were", () => {
  assert.deepEqual(readLink("#3%3A6*%2C%2B4"), { ply: 3, moves: ["6*", "+4"] });
  assert.deepEqual(readLink("#3:100%"), { ply: 3, moves: ["100%"] });
});

test("a mere place, and anything else, is no link to a variation", () => {
  for (const hash of ["", "#", "#12", "#moves", "#:3", "#1234567:3"]) assert.equal(readLink(hash), null);
});
