/**
 * Match page: playing, watching and review are one page. This entry point joins its parts; each has its own module.
 *
 * @import { Enhancements } from "./enhancements.js"
 * @import { Board } from "./navigation/board_view.js"
 * @import { ChatNews, Frame, Message, Position, Snapshot } from "./types.js"
 */

import "../boards/game_board.js";
import "../learn/guide_offer.js";
import { follow } from "../preferences.js";
import { getJson } from "../http.js";
import { t } from "../i18n.js";
import { MatchButtons } from "./controls/match_buttons.js";
import { MoreMenu } from "./controls/more_menu.js";
import { EventLoader } from "./state/event_loader.js";
import { Clocks, clocksThen, RedrawTimer } from "./time/clocks.js";
import { Commands } from "./commands/commands.js";
import { Confirmation } from "./controls/confirm.js";
import { Connection } from "./commands/connection.js";
import { DeliveryStatus } from "./commands/delivery_status.js";
import { byId, setText } from "./dom.js";
import { LiveMatch } from "./state/live_match.js";
import { MoveList } from "./navigation/move_list.js";
import { LastMove } from "./announce/last_move.js";
import { liveMoveSentences } from "./announce/match_words.js";
import { Notice, refusalReason } from "./announce/notice.js";
import { Outbox } from "./commands/outbox.js";
import { Seats } from "./controls/seats.js";
import { Announcer, untilTheEnd } from "./announce/announcer.js";
import { BoardView } from "./navigation/board_view.js";
import { ModeLabel } from "./navigation/mode_label.js";
import { Playback } from "./navigation/playback.js";
import { MatchNavigator } from "./navigation/navigator.js";

const page = byId("match", HTMLElement);
const { socket: socketPath = "", events: eventsUrl = "", try: tryUrl = "", matches: matchPattern = "" } = page.dataset;
const title = document.title;
/** Time in ms after which a failed request is repeated. */
const AGAIN = 5000;

/** @type {Snapshot} */
const snapshot = JSON.parse(byId("snapshot", HTMLScriptElement).textContent ?? "");
const board = /** @type {Board} */ (byId("board", HTMLElement));

const announcer = new Announcer(byId("speech", HTMLElement), (plies) => liveMoveSentences(live, plies));
const say = (/** @type {string} */ text) => announcer.say(text);
const deliveryStatus = new DeliveryStatus(byId("delivery", HTMLElement), say);
const notice = new Notice(byId("notice", HTMLElement), announcer);
const seats = new Seats(byId("seat-far", HTMLElement), byId("seat-near", HTMLElement));

const connection = new Connection({
  address: socketAddress,
  heard: hear,
  changed(state) {
    deliveryStatus.connection(state);
    if (state.name === "waiting") nobodyIsKnownHere();
    if (state.name === "open") outbox.connected();
  },
  seen: () => live.log.head,
  plays: () => live.playing && live.you.length > 0,
});
const outbox = new Outbox((message) => connection.send(message));
/** @type {LiveMatch} */
const live = new LiveMatch(snapshot, (message) => connection.send(message), matchChanged);
const loader = new EventLoader(live.log, (query) => getJson(eventsUrl + query));
const boardView = new BoardView(board, live.match.game, live.you, render);
const loadFailed = () => notice.explain(t("Those moves can't be loaded at the moment. Try again."));
const nav = new MatchNavigator(live, loader, boardView, render, loadFailed, (position) => commands.ahead(position));
/** @type {Commands} */
const commands = new Commands(live, outbox, {
  lock: (text) => boardView.lock(text),
  sending: (busy) => deliveryStatus.sending(busy),
  refused(text, seq) {
    refusedAt = seq;
    notice.explain(text);
  },
  foreseen: ({ role, action, prediction }) => prediction && nav.foresee({ n: 0, role, action, trace: prediction.trace }),
  overtaken: () => nav.place === null && nav.showLive(),
  changed: render,
});
const playback = new Playback(nav, say);
const modeLabel = new ModeLabel(byId("mode", HTMLElement), nav);
const lastMove = new LastMove(byId("last-move", HTMLElement), nav);
const matchButtons = new MatchButtons(live, commands, addressOf, () => shown || reviewing);
const moveList = new MoveList(nav, (ply) => playback.seek(ply), {
  list: byId("moves", HTMLElement),
  earlier: byId("earlier", HTMLElement),
  later: byId("later", HTMLElement),
  empty: byId("no-moves", HTMLElement),
});
const places = [seats.far.node, seats.near.node];
const clocks = live.match.terms.time && new Clocks(live, () => clocksThen(nav), places, say, render);
const confirmation = new Confirmation(live, board, { act: (role, action) => commands.act(role, action), changed: render });
const redrawTimer = new RedrawTimer(() => Math.min(clocks?.draw() ?? Infinity, enhancements?.draw() ?? Infinity));

