import assert from "node:assert/strict";
import { test } from "node:test";
import { LiveMatch } from "../../static/match/state/live_match.js";
import { acted, event, position, snapshot } from "./match-frames.mjs";
import "./games.mjs";

function open(first = snapshot(3)) {
  const page = { sent: [], fresh: [], time: 0, connected: true };
  const send = (message) => {
    if (page.connected) page.sent.push(message);
    return page.connected;
  };
  page.live = new LiveMatch(first, send, (fresh) => page.fresh.push(...fresh.map(({ seq }) => seq)), () => page.time);
  return page;
}

test("a dropped middle frame is asked for, and nothing is shown before it", () => {
  const { live, sent, fresh } = open();
  live.hear(acted(5, [4]));
  assert.deepEqual(fresh, []);
  assert.deepEqual(sent, [{ kind: "sync", after: 3 }]);
  live.hear({ kind: "events", events: [acted(4, [3]), acted(5, [4])], seq: 5 });
  assert.deepEqual(fresh, [4, 5]);
  assert.equal(live.position.ply, 4);
});

test("a dropped last frame is noticed by the beat", () => {
  const { live, sent } = open();
  live.hear({ kind: "beat", seq: 3, watchers: 0, here: [] });
  assert.deepEqual(sent, []);
  live.hear({ kind: "beat", seq: 4, watchers: 0, here: [] });
  assert.deepEqual(sent, [{ kind: "sync", after: 3 }]);
});

test("what is missing is asked for again after a while, not at every frame", () => {
  const page = open();
  for (const seq of [5, 6, 7]) page.live.hear(acted(seq, [seq - 1]));
  assert.equal(page.sent.length, 1);
  page.time = 3000;
  page.live.hear({ kind: "beat", seq: 7, watchers: 0, here: [] });
  assert.equal(page.sent.length, 2);
});

test("a question that could not leave is asked at the next beat", () => {
  const page = open();
  page.connected = false;
  page.live.hear(acted(5, [4]));
  page.connected = true;
  page.live.hear({ kind: "beat", seq: 5, watchers: 0, here: [] });
  assert.deepEqual(page.sent, [{ kind: "sync", after: 3 }]);
});

test("a snapshot with the missed events continues where the page stood", () => {
  const { live, fresh } = open();
  live.hear(snapshot(5, { events: [acted(4, [3]), acted(5, [4])] }));
  assert.deepEqual(fresh, [4, 5]);
  assert.equal(live.log.head, 5);
});

test("a snapshot far ahead is taken as it is", () => {
  const { live, fresh, sent } = open();
  live.hear(snapshot(900, { ply: 700 }));
  assert.deepEqual(fresh, []);
  assert.equal(live.position.ply, 700);
  live.hear(acted(901, [701]));
  assert.deepEqual(fresh, [901]);
  assert.deepEqual(sent, []);
});

test("an old snapshot doesn't take the page back", () => {
  const { live } = open();
  live.hear(acted(4, [3]));
  live.hear(snapshot(3));
  assert.equal(live.position.ply, 3);
});

test("my own sealed choice stays visible to me, whichever of answer and event comes first", () => {
  const mine = position(3, { facts: { sealed: 7 } });
  const first = open();
  first.live.reveal(4, mine);
  first.live.hear(event(4, "sealed", { ply: 3 }));
  assert.equal(first.live.position.facts.sealed, 7);
  const second = open();
  second.live.hear(event(4, "sealed", { ply: 3 }));
  second.live.reveal(4, mine);
  assert.equal(second.live.position.facts.sealed, 7);
  second.live.hear(acted(5, [3, 4]));
  assert.equal(second.live.position.facts.sealed, undefined);
});

test("my own sealed choice stays visible to me whatever happens beside the board, until both are opened", () => {
  const mine = position(3, { facts: { sealed: 7 } });
  const answered = open();
  answered.live.reveal(4, mine);
  answered.live.hear(event(4, "sealed", { ply: 3 }));
  const late = open();
  late.live.hear(event(4, "sealed", { ply: 3 }));
  const loaded = open(snapshot(4, { position: mine }));
  for (const { live } of [answered, late, loaded]) live.hear(event(5, "draw_offered", { ply: 3 }));
  late.live.reveal(4, mine);
  for (const { live } of [answered, late, loaded]) {
    assert.equal(live.position.facts.sealed, 7);
    live.hear(acted(6, [3, 4]));
    assert.equal(live.position.facts.sealed, undefined);
  }
});

test("of an answer that was given again only the board is taken: the rest is of now, not of then", () => {
  const { live } = open();
  live.reveal(4, position(3, { facts: { sealed: 7 }, to_move: [] }));
  live.hear(event(4, "sealed", { ply: 3 }));
  assert.deepEqual(live.position.to_move, ["north"]);
});

test("a late answer about an older event changes nothing", () => {
  const { live } = open();
  live.hear(event(4, "sealed", { ply: 3 }));
  live.hear(acted(5, [3, 4]));
  live.reveal(4, position(3));
  assert.equal(live.position.ply, 4);
});

test("nobody is to move once the match is over", () => {
  const { live } = open();
  assert.deepEqual(live.myTurns, ["north"]);
  live.hear(event(4, "resigned", { ply: 2, status: "over", result: { winner: "south", how: "resignation", goals: null } }));
  assert.deepEqual(live.myTurns, []);
  assert.equal(live.match.result.winner, "south");
});

test("an offered rematch is known by who offered, a begun one by its match", () => {
  const { live } = open();
  const offers = { rematch: { by: "south", seq: 4 } };
  live.hear(event(4, "rematch_offered", { ply: 2, role: "south", offers }));
  assert.deepEqual(live.match.rematch, { by: "south" });
  live.hear(event(5, "declined", { ply: 2, role: "north", offer: "rematch" }));
  assert.equal(live.match.rematch, null);
  live.hear(event(6, "rematched", { ply: 2, match: "23456789ab" }));
  assert.deepEqual(live.match.rematch, { match: "23456789ab" });
});

test("another protocol number is noticed", () => {
  const { live } = open();
  assert.equal(live.outdated, false);
  live.hear(snapshot(3, { protocol: 4 }));
  assert.equal(live.outdated, true);
});
