import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Connection } from "../../static/match/commands/connection.js";

class Socket {
  static OPEN = 1;
  readyState = Socket.OPEN;
  /** @type {object[]} */
  sent = [];
  closed = false;

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.closed = true;
  }
}

/**
 * An open connection and a clock that is turned by hand.
 * @param {number} [seen]
 */
function connected(seen = 0) {
  mock.timers.enable({ apis: ["Date", "setTimeout"], now: 1_000_000 });
  Object.assign(globalThis, { WebSocket: Socket, document: { hidden: false } });
  const connection = new Connection({ address: () => "ws://here", heard() {}, changed() {}, seen: () => seen });
  connection.open();
  connection.hear(`{"kind": "snapshot", "seq": ${seen}}`);
  return connection;
}

/**
 * A second after the other, with a beat every third.
 * @param {Connection} connection
 * @param {number} seconds
 * @param {string} [beat] what arrives
 */
function pass(connection, seconds, beat = '{"kind": "beat"}') {
  for (let second = 1; second <= seconds; second += 1) {
    mock.timers.tick(1000);
    if (second % 3 === 0) connection.hear(beat);
    connection.watch();
    if (connection.state.name !== "open") return;
  }
}

test.afterEach(() => mock.timers.reset());

test("a socket without a beat for ten seconds is taken for dead", () => {
  const connection = connected();
  mock.timers.tick(10_000);
  connection.watch();
  assert.equal(connection.state.name, "open");
  mock.timers.tick(1000);
  connection.watch();
  assert.equal(connection.state.name, "waiting");
});

test("one that brings beats and no answer is taken for dead after 25 seconds, however often it was asked", () => {
  const connection = connected();
  const { socket } = connection;
  connection.send({ kind: "act" });
  pass(connection, 24);
  connection.send({ kind: "act" });
  assert.equal(connection.state.name, "open");
  pass(connection, 2);
  assert.equal(connection.state.name, "waiting");
  assert.equal(socket?.closed, true);
});

test("one that answers something from time to time is kept", () => {
  const connection = connected();
  for (const kind of ["answer", "events", "wall"]) {
    connection.send({ kind: "sync" });
    pass(connection, 20);
    connection.hear(JSON.stringify({ kind }));
  }
  pass(connection, 60);
  assert.equal(connection.state.name, "open");
});

test("nothing is owed to a page that only says what it has seen, nor on a new socket", () => {
  const connection = connected();
  connection.tellSeen();
  pass(connection, 60);
  assert.equal(connection.state.name, "open");
  connection.send({ kind: "act" });
  pass(connection, 20);
  connection.lose(1012);
  connection.open();
  connection.hear('{"kind": "snapshot"}');
  pass(connection, 60);
  assert.equal(connection.state.name, "open");
});

test("a page that nobody can see says so with what it has seen", () => {
  const connection = connected(7);
  connection.tellSeen();
  Object.assign(globalThis, { document: { hidden: true } });
  connection.tellSeen();
  assert.deepEqual(connection.socket?.sent, [{ kind: "seen", seq: 7 }, { kind: "seen", seq: 7, hidden: true }]);
});

test("a page whose player has withdrawn is loaded anew, and tries no more", () => {
  const connection = connected();
  let loaded = 0;
  Object.assign(globalThis, { location: { reload: () => (loaded += 1) } });
  connection.lose(4401);
  mock.timers.tick(60_000);
  assert.deepEqual([loaded, connection.socket], [1, null]);
});

test("a page that has seen more than the record holds is loaded anew, since that is another record", () => {
  let loads = 0;
  Object.assign(globalThis, { location: { reload: () => (loads += 1) } });
  const connection = connected(7);
  connection.hear('{"kind": "snapshot", "seq": 7}');
  connection.hear('{"kind": "snapshot", "seq": 9}');
  assert.equal(loads, 0);
  const { socket } = connection;
  connection.hear('{"kind": "snapshot", "seq": 6}');
  assert.deepEqual([loads, socket?.closed], [1, true]);
});

test("an attempt that waited in vain makes the next one wait longer, up to 20 seconds, until one succeeds", () => {
  const connection = connected();
  const waited = [8, 12, 18, 20, 20].map((seconds) => {
    connection.renew();
    mock.timers.tick(seconds * 1000);
    connection.watch();
    assert.equal(connection.state.name, "connecting");
    mock.timers.tick(1000);
    connection.watch();
    return connection.state.name;
  });
  assert.deepEqual(waited, Array(5).fill("waiting"));
  connection.open();
  connection.hear('{"kind": "snapshot", "seq": 0}');
  connection.renew();
  mock.timers.tick(9000);
  connection.watch();
  assert.equal(connection.state.name, "waiting");
});
