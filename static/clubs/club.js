/**
 * Page of a club: the boards of its members' running games, and the link to send.
 *
 * @import { WallMessage } from "../watch/wall.js"
 * @import { RoundNews } from "./calls.js"
 */

import { sendOnce } from "../forms/submit_once.js";
import { offerLink } from "../lobby/link.js";
import { Connection } from "../match/commands/connection.js";
import { byId, visible } from "../match/dom.js";
import { ServerTime } from "../match/time/clock.js";
import { WallBoards } from "../watch/wall_boards.js";
import { goToBoard } from "./calls.js";

const page = byId("club-wall", HTMLElement);
const { id = "", matches = "", watch = "" } = page.dataset;
const addresses = {
  match: (/** @type {string} */ match) => matches.replace("2222222222", match),
  follow: (/** @type {string} */ player) => `${watch}?follow=${player}`,
};
const time = new ServerTime();
const boards = new WallBoards(byId("boards", HTMLElement), addresses, (shown) => visible(byId("nobody", HTMLElement), shown === 0));

/** @param {WallMessage | RoundNews} message */
function hear(message) {
  if (message.kind === "round") {
    goToBoard(byId("round-call", HTMLElement), message);
    return;
  }
  if ("now" in message) time.heard(message.now);
  if (boards.hear(message)) connection.send({ kind: "sync", after: 0 });
  boards.tick(time.now);
}

sendOnce();
offerLink(document.body);
boards.adopt(JSON.parse(byId("shown", HTMLScriptElement).textContent ?? "[]"));
const connection = new Connection({
  address: () => `${location.origin.replace(/^http/, "ws")}/ws/clubs/${id}`,
  first: "wall",
  heard: hear,
  changed: () => undefined,
  seen: () => 0,
});
connection.start();
setInterval(() => boards.tick(time.now), 1000);
