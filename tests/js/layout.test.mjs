import assert from "node:assert/strict";
import { test } from "node:test";

import { GAMES } from "./games.mjs";
import { Layout } from "../../static/boards/drawing/layout.js";
import { drawing } from "./drawing.mjs";

const RIGHT = { x: 1, y: 0 };
const UP = { x: 0, y: -1 };
const DOWN = { x: 0, y: 1 };

function arranged(game, held = "lying", turned = false) {
  const layout = new Layout(drawing(game));
  layout.arrange(held, turned);
  return layout;
}

test("each game's stops are drawn once, by the names of its facts", () => {
  for (const game of Object.keys(GAMES)) {
    const names = drawing(game).querySelectorAll("[data-stop]").map((node) => node.getAttribute("data-stop"));
    assert.equal(new Set(names).size, names.length);
    assert.equal(new Layout(drawing(game)).stops.size, names.length);
  }
});

test("the drawings bear a strict policy: no style attribute, no script, no foreign reference", () => {
  for (const game of Object.keys(GAMES)) {
    const { text, nodes } = drawing(game);
    assert.doesNotMatch(text, /\sstyle=|<style|<script|\son\w+=|href="(?!#)/);
    for (const node of nodes) {
      if (node.hasAttribute("id")) assert.ok(node.getAttribute("id").startsWith(`${game}-`), node.getAttribute("id"));
    }
  }
});

test("the viewer's side is nearest: south's pits lie below for south, north's for north", () => {
  for (const [turned, near, far] of [[false, "p3", "p8"], [true, "p8", "p3"]]) {
    const layout = arranged("mancala", "lying", turned);
    assert.ok(layout.centreOf(near).y > 0 && layout.centreOf(far).y < 0);
  }
});

test("on an upright phone the viewer's column is at the right and storehouses are at head and foot", () => {
  for (const turned of [false, true]) {
    const layout = arranged("congkak", "upright", turned);
    const own = turned ? ["8", "14"] : ["1", "7"];
    for (const house of own) assert.ok(layout.centreOf(house).x > 0);
    assert.ok(Math.abs(layout.centreOf("A").y) > Math.abs(layout.centreOf("7").y));
    assert.equal(layout.centreOf("A").x, 0);
  }
});

test("upright, a player's pits run down to the store beside their own name", () => {
  const order = { congkak: [["1", "7", "A"], ["8", "14", "B"]], mancala: [["p1", "p5", "pwinsouth"], ["p6", "p10", "pwinnorth"]] };
  for (const [game, sides] of Object.entries(order)) {
    for (const turned of [false, true]) {
      const layout = arranged(game, "upright", turned);
      const [first, last, store] = sides[Number(turned)].map((stop) => layout.centreOf(stop).y);
      assert.ok(first < last && last < store, `${game} ${turned}`);
    }
  }
});

test("sowing keeps its sense, standing or lying: congkak clockwise, mancala the other way", () => {
  const order = {
    congkak: ["1", "2", "3", "4", "5", "6", "7", "A", "8", "9", "10", "11", "12", "13", "14", "B"],
    mancala: ["p1", "p2", "p3", "p4", "p5", "pwinsouth", "p6", "p7", "p8", "p9", "p10", "pwinnorth"],
  };
  for (const [game, stops] of Object.entries(order)) {
    for (const held of ["lying", "upright"]) {
      for (const turned of [false, true]) {
        const layout = arranged(game, held, turned);
        const area = stops.reduce((sum, stop, i) => {
          const a = layout.centreOf(stop);
          const b = layout.centreOf(stops[(i + 1) % stops.length]);
          return sum + a.x * b.y - b.x * a.y;
        }, 0);
        assert.equal(Math.sign(area), game === "congkak" ? 1 : -1, `${game} ${held} ${turned}`);
      }
    }
  }
});

test("on a screen 360 wide and 640 high no pit is under 44 pixels, and there is room for all that stands around the board", () => {
  for (const game of ["mancala", "congkak"]) {
    const svg = drawing(game);
    const [, , width, height] = svg.getAttribute("data-upright").split(" ").map(Number);
    const pit = svg.text.match(new RegExp(`id="${game}-pit-upright">.*?<ellipse rx="([\\d.]+)" ry="([\\d.]+)"`, "s"));
    assert.ok(2 * Math.min(Number(pit[1]), Number(pit[2])) * (360 / width) >= 44);
    assert.ok(height * (360 / width) <= 470, `${height * (360 / width)}`);
  }
});

test("a pile grows by one stone: the others stay where they rest, for everybody", () => {
  const layout = arranged("congkak");
  const pile = (n) => Array.from({ length: n }, (_, i) => layout.rest("5", i));
  assert.deepEqual(pile(30).slice(0, 29), pile(29));
  assert.deepEqual(arranged("congkak").rest("5", 12), layout.rest("5", 12));
});

test("all 98 shells rest inside the storehouse, each in a place of its own", () => {
  for (const held of ["lying", "upright"]) {
    const layout = arranged("congkak", held);
    const middle = layout.centreOf("A");
    const places = Array.from({ length: 98 }, (_, i) => layout.rest("A", i));
    assert.equal(new Set(places.map(({ x, y }) => `${x} ${y}`)).size, 98);
    const [across, down] = held === "upright" ? [110, 25] : [52, 98];
    for (const { x, y } of places) assert.ok(Math.abs(x - middle.x) < across && Math.abs(y - middle.y) < down);
  }
});

test("arrow keys follow the board as it is drawn", () => {
  const lying = arranged("congkak");
  assert.equal(lying.neighbour("4", RIGHT), "3");
  assert.equal(lying.neighbour("4", UP), "11");
  assert.equal(lying.neighbour("1", RIGHT), "B");
  assert.equal(lying.neighbour("7", { x: -1, y: 0 }), "A");
  const upright = arranged("congkak", "upright");
  assert.equal(upright.neighbour("4", DOWN), "5");
  assert.equal(upright.neighbour("7", DOWN), "A");
  assert.equal(arranged("checkers").neighbour("3 3", UP), "3 4");
  assert.equal(arranged("checkers", "lying", true).neighbour("3 3", UP), "3 2");
  assert.equal(arranged("morris").neighbour("outer n", DOWN), "middle n");
  assert.equal(arranged("morris").neighbour("inner n", DOWN), "inner s");
  assert.equal(arranged("checkers").neighbour("8 8", UP), null);
});

test("every stop can be reached by arrow keys from every other", () => {
  const arrows = [RIGHT, UP, DOWN, { x: -1, y: 0 }];
  for (const game of Object.keys(GAMES)) {
    for (const held of ["lying", "upright"]) {
      const layout = arranged(game, held);
      const [start] = layout.stops.keys();
      const seen = new Set([start]);
      for (const stop of seen) {
        for (const arrow of arrows) {
          const next = layout.neighbour(stop, arrow);
          if (next) seen.add(next);
        }
      }
      assert.equal(seen.size, layout.stops.size, `${game} ${held}`);
    }
  }
});
