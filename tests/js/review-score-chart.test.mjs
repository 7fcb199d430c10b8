import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ScoreChart } from "../../static/analysis/review/charts.js";
import { unpacked } from "../../static/analysis/review/summary.js";

/** An element of a drawing, as far as a chart asks for one. */
class Node {
  attributes = {};
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
  replaceChildren(...children) {
    this.children = children;
  }
}

before(() => (globalThis.document = { createElementNS: () => new Node() }));
after(() => delete globalThis.document);

test("a round that has just begun is drawn before anything is played in it", () => {
  const chart = new ScoreChart();
  const summary = unpacked({
    upto: 4, begun: 0, roles: ["south", "north"], counted: "Shells", start: [0, 0], seq: [3, 1], ply: [1, 1], role: [0, 1],
    at: [1000, 1000], score: [[2, 0], [0, 0]], back: [],
    chapters: [{ row: -1, number: 1, houses: [7, 7], end: [60, 38] }, { row: 1, number: 2, houses: [7, 5], end: [] }],
  });
  chart.draw(summary, 1);
  chart.point(1);
  assert.deepEqual([chart.cursor.attributes.x1, chart.cursor.attributes.x2], ["0", "0"]);
  const said = JSON.stringify([chart.svg.children, chart.cursor]);
  assert.ok(!/NaN|Infinity/.test(said), said);
});

test("a game that counts nothing has only the times of its moves", () => {
  const chart = new ScoreChart();
  chart.draw(unpacked({
    upto: 3, begun: 0, roles: ["black", "red"], counted: "", start: [], seq: [2, 1], ply: [1, 1], role: [0, 1], at: [1000, 2000],
    score: [], back: [], chapters: [],
  }), -1);
  assert.equal(chart.svg.attributes.viewBox, "0 88 640 28");
  assert.deepEqual(chart.svg.children.map(({ attributes }) => attributes.class).slice(0, 2), ["course-times side-0", "course-times side-1"]);
  assert.ok(!chart.svg.children.some(({ attributes }) => attributes.class.startsWith("course-side")));
});
