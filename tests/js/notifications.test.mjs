import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { MatchNotifications } from "../../static/notify/match_notifications.js";
import { NewsWatch } from "../../static/notify/news_watch.js";
import { notify, standing, switchOn } from "../../static/notify/notifications.js";

let shown = [];
let asked = 0;

/** A browser's notifications: what they show, and whether the person consents when asked. */
function browser({ permission = "default", answer = "granted", constructible = true } = {}) {
  return class Notification extends EventTarget {
    static permission = permission;

    static async requestPermission() {
      asked += 1;
      return (Notification.permission = answer);
    }

    constructor(words, options) {
      super();
      if (!constructible) throw new TypeError("Illegal constructor");
      if (Notification.permission === "granted") shown.push({ words, ...options, click: () => this.dispatchEvent(new Event("click")) });
    }

    close() {}
  };
}

beforeEach(() => {
  [shown, asked] = [[], 0];
  const kept = new Map();
  globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
  globalThis.document = Object.assign(new EventTarget(), {
    hidden: true, cookie: "", documentElement: { dataset: {} }, querySelector: () => null,
  });
  globalThis.window = { focused: 0, focus: () => (globalThis.window.focused += 1) };
  globalThis.isSecureContext = true;
  globalThis.Notification = browser();
});

afterEach(() => delete globalThis.Notification);

const TURN = { about: "turn x3mqng9nht", since: 5, words: "Your turn" };

test("nobody is asked, and nothing is shown, before it is switched on", async () => {
  globalThis.Notification = browser({ permission: "granted" });
  notify(TURN);
  assert.deepEqual([standing(), asked, shown], ["off", 0, []]);
  assert.equal(await switchOn(), "on");
  notify(TURN);
  assert.equal(shown.length, 1);
});

test("who refuses when asked is told so, and is not asked again", async () => {
  globalThis.Notification = browser({ answer: "denied" });
  assert.equal(await switchOn(), "refused");
  assert.equal(await switchOn(), "refused");
  notify(TURN);
  assert.deepEqual([asked, shown], [1, []]);
});

test("where the browser can't, it says why and nobody is asked", async () => {
  globalThis.Notification = browser({ constructible: false });
  assert.equal(await switchOn(), "unknown");
  delete globalThis.Notification;
  assert.equal(await switchOn(), "unknown");
  globalThis.isSecureContext = false;
  assert.equal(await switchOn(), "insecure");
  assert.equal(asked, 0);
});

test("a page that can be seen shows none", async () => {
  await switchOn();
  document.hidden = false;
  notify(TURN);
  assert.deepEqual(shown, []);
});

test("the same is told once, in however many tabs, and again when something newer has come", async () => {
  await switchOn();
  notify(TURN);
  notify(TURN);
  notify({ ...TURN, since: 6 });
  notify({ ...TURN, about: "chat x3mqng9nht" });
  assert.deepEqual(shown.map(({ tag }) => tag), ["turn x3mqng9nht", "turn x3mqng9nht", "chat x3mqng9nht"]);
});

test("a click brings the page to the front, and opens what it is about", async () => {
  await switchOn();
  let opened = 0;
  notify(TURN, () => (opened += 1));
  shown[0].click();
  assert.deepEqual([window.focused, opened], [1, 1]);
});

/** The match of alice, who plays north against bob. */
function match(more = {}) {
  const seats = [{ role: "north", name: "alice" }, { role: "south", name: "bob" }];
  const log = { head: 4, frames: new Map([[4, { at: 44 }]]) };
  return { you: ["north"], myTurns: [], time: { now: 99 }, log, match: { id: "x3mqng9nht", seats, series: null }, ...more };
}

/** What of all this is told, in words. */
function told(live, happen) {
  const words = [];
  const page = { title: "alice and bob", blocked: ["mallory"] };
  happen(new MatchNotifications(live, (news) => words.push(`${news.since} ${news.words}`), page));
  return words;
}

test("it becomes a player's turn once, at the time of the move before", () => {
  const live = match();
  assert.deepEqual(told(live, (notifications) => {
    live.myTurns = ["north"];
    notifications.render();
    notifications.render();
  }), ["44 Your turn"]);
});

test("a page that arrives hidden tells of the turn, one that is looked at does not", () => {
  const live = match({ myTurns: ["north"] });
  assert.deepEqual(told(live, () => {}), ["44 Your turn"]);
  document.hidden = false;
  assert.deepEqual(told(live, () => {}), []);
});

test("with both sides at one screen nobody is told anything", () => {
  const live = match({ you: ["north", "south"], myTurns: ["north"] });
  assert.deepEqual(told(live, (notifications) => notifications.hear({ what: "rematch_offered", role: "north", at: 7 })), []);
});

test("a rematch of the other player is told, and that it begins", () => {
  assert.deepEqual(told(match(), (notifications) => {
    notifications.hear({ what: "rematch_offered", role: "north", at: 6 });
    notifications.hear({ what: "rematch_offered", role: "south", at: 7 });
    notifications.hear({ what: "rematched", role: "north", at: 8, match: "k7w2p9qz4d" });
  }), ["7 bob offers a rematch", "8 The rematch begins"]);
});

test("within a series it is the next game", () => {
  const live = match();
  live.match.series = { id: "x3mqng9nht", game: 1, of: 2 };
  assert.deepEqual(
    told(live, (notifications) => notifications.hear({ what: "rematch_offered", role: "south", at: 7 })),
    ["7 bob is ready for the next game"],
  );
});

test("a word of the other player is told without the word, that of watchers and of who is blocked is not", () => {
  const said = { kind: "chat_message", room: "players", number: 1, at: 9, by: "bob", role: "south", name: "bob", text: "secret" };
  assert.deepEqual(told(match(), (notifications) => {
    notifications.chat(said);
    notifications.chat({ ...said, by: "mallory" });
    notifications.chat({ ...said, by: "alice", role: "north" });
    notifications.chat({ ...said, room: "watchers", role: null });
    notifications.chat({ ...said, hides: 1 });
    document.cookie = "preferences=talk=off";
    notifications.chat(said);
  }), ["9 bob sent a message"]);
});

test("of other matches is told what has come since the page was hidden", async () => {
  const one = { match: "x3mqng9nht", kind: "turns", since: 1, words: "Your turn", address: "/m/x3mqng9nht" };
  const other = { ...one, match: "k7w2p9qz4d", kind: "invitations" };
  const answers = [[one], [one, other], [{ ...one, since: 2 }, other], [one]];
  const found = [];
  const watch = new NewsWatch(async () => answers.shift(), ({ kind, since }) => found.push(`${kind} ${since}`));
  for (let look = 0; look < 3; look += 1) await watch.look();
  watch.forget();
  await watch.look();
  assert.deepEqual(found, ["invitations 1", "turns 2"]);
});

test("with web push the page tells of the chat only: the rest comes to the device anyway", () => {
  globalThis.Notification = browser({ permission: "granted" });
  globalThis.document.cookie = "preferences=notifications=on&push=on";
  notify(TURN);
  notify({ ...TURN, about: "chat x3mqng9nht", words: "bob sent a message" });
  assert.deepEqual(shown.map(({ words }) => words), ["bob sent a message"]);
});
