/**
 * Screen of a hall: one live match, large. It goes to the next one by itself, and finds its way back after any outage,
 * since it is never loaded again. While nobody plays, it goes to the shared reviews, which come back to it one after the other.
 *
 * @import { Snapshot } from "../match/types.js"
 * @import { WallBoard } from "./match_card.js"
 * @import { WallMessage } from "./wall.js"
 */

import "../boards/game_board.js";
import { getJson } from "../http.js";
import { byId, visible } from "../match/dom.js";
import { Connection } from "../match/commands/connection.js";
import { DeliveryStatus } from "../match/commands/delivery_status.js";
import { PROTOCOL } from "../protocol.js";
import { drawingOf } from "./drawings.js";
import { ScreenChoice } from "./screen_choice.js";
import { Stage } from "./stage.js";

/** Number of events before the newest that a match brings along. */
const BEFORE = 24;
/** Time in ms between two questions for shared reviews while nobody plays. */
const REVIEWS_ASKED = 5000;
const ANY_ID = "2222222222";

const page = byId("screen", HTMLElement);
const place = byId("place", HTMLElement);
const { matches = "", codes = "", reviews = "" } = page.dataset;
const socketBase = location.origin.replace(/^http/, "ws");
const choice = new ScreenChoice();
const status = new DeliveryStatus(byId("line", HTMLElement));

/** Matches of the wall. @type {Map<string, WallBoard>} */
const boards = new Map();
/** @type {string[]} */
let order = [];
/** Whether the wall has been heard. */
let isKnown = false;
/** Match that the second socket is for. */
let wanted = "";
/** Its empty board; null before it is there. @type {SVGSVGElement | null} */
let drawing = null;
/** @type {Stage | null} */
let stage = null;

const wall = new Connection({
  address: () => `${socketBase}/ws/watch?wall=all`,
  first: "wall",
  heard: hearWall,
  changed: (state) => status.connection(state),
  seen: () => 0,
});

const match = new Connection({
  address: () => `${socketBase}/ws${matches.replace(ANY_ID, wanted)}?after=${after()}`,
  heard: hearMatch,
  changed: ({ name }) => name === "gone" && forget(),
  seen: () => (stage?.id === wanted ? stage.live.log.head : 0),
  closed: forget,
});
let isFollowing = false;

/** Seq after which the wanted match's events are asked for. */
function after() {
  return stage?.id === wanted ? stage.live.log.head : Math.max(0, (boards.get(wanted)?.standing.seq ?? 0) - BEFORE);
}

/** @param {WallMessage} told */
function hearWall(told) {
  switch (told.kind) {
    case "wall":
      // Only a server that answers is asked for the page of its own version.
      if (told.protocol !== PROTOCOL) location.reload();
      order = told.order;
      for (const board of told.boards) boards.set(board.id, board);
      for (const id of boards.keys()) if (!order.includes(id)) boards.delete(id);
      isKnown = true;
      break;
    case "moved": {
      const board = boards.get(told.id);
      if (board) boards.set(told.id, { ...board, standing: told.standing });
      break;
    }
  }
  choose();
}

function choose() {
  if (!isKnown) return;
  const candidates = order.flatMap((id) => {
    const board = boards.get(id);
    return board ? [{ id, seq: board.standing.seq, playing: board.standing.status === "playing" }] : [];
  });
  const id = choice.next(candidates, stage, Date.now());
  visible(byId("nobody", HTMLElement), id === null);
  if (id === null) show(null);
  else if (id !== stage?.id && id !== wanted) void follow(id);
}

/**
 * Asks for a match once its board can be drawn; if that fails, the next choice tries again.
 * @param {string} id
 */
async function follow(id) {
  [wanted, drawing] = [id, null];
  const game = boards.get(id)?.game ?? "";
  const empty = await drawingOf(game).catch(() => null);
  if (wanted !== id) return;
  if (!empty) {
    wanted = "";
    return;
  }
  drawing = empty;
  if (isFollowing) match.renew();
  else match.start();
  isFollowing = true;
}

/** @param {any} message */
function hearMatch(message) {
  if (message.kind === "snapshot" && message.match.id !== stage?.id) begin(message);
  else if (stage?.id === wanted && message.kind !== "answer") stage.hear(message);
  choose();
}

/** @param {Snapshot} snapshot */
function begin(snapshot) {
  const board = boards.get(snapshot.match.id);
  if (!board || !drawing || snapshot.match.id !== wanted) return;
  const code = codes.replace(ANY_ID, board.id);
  show(new Stage(snapshot, board, drawing, { send: (message) => match.send(message), code, speech: byId("speech", HTMLElement), now: Date.now() }));
}

/** @param {Stage | null} next */
function show(next) {
  if (!next && !stage) return;
  stage = next;
  if (!next) wanted = "";
  place.replaceChildren(...(next ? [next.node] : []));
  next?.begin();
}

/** The match on the screen is its players' alone now. */
function forget() {
  boards.delete(wanted);
  order = order.filter((id) => id !== wanted);
  show(null);
  wanted = "";
  choose();
}

/** Shows the next shared review while nobody plays. */
async function review() {
  if (!isKnown || stage || wanted) return;
  const { screens } = await getJson(reviews).catch(() => ({ screens: [] }));
  const before = new URLSearchParams(location.search).get("after") ?? "";
  const next = screens[(screens.indexOf(before) + 1) % screens.length];
  if (next && !stage && !wanted) location.replace(`${next}?hall`);
}

/** Keeps the screen lit where browsers can. */
async function stayLit() {
  if (document.hidden) return;
  await navigator.wakeLock?.request("screen").catch(() => null);
}

document.addEventListener("visibilitychange", () => void stayLit());
void stayLit();
wall.start();
setInterval(() => {
  status.render();
  stage?.tick();
  choose();
}, 1000);
setInterval(() => void review(), REVIEWS_ASKED);
