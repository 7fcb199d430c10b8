import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { Layout } from "../../static/boards/drawing/layout.js";
import { scatter, variant } from "../../static/boards/drawing/scatter.js";
import { drawing } from "./drawing.mjs";

const VECTORS = JSON.parse(readFileSync(new URL("../drawing/scatter.json", import.meta.url), "utf8"));

test("piles lie as both languages agreed", () => {
  assert.ok(VECTORS.length);
  for (const [seed, stop, ...agreed] of VECTORS) {
    const drawn = scatter(seed, stop);
    const variants = Array.from({ length: 8 }, (_, i) => variant(drawn, i, 5));
    assert.deepEqual([drawn.hash, drawn.degrees, drawn.half, drawn.mirrored, variants], agreed, `${seed} ${stop}`);
  }
});

test("everybody at a match sees the same pile, and another match has another", () => {
  const pile = (seed, stop) => {
    const layout = new Layout(drawing("congkak"), seed);
    layout.arrange("lying", false);
    return Array.from({ length: 12 }, (_, i) => layout.rest(stop, i));
  };
  assert.deepEqual(pile("a2b3c4d5e6", "5"), pile("a2b3c4d5e6", "5"));
  assert.notDeepEqual(pile("a2b3c4d5e6", "5"), pile("f7g8h9j2k3", "5"));
});

test("whatever the match, all stones lie within their stop", () => {
  for (const seed of ["a2b3c4d5e6", "f7g8h9j2k3", "22", "congkak"]) {
    const layout = new Layout(drawing("congkak"), seed);
    for (const held of ["lying", "upright"]) {
      layout.arrange(held, false);
      for (const [stop, node] of layout.stops) {
        const { size } = layout.places.get(node.getAttribute("data-kind"))[held];
        const middle = layout.centreOf(stop);
        for (let i = 0; i < 98; i += 1) {
          const { x, y } = layout.rest(stop, i);
          const [across, down] = [Math.abs(x - middle.x) / size.x, Math.abs(y - middle.y) / size.y];
          assert.ok(Math.max(across, down) <= 1.1, `${seed} ${held} ${stop} ${i}`);
        }
      }
    }
  }
});
