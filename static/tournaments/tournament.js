/**
 * Page of a tournament. The server sends the parts that have changed, as trees of the page's own templates; parts that
 * stay keep their nodes. A game that the reader waits for opens by itself.
 *
 * @import { WallMessage } from "../watch/wall.js"
 *
 * @typedef {[string, Record<string, string>, ...(string | any[])[]]} Tree
 * @typedef {{kind: "tournament", version: number, order: Record<string, string[]>, blocks: Record<string, Tree>, reload: boolean}} Parts
 */

import { sendOnce } from "../forms/submit_once.js";
import { offerLink } from "../lobby/link.js";
import { showLocalTimes } from "../local_time.js";
import { Connection } from "../match/commands/connection.js";
import { byId, visible } from "../match/dom.js";
import { ServerTime } from "../match/time/clock.js";
import { WallBoards } from "../watch/wall_boards.js";

const SVG = "http://www.w3.org/2000/svg";
const DRAWN = new Set(["svg", "use"]);

const page = byId("tournament", HTMLElement);

/**
 * @param {Tree} tree
 * @returns {Element}
 */
function build([tag, attributes, ...children]) {
  const node = DRAWN.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name === "viewbox" ? "viewBox" : name, value);
  node.append(...children.map((child) => (typeof child === "string" ? child : build(/** @type {Tree} */ (child)))));
  return node;
}

/** @param {string} key of a block; "row-3/4" is its fifth element */
function block(key) {
  const [name, place] = key.split("/");
  const found = document.querySelector(`[data-block="${name}"]`);
  return place === undefined ? found : (found?.children[Number(place)] ?? null);
}

/**
 * Puts a changed block in the place of the old one. The button that had the focus keeps it, and open details stay open.
 * @param {string} key
 * @param {Tree} tree
 */
function replace(key, tree) {
  const old = block(key);
  const node = build(tree);
  if (!old) return node;
  if (old instanceof HTMLDetailsElement) node.toggleAttribute("open", old.open);
  if (old.isEqualNode(node)) return old;
  const focus = old.contains(document.activeElement) ? document.activeElement : null;
  old.replaceWith(node);
  const value = focus?.getAttribute("value");
  const again = value ? node.querySelector(`[value="${value}"]`) : null;
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  return node;
}

/** @param {Parts} parts */
function show({ version, order, blocks, reload }) {
  if (reload) {
    location.reload();
    return;
  }
  page.dataset.version = String(version);
  const waits = page.querySelector("[data-waiting]") !== null;
  /** @type {Map<string, Element>} */
  const built = new Map(Object.entries(blocks).map(([key, tree]) => [key, replace(key, tree)]));
  for (const [name, keys] of Object.entries(order)) arrange(name, keys, built);
  markOwn();
  showLocalTimes();
  const begun = page.querySelector("[data-go]");
  if (waits && begun && !page.querySelector("[data-waiting]")) location.assign(begun.getAttribute("data-go") ?? "");
}

/**
 * @param {string} name of the list
 * @param {string[]} keys of its blocks, in their order
 * @param {Map<string, Element>} built
 */
function arrange(name, keys, built) {
  const list = page.querySelector(`[data-list="${name}"]`);
  if (!list) {
    // The first person has joined an empty tournament, whose page has no table yet. A big screen has no list of games.
    if (keys.length && name === "rows") location.reload();
    return;
  }
  for (const node of [...list.children]) if (!keys.includes(node.getAttribute("data-block") ?? "")) node.remove();
  keys.forEach((key, place) => {
    const node = built.get(key) ?? block(key);
    if (node && list.children[place] !== node) list.insertBefore(node, list.children[place] ?? null);
  });
  page.querySelectorAll(`[data-empty="${name}"]`).forEach((node) => node.toggleAttribute("hidden", keys.length > 0));
}

function markOwn() {
  if (page.dataset.me) block(`row-${page.dataset.me}`)?.classList.add("own");
}

/** @returns {WallBoards | null} the boards of the running games; none in a private tournament */
function runningBoards() {
  const section = document.getElementById("live-boards");
  if (!section) return null;
  const { matches = "", watch = "" } = section.dataset;
  const addresses = {
    match: (/** @type {string} */ id) => matches.replace("2222222222", id),
    follow: (/** @type {string} */ player) => `${watch}?follow=${player}`,
  };
  return new WallBoards(byId("boards", HTMLElement), addresses, (shown) => visible(section, shown > 0));
}

const time = new ServerTime();
const boards = runningBoards();

/** @param {Parts | WallMessage | {kind: "beat", seq: number, now: number}} message */
function hear(message) {
  if ("now" in message) time.heard(message.now);
  if (message.kind === "tournament") show(message);
  // The beat of the page itself has no boards.
  else if (message.kind !== "beat" || "boards" in message) {
    if (boards?.hear(message)) connection.send({ kind: "sync", after: Number(page.dataset.version) });
    boards?.tick(time.now);
  }
}

sendOnce();
offerLink(document.body);
markOwn();
showLocalTimes();
const connection = new Connection({
  address: () => `${location.origin.replace(/^http/, "ws")}/ws/tournaments/${page.dataset.id}?version=${page.dataset.version}`,
  first: "tournament",
  heard: hear,
  changed: () => undefined,
  seen: () => 0,
});
connection.start();
setInterval(() => boards?.tick(time.now), 1000);
