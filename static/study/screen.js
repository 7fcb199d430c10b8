/**
 * The shared review of a match on the screen of a hall: the board where the leader is, with what is drawn on it.
 *
 * @import { ReviewState } from "./shared_review.js"
 */

import { GameBoard } from "../boards/game_board.js";
import { gameOf } from "../boards/games.js";
import { sentences } from "../boards/text/move_text.js";
import { getJson, HttpError } from "../http.js";
import { t } from "../i18n.js";
import { Connection } from "../match/commands/connection.js";
import { DeliveryStatus } from "../match/commands/delivery_status.js";
import { byId, setText } from "../match/dom.js";
import { AnnotationLayer } from "./annotations.js";

const root = byId("study", HTMLElement);
const board = /** @type {GameBoard} */ (root.querySelector("game-board"));
const game = gameOf(board.getAttribute("game") ?? "");
const status = new DeliveryStatus(byId("line", HTMLElement));
/** @type {AnnotationLayer | null} */
let layer = null;
/** @type {ReviewState | null} */
let shown = null;

/** @param {ReviewState} state */
function hear(state) {
  if (shown && state.version <= shown.version) return;
  const before = shown;
  shown = state;
  setText(byId("leader", HTMLElement), leaderText(state));
  setText(byId("place", HTMLElement), placeText(state));
  setText(byId("moves", HTMLElement), state.is_open ? sentences(game.slug, state.plies, []).join(" ") : "");
  if (state.position && !(before && placeOf(before) === placeOf(state))) void play(state, before);
  if (board.renderer) layer ??= new AnnotationLayer(board.renderer);
  layer?.show(state.annotations);
}

/**
 * Shows a place; one move after the place before it is played.
 * @param {ReviewState} state
 * @param {ReviewState | null} before
 */
async function play(state, before) {
  const still = { ...state.position, facts: state.position?.facts, to_move: [], legal: {} };
  const view = { roles: [], side: null };
  const isNext = before && before.ply === state.ply && placeOf(before) === placeOf({ ...state, path: state.path.slice(0, -1) });
  if (isNext) await board.play(state.plies, still, view);
  else board.show(still, view);
}

/** @param {Pick<ReviewState, "ply" | "path">} state */
const placeOf = ({ ply, path }) => JSON.stringify([ply, path]);

/** @param {ReviewState} state */
function leaderText({ is_open: isOpen, leader }) {
  if (!isOpen) return t("Nobody reviews this game together now.");
  return leader ? t("{name} leads the review.", leader) : t("Nobody leads now.");
}

/** @param {ReviewState} state */
function placeText({ is_open: isOpen, path }) {
  if (!isOpen) return "";
  const tried = path.map(([, action]) => game.notation(action)).join(", ");
  return tried ? t("Tried: {moves}", { moves: tried }) : "";
}

/** Time in ms for which the screen of a hall that goes round shows one review, and one that has ended. */
const TURN = 180_000;
const END_STAYS = 20_000;
const since = Date.now();
/** Time since when nobody leads the review. @type {number | null} */
let endedAt = null;

/** Goes back to the live games once the turn of this review is over; while the server is silent, it stays. */
async function goRound() {
  const { hall, review = "" } = root.dataset;
  if (!hall) return;
  endedAt = shown && !shown.leader ? endedAt ?? Date.now() : null;
  if (Date.now() - since < TURN && (endedAt === null || Date.now() - endedAt < END_STAYS)) return;
  const answers = await getJson(review).catch((error) => error instanceof HttpError && error.status === 404);
  if (answers) location.replace(`${hall}?after=${encodeURIComponent(location.pathname)}`);
}

const connection = new Connection({
  address: () => `${location.origin.replace(/^http/, "ws")}${root.dataset.socket}?after=0&review=1`,
  heard: (/** @type {any} */ message) => message.kind === "shared_review" && hear(message),
  changed: (state) => status.connection(state),
  seen: () => 0,
});
connection.start();
setInterval(() => status.render(), 1000);
setInterval(() => void goRound(), 5000);
getJson(root.dataset.review ?? "").then(({ review }) => hear(review), () => {});
