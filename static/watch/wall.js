/**
 * Wall: many matches at once, each on a small board, over one socket.
 *
 * @import { Standing, WallBoard } from "./match_card.js"
 * @typedef {{kind: "wall", protocol: number, now: number, order: string[], boards: WallBoard[]}} WallSnapshot
 * @typedef {{kind: "moved", id: string, standing: Standing}} Moved
 * @typedef {{kind: "beat", now: number, boards: Record<string, [number, number]>, waiting: number}} WallHeartbeat
 * @typedef {{kind: "next", player: string, match: string, game: string}} Next
 * @typedef {WallSnapshot | Moved | WallHeartbeat | Next} WallMessage
 */

import "../boards/game_board.js";
import { showWaiting } from "../lobby/waiting_badge.js";
import { tn } from "../i18n.js";
import { byId, setText, visible } from "../match/dom.js";
import { ServerTime } from "../match/time/clock.js";
import { Connection } from "../match/commands/connection.js";
import { DeliveryStatus } from "../match/commands/delivery_status.js";
import { arrangeBoards, MatchCard, newCard } from "./match_card.js";
import { following, NextMatch, setFollowing } from "./next_match.js";

/** Time in ms without input after which the boards may change places. */
const NOBODY = 60_000;

const page = byId("wall", HTMLElement);
const list = byId("boards", HTMLElement);
const { wall = "all", matches = "", watch = "" } = page.dataset;
const [part, most] = [Number(page.dataset.part), Number(page.dataset.most)];
/** How many matches are shown, if there are so many. */
let shown = Number(page.dataset.shown);
/** Whether more of them are on their way, and whether they were asked for by a press. */
let filling = false;
let pressed = false;
const more = byId("more", HTMLElement);
const banner = document.getElementById("following");
const time = new ServerTime();
/** @type {Map<string, MatchCard>} */
const cards = new Map();
/** Order of the boards by the server. @type {string[]} */
let wanted = [];
let touched = Date.now();

const addresses = {
  match: (/** @type {string} */ id) => matches.replace("2222222222", id),
  follow: (/** @type {string} */ player) => `${watch}?follow=${player}`,
};
const next = new NextMatch({ addressOf: addresses.match, free: () => true });
const deliveryStatus = new DeliveryStatus(byId("line", HTMLElement));
const connection = new Connection({
  address: () => {
    const follow = banner ? `&follow=${banner.dataset.player}` : "";
    return `${location.origin.replace(/^http/, "ws")}/ws/watch?wall=${wall}&shown=${shown}${follow}`;
  },
  first: "wall",
  heard: hear,
  changed: (state) => deliveryStatus.connection(state),
  seen: () => 0,
});

/** @param {WallMessage} told */
function hear(told) {
  if ("now" in told) time.heard(told.now);
  switch (told.kind) {
    case "wall":
      wanted = told.order;
      told.boards.forEach(take);
      arrange();
      filled();
      break;
    case "moved":
      cards.get(told.id)?.show(told.standing);
      break;
    case "beat":
      for (const [id, [, watchers]] of Object.entries(told.boards)) cards.get(id)?.watched(watchers);
      showWaiting(told.waiting);
      if (behind(told.boards)) connection.send({ kind: "sync", after: 0 });
      if (order().join() !== wanted.join()) arrange();
      break;
    case "next":
      next.offer(told.match, banner?.dataset.name ?? "");
      break;
  }
  tick();
}

/** @param {Record<string, [number, number]>} boards */
function behind(boards) {
  return Object.entries(boards).some(([id, [seq]]) => seq > (cards.get(id)?.standing.seq ?? 0));
}

/** @param {WallBoard} board */
function take(board) {
  const card = cards.get(board.id);
  if (card) card.take(board.standing);
  else cards.set(board.id, new MatchCard(newCard(board, addresses), board));
}

const order = () => [...list.children].map((node) => node.getAttribute("data-match") ?? "");

/** Arranges the boards; while somebody is there, none that stays is moved. */
function arrange() {
  const nobody = document.hidden || Date.now() - touched > NOBODY;
  const places = (nobody ? wanted : arrangeBoards(order(), wanted)).filter((id) => cards.has(id));
  for (const [id, card] of cards) {
    if (places.includes(id)) continue;
    card.node.remove();
    cards.delete(id);
  }
  places.forEach((id, i) => {
    const card = /** @type {MatchCard} */ (cards.get(id));
    const isNew = !card.node.isConnected;
    if (list.children[i] !== card.node) list.insertBefore(card.node, list.children[i] ?? null);
    if (isNew) {
      card.show(card.standing);
      card.draw();
    }
  });
  visible(byId("nobody", HTMLElement), places.length === 0);
}

function tick() {
  if (document.hidden) return;
  for (const card of cards.values()) card.tick(time.now);
}

/** Requests more matches. */
function fill() {
  if (filling || shown >= most) return;
  filling = true;
  shown = Math.min(shown + part, most);
  connection.renew();
}

/** Shows that the requested matches are there. After a press of the link, the focus moves to the first new match. */
function filled() {
  more.hidden = shown >= most || wanted.length < shown;
  if (filling) setText(byId("filled", HTMLElement), tn("{n} game", "{n} games", list.children.length));
  if (filling && pressed) list.children[shown - part]?.querySelector("a")?.focus();
  filling = pressed = false;
  // Observing again reports the end of the wall if it is still in view.
  end.unobserve(more);
  end.observe(more);
}

const end = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && fill(), { rootMargin: "600px" });
more.addEventListener("click", (event) => {
  event.preventDefault();
  pressed = true;
  fill();
});

/** @type {WallBoard[]} */
const drawn = JSON.parse(byId("shown", HTMLScriptElement).textContent ?? "[]");
for (const board of drawn) {
  const node = list.querySelector(`[data-match="${board.id}"]`);
  if (!(node instanceof HTMLElement)) continue;
  const card = new MatchCard(node, board);
  cards.set(board.id, card);
  card.draw();
}
for (const sign of ["pointermove", "pointerdown", "keydown", "scroll"]) {
  addEventListener(sign, () => (touched = Date.now()), { passive: true });
}
document.addEventListener("visibilitychange", () => document.hidden && arrange());

const followed = following();
if (banner) {
  setFollowing({ player: banner.dataset.player ?? "", name: banner.dataset.name ?? "" });
  banner.querySelector("[data-do=stop-following]")?.addEventListener("click", () => setFollowing(null));
} else if (followed && new URLSearchParams(location.search).get("follow") === followed.player) {
  // The followed player has withdrawn: asking again would lead back here.
  setFollowing(null);
} else if (followed) {
  location.replace(`${addresses.follow(followed.player)}${wall === "all" ? "" : `&game=${wall}`}`);
}
connection.start();
setInterval(() => {
  tick();
  deliveryStatus.render();
}, 1000);