function nobodyIsKnownHere() {
  live.here = null;
  render();
}

/** @param {string} match */
function addressOf(match) {
  return matchPattern.replace("2222222222", match);
}

function socketAddress() {
  const { protocol, host } = window.location;
  const chat = page.querySelector("#chat") ? "&chat=1" : "";
  return `${protocol === "https:" ? "wss:" : "ws:"}//${host}${socketPath}?after=${live.log.head}${chat}`;
}

/** @param {Message} message */
function hear(message) {
  if (message.kind === "chat" || message.kind === "chat_message" || message.kind === "chat_page") hearChat(message);
  else if (message.kind === "event" && commands.isFromElsewhere(message)) connection.renew();
  else if (message.kind !== "answer") live.hear(message);
  else if (message.cmd) outbox.answered(message);
  else notice.explain(message.message ?? t("The server could not read what this page sent."));
  if (message.kind === "snapshot") fetchMoves();
}

/** What came of the chat before its part of the page. @type {ChatNews[]} */
const chatHeard = [];

/** @param {ChatNews} news */
function hearChat(news) {
  if (enhancements) enhancements.hearChat(news);
  else chatHeard.push(news);
}

/**
 * @param {Frame[]} fresh new events; none when the page jumped to a snapshot or only what stands beside the board
 *   has changed
 */
function matchChanged(fresh) {
  if (fresh.some((frame) => mattersToViewer(frame) || frame.status === "over")) notice.clear();
  if (nav.place === null) for (const { plies } of fresh) announcer.tell(untilTheEnd(plies));
  const drawn = commands.progress(fresh);
  const draw = () => {
    if (fresh.length) nav.follow(fresh, drawn);
    else if (nav.place === null && positionShown !== live.position) nav.showLive();
  };
  if (nav.place === null && decidesOnTheSame(positionShown)) keepingChoice(draw);
  else draw();
  positionShown = live.position;
  for (const frame of fresh) {
    enhancements?.tell(frame);
    if (frame.match) goOn(frame.match);
  }
  render();
}
let positionShown = live.position;

/**
 * Whether the viewer still decides on the same event as before, whatever others have done meanwhile.
 * @param {Position} before
 */
function decidesOnTheSame({ base }) {
  return live.playing && live.you.every((role) => base[role] === live.position.base[role]);
}

/**
 * Draws, and keeps what is chosen on the board and not done yet.
 * @param {() => void} draw
 */
function keepingChoice(draw) {
  const { chosen } = board;
  draw();
  board.choose(chosen);
}

/** Seq of the match when a command of the viewer was refused. */
let refusedAt = 0;

/**
 * Whether an event concerns the viewer's own choice. Where both act at once, what the other does leaves it, and what was
 * said of it, as it was. So does the event for which something was refused, if it comes after the refusal.
 * @param {Frame} frame
 */
function mattersToViewer({ seq, plies, position: { base } }) {
  return plies.length > 0 && seq > refusedAt && (!live.you.length || live.you.some((role) => base[role] === seq));
}

/**
 * Goes to the rematch, unless the viewer is looking at something.
 * @param {string} match
 */
function goOn(match) {
  if (nav.place === null) window.location.assign(addressOf(match));
}

let fetching = false;
let movesLost = false;

/** Loads the moves that led to the current position: at first, and where the page has skipped them. */
async function fetchMoves() {
  if (fetching || live.log.frames.has(live.log.head)) return;
  fetching = true;
  const came = await loader.newest().then(() => true, () => false);
  fetching = false;
  if (came) markLastMove();
  else setTimeout(fetchMoves, AGAIN);
  if (!came && !movesLost) notice.explain(t("The moves so far can't be loaded at the moment."));
  movesLost = !came;
}

/** Marks the last move: the first position was drawn before it was loaded. */
function markLastMove() {
  if (nav.place === null && !boardView.moving.length) keepingChoice(() => nav.showLive());
  render();
}

