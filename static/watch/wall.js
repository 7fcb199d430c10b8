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

import { showWaiting } from "../lobby/waiting_badge.js";
import { tn } from "../i18n.js";
import { byId, setText, visible } from "../match/dom.js";
import { ServerTime } from "../match/time/clock.js";
import { Connection } from "../match/commands/connection.js";
import { DeliveryStatus } from "../match/commands/delivery_status.js";
import { following, NextMatch, setFollowing } from "./next_match.js";
import { WallBoards } from "./wall_boards.js";

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

const addresses = {
  match: (/** @type {string} */ id) => matches.replace("2222222222", id),
  follow: (/** @type {string} */ player) => `${watch}?follow=${player}`,
};
const boards = new WallBoards(list, addresses, (n) => visible(byId("nobody", HTMLElement), n === 0));
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

/** @param {WallMessage} message */
function hear(message) {
  if ("now" in message) time.heard(message.now);
  if (boards.hear(message)) connection.send({ kind: "sync", after: 0 });
  if (message.kind === "wall") filled();
  if (message.kind === "beat") showWaiting(message.waiting);
  if (message.kind === "next") next.offer(message.match, banner?.dataset.name ?? "");
  boards.tick(time.now);
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
  more.hidden = shown >= most || boards.serverOrder.length < shown;
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

boards.adopt(JSON.parse(byId("shown", HTMLScriptElement).textContent ?? "[]"));

const followed = following();
if (banner) {
  setFollowing({ player: banner.dataset.player ?? "", name: banner.dataset.name ?? "" });
  banner.querySelector("[data-do=stop-following]")?.addEventListener("click", () => setFollowing(null));
} else if (wall === "friends") {
  // A followed player has a page of their own.
} else if (followed && new URLSearchParams(location.search).get("follow") === followed.player) {
  // The followed player has withdrawn: asking again would lead back here.
  setFollowing(null);
} else if (followed) {
  location.replace(`${addresses.follow(followed.player)}${wall === "all" ? "" : `&game=${wall}`}`);
}
connection.start();
setInterval(() => {
  boards.tick(time.now);
  deliveryStatus.render();
}, 1000);
