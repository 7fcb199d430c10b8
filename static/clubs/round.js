/**
 * Page of a club's newest round, and the same on a big screen: its boards.
 *
 * @import { WallMessage } from "../watch/wall.js"
 * @import { RoundNews } from "./calls.js"
 */

import { sendOnce } from "../forms/submit_once.js";
import { offerLink } from "../lobby/link.js";
import { Connection } from "../match/commands/connection.js";
import { byId, setText } from "../match/dom.js";
import { ServerTime } from "../match/time/clock.js";
import { WallBoards } from "../watch/wall_boards.js";
import { goToBoard } from "./calls.js";

const page = byId("round", HTMLElement);
const { id = "", round = "0", matches = "", watch = "" } = page.dataset;
const addresses = {
  match: (/** @type {string} */ match) => matches.replace("2222222222", match),
  follow: (/** @type {string} */ player) => `${watch}?follow=${player}`,
};
const time = new ServerTime();
const list = document.getElementById("boards");
const boards = list && new WallBoards(list, addresses, () => undefined);

/** @param {WallMessage | RoundNews} message */
function hear(message) {
  if (message.kind === "round") {
    // A big screen belongs to nobody, whoever has opened it.
    if ("board" in page.dataset) goToBoard(page, message);
    if (message.number !== Number(round)) location.reload();
    setText(byId("score", HTMLElement), message.score);
    return;
  }
  if ("now" in message) time.heard(message.now);
  if (boards?.hear(message)) connection.send({ kind: "sync", after: 0 });
  boards?.tick(time.now);
}

sendOnce();
offerLink(document.body);
boards?.adopt(JSON.parse(byId("shown", HTMLScriptElement).textContent ?? "[]"));
const connection = new Connection({
  address: () => `${location.origin.replace(/^http/, "ws")}/ws/clubs/${id}/round`,
  first: "wall",
  heard: hear,
  changed: () => undefined,
  seen: () => 0,
});
connection.start();
setInterval(() => boards?.tick(time.now), 1000);
