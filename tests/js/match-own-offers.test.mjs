import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { OwnOffers } from "../../static/match/computer_game.js";

/** The sockets that the page has opened, by address. @type {Map<string, Socket>} */
const sockets = new Map();

class Socket {
  static OPEN = 1;
  readyState = Socket.OPEN;
  closed = false;
  /** @type {((event: {data: string}) => void) | null} */
  onmessage = null;

  /** @param {string} address */
  constructor(address) {
    sockets.set(address, this);
  }

  send() {}

  close() {
    this.closed = true;
  }

  /** @param {object} message */
  hear(message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

/** The page of a match against the computer, while alice's own offer waits. */
function waiting() {
  mock.timers.enable({ apis: ["Date", "setTimeout", "setInterval"] });
  sockets.clear();
  const went = mock.fn();
  const page = { addEventListener() {}, location: { assign: went } };
  Object.assign(globalThis, {
    WebSocket: Socket,
    window: page,
    location: { origin: "https://here" },
    document: { title: "Mancala", addEventListener() {} },
  });
  const changed = mock.fn();
  const offers = new OwnOffers({ addressOf: (match) => `/m/${match}`, changed }, ["7kq2mzc4xh"]);
  offers.start();
  const socket = sockets.get("wss://here/ws/m/7kq2mzc4xh");
  assert(socket);
  socket.hear({ kind: "snapshot", seq: 1, you: ["north"], match: { status: "waiting", seats: [{ role: "north", name: "alice" }] } });
  return { offers, socket, changed, went };
}

test.afterEach(() => mock.timers.reset());

test("while nobody has come, the page holds the offer and asks nothing", () => {
  const { offers, socket } = waiting();
  assert.deepEqual(offers.prompts(), []);
  assert.equal(socket.closed, false);
});

test("who comes is named in a prompt, which leads to the match", () => {
  const { offers, socket, changed, went } = waiting();
  const seats = [{ role: "north", name: "alice" }, { role: "south", name: "bob" }];
  socket.hear({ kind: "event", seq: 2, what: "started", status: "playing", seats });
  const [prompt, ...others] = offers.prompts();
  assert.deepEqual(others, []);
  assert.equal(prompt.text, "bob is there: your match has begun.");
  assert.equal(changed.mock.callCount(), 1);
  assert.equal(document.title, "bob is there");
  prompt.actions?.[0]?.go();
  assert.deepEqual(went.mock.calls[0]?.arguments, ["/m/7kq2mzc4xh"]);
});

test("an offer that has ended unseen asks nothing, and its socket is closed", () => {
  const { offers, socket } = waiting();
  socket.hear({ kind: "event", seq: 2, what: "expired", status: "expired" });
  assert.deepEqual(offers.prompts(), []);
  assert.equal(socket.closed, true);
});