/** @type {Enhancements | null} */
let enhancements = null;
let enhancementsFailed = false;
const context = { board, boardView, live, nav, commands, confirmation, playback, announcer, notice, tryUrl, changed: render };
const loadEnhancements = () => import("./enhancements.js").then(({ attachEnhancements }) => {
  enhancements = attachEnhancements(context);
  for (const news of chatHeard) enhancements.hearChat(news);
  if (enhancementsFailed) notice.tell(t("Keys, hints and offers are ready."));
  render();
}, retryEnhancements);
loadEnhancements();

/** Tries again. The board can be played without. */
function retryEnhancements() {
  if (!enhancementsFailed) notice.explain(t("Keys, hints and offers could not be loaded yet. The page tries again by itself."));
  enhancementsFailed = true;
  setTimeout(loadEnhancements, AGAIN);
}

/** @type {Record<string, string>} by role, in a rated match */
let ratings = JSON.parse(document.getElementById("ratings")?.textContent ?? "{}");

/** @param {string} address */
async function tellRatings(address) {
  const before = ratings;
  ratings = await import("./announce/rating_change.js").then(({ ratingsAfter }) => ratingsAfter(live, address, before), () => before);
  if (ratings !== before) render();
}

/** Whether a match that is over is looked through. One that ends before the viewer's eyes shows its result first. */
let reviewing = live.match.status === "over";

/**
 * The room that the page is: in review the board makes room for moves, verdicts and the course of the match.
 * @returns {"play" | "review"}
 */
function room() {
  const away = nav.place !== null || page.hasAttribute("data-tries");
  reviewing ||= away && live.match.status === "over";
  return reviewing || away ? "review" : "play";
}

function review() {
  reviewing = true;
  render();
}

let celebrated = reviewing;
let shown = reviewing;

/** Once all stones lie, the result is shown, and the winner's make a short gesture. Nobody who looks back is held up. */
async function celebrate() {
  if (celebrated || live.playing || boardView.moving.length) return;
  celebrated = true;
  await import("./announce/finale.js").then(({ finale }) => finale(board, live, page, review), () => {});
  shown = true;
  render();
}

const watchers = byId("watchers", HTMLElement);
let rendering = false;

/** Renders the page, once for several changes within one task. */
function render() {
  if (rendering) return;
  rendering = true;
  queueMicrotask(() => {
    rendering = false;
    const { sowing } = boardView;
    if (page.dataset.ratings && live.match.status === "over") tellRatings(page.dataset.ratings);
    seats.render(live, boardView.side, boardView.moving, sowing, ratings);
    redrawTimer.beat();
    notice.render(live, nav.place !== null, sowing);
    lastMove.render();
    playback.render();
    matchButtons.render();
    moveList.render();
    enhancements?.render();
    celebrate();
    if (live.watchers || watchers.textContent) {
      import("../watch/texts.js").then(({ spectatorsText }) => setText(watchers, spectatorsText(live, !live.you.length)), () => {});
    }
    page.dataset.view = nav.place === null ? "live" : "past";
    page.dataset.room = room();
    modeLabel.render(page.hasAttribute("data-tries"));
    const mine = live.you.length === 1 && live.myTurns.length > 0 && !sowing.length;
    document.title = mine ? `${t("Your turn")} · ${title}` : title;
  });
}

board.addEventListener("act", (event) => {
  const { role, action } = /** @type {CustomEvent} */ (event).detail;
  notice.clear();
  confirmation.choose(role, action);
});

board.addEventListener("refused", async (event) => {
  const reason = await refusalReason(tryUrl, nav, /** @type {CustomEvent} */ (event).detail);
  if (reason) notice.explain(reason);
});

board.addEventListener("say", (event) => {
  const { text, plies } = /** @type {CustomEvent} */ (event).detail;
  if (plies) announcer.tell(plies);
  else say(text);
});
byId("flip", HTMLButtonElement).addEventListener("click", () => {
  keepingChoice(() => boardView.flip());
  render();
});

follow("speed", (value) => (board.speed = value));
if (live.match.terms.time?.kind === "real") board.setAttribute("tempo", "timed");
nav.showLive();
new MoreMenu().start();
matchButtons.start();
redrawTimer.start();
confirmation.start();
playback.start();
fetchMoves();
connection.start();
setInterval(() => {
  outbox.tick();
  deliveryStatus.render();
}, 1000);
