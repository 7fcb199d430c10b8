import assert from "node:assert/strict";
import { test } from "node:test";
import { EventLog } from "../../static/match/state/event_log.js";
import { acted, event, started } from "./match-frames.mjs";

const seqs = (frames) => frames.map(({ seq }) => seq);

test("events are given once each and in order, however they arrive", () => {
  const log = new EventLog(1);
  assert.deepEqual(seqs(log.receive([acted(3, [2])])), []);
  assert.equal(log.gap, true);
  assert.deepEqual(seqs(log.receive([acted(2, [1])])), [2, 3]);
  assert.equal(log.gap, false);
  assert.deepEqual(seqs(log.receive([acted(3, [2]), acted(2, [1])])), []);
  assert.equal(log.head, 3);
});

test("a page of the past fills in without being news", () => {
  const log = new EventLog(3);
  assert.deepEqual(log.receive([started(1), acted(2, [1]), acted(3, [2])]), []);
  assert.equal(log.decision(2).seq, 3);
  assert.equal(log.positionAt(0).ply, 0);
});

test("a snapshot jumps over what was missed, and what came early stays known", () => {
  const log = new EventLog(1);
  log.receive([acted(9, [8]), acted(12, [11])]);
  log.jump(10);
  assert.equal(log.head, 10);
  assert.equal(log.decision(8).seq, 9);
  assert.deepEqual(seqs(log.receive([acted(11, [10])])), [11, 12]);
});

test("every ply of a decision leads to its event, and the position stands at its last", () => {
  const log = new EventLog(2);
  log.keep([started(1), acted(2, [1, 2, 3, 4])]);
  for (const ply of [1, 2, 3, 4]) assert.equal(log.decision(ply).seq, 2);
  assert.equal(log.positionAt(2), null);
  assert.equal(log.positionAt(4).ply, 4);
});

test("an offer doesn't take the board's position away from the move before it", () => {
  const log = new EventLog(3);
  log.keep([acted(2, [1]), event(3, "rematch_offered", { ply: 1 })]);
  assert.equal(log.standing.get(1).seq, 2);
});

test("around a place only the frames without a hole are given", () => {
  const log = new EventLog(20);
  log.keep([5, 6, 7, 9, 10].map((seq) => acted(seq, [seq - 1])));
  assert.deepEqual(seqs(log.around(6, 100)), [5, 6, 7]);
  assert.deepEqual(seqs(log.around(10, 0)), [10]);
  assert.deepEqual(log.around(8, 100), []);
});

test("an event is taken in with as few reads after ten thousand events as after ten", () => {
  let reads = 0;
  class CountingMap extends Map {
    get(key) {
      reads += 1;
      return super.get(key);
    }

    has(key) {
      reads += 1;
      return super.has(key);
    }

    *values() {
      for (const value of super.values()) {
        reads += 1;
        yield value;
      }
    }
  }
  const log = new EventLog(0);
  for (const name of ["frames", "byPly", "standing", "held"]) log[name] = new CountingMap();
  const readsOf = (seq) => {
    reads = 0;
    log.receive([acted(seq, [seq])]);
    return reads;
  };
  const all = Array.from({ length: 10_000 }, (_, index) => readsOf(index + 1));
  assert.equal(log.decision(10_000).seq, 10_000);
  assert.ok(all[9] > 0);
  assert.equal(all[9_999], all[9]);
});
