import "../boards/element.js";
import { news } from "../boards/speech/speak.js";
import { follow } from "../preferences.js";
import { t } from "../text.js";
import { Actions } from "./controls/actions.js";
import { Archive, fetchFrom } from "./record/archive.js";
import { Clocks, clocksThen } from "./time/clocks.js";
import { Commands } from "./sending/commands.js";
import { Confirmation } from "./controls/confirm.js";
import { Connection } from "./sending/connection.js";
import { Delivery } from "./sending/delivery.js";
import { byId, setText } from "./dom.js";
import { LiveMatch } from "./record/live.js";
import { Moves } from "./looking/moves.js";
import { Notice } from "./saying/notice.js";
import { Outbox } from "./sending/outbox.js";
import { Pulse } from "./time/pulse.js";
import { whyNot } from "./saying/refused.js";
import { Seats } from "./controls/seats.js";
import { Speech, untilTheEnd } from "./saying/speech.js";
import { Stage } from "./looking/stage.js";
import { Stepping } from "./looking/stepping.js";
import { Viewing } from "./looking/viewing.js";

/**
 * The match page: playing, watching and going through it again are one page. Here its parts are joined; each has
 * its own module.
 *
 * @typedef {import("./types.js").Frame} Frame
 * @typedef {import("./types.js").Message} Message
 */

const page = byId("match", HTMLElement);
const { socket: socketPath = "", events: eventsUrl = "", try: tryUrl = "", matches: matchPattern = "" } = page.dataset;
const title = document.title;
/** What a bad line has lost is asked for again after so many ms. */
const AGAIN = 5000;

/** @type {import("./types.js").Snapshot} */
const snapshot = JSON.parse(byId("snapshot", HTMLScriptElement).textContent ?? "");
const board = /** @type {import("./looking/stage.js").Board} */ (byId("board", HTMLElement));

const speech = new Speech(byId("speech", HTMLElement), (plies) => news(live.match.game, plies, live.you));
const say = (/** @type {string} */ text) => speech.say(text);
const delivery = new Delivery(byId("delivery", HTMLElement), say);
const notice = new Notice(byId("notice", HTMLElement), speech);
const seats = new Seats(byId("seat-far", HTMLElement), byId("seat-near", HTMLElement));

const connection = new Connection({
  address: socketAddress,
  heard: hear,
  changed(state) {
    delivery.connection(state);
    if (state.name === "open") outbox.connected();
  },
  seen: () => live.record.head,
});
const outbox = new Outbox((message) => connection.send(message));
/** @type {LiveMatch} */
const live = new LiveMatch(snapshot, (message) => connection.send(message), matchChanged);
const archive = new Archive(live.record, fetchFrom(eventsUrl));
const stage = new Stage(board, live.match.game, live.you, render);
const viewing = new Viewing(live, archive, stage, render, () =>
  notice.explain(t("Those moves can't be loaded at the moment. Try again.")));
const commands = new Commands(live, outbox, {
  lock: (text) => stage.lock(text),
  sending: (busy) => delivery.sending(busy),
  stored: () => delivery.stored(),
  refused(text, seq) {
    refusedAt = seq;
    notice.explain(text);
  },
  foreseen: ({ role, action, guess }) => guess && viewing.foresee({ n: 0, role, action, trace: guess.trace }),
  overtaken: () => viewing.place === null && viewing.showLive(),
  changed: render,
});
viewing.ahead = (/** @type {import("./types.js").Position} */ position) => commands.ahead(position);
const stepping = new Stepping(viewing, say);
const actions = new Actions(live, commands, addressOf);
const moves = new Moves(viewing, (ply) => stepping.seek(ply), {
  list: byId("moves", HTMLElement),
  earlier: byId("earlier", HTMLElement),
  later: byId("later", HTMLElement),
  empty: byId("no-moves", HTMLElement),
});
const places = [seats.far.node, seats.near.node];
const clocks = live.match.terms.time && new Clocks(live, () => clocksThen(viewing), places, say, render);
const confirmation = new Confirmation(live, board, { act: (role, action) => commands.act(role, action), changed: render });
const pulse = new Pulse(() => Math.min(clocks?.draw() ?? Infinity, aids?.draw() ?? Infinity));

/** @param {string} match */
function addressOf(match) {
  return matchPattern.replace("2222222222", match);
}

function socketAddress() {
  const { protocol, host } = window.location;
  return `${protocol === "https:" ? "wss:" : "ws:"}//${host}${socketPath}?after=${live.record.head}`;
}

/** @param {Message} message */
function hear(message) {
  if (message.kind === "event" && commands.isFromElsewhere(message)) connection.renew();
  else if (message.kind !== "answer") live.hear(message);
  else if (message.cmd) outbox.answered(message);
  else notice.explain(message.message ?? t("The server could not read what this page sent."));
  if (message.kind === "snapshot") fetchMoves();
}

/**
 * @param {Frame[]} fresh new events; none when the page jumped to a snapshot or only what stands beside the board
 *   has changed
 */
function matchChanged(fresh) {
  if (fresh.some(mattersToViewer)) notice.clear();
  if (viewing.place === null) for (const { plies } of fresh) speech.tell(untilTheEnd(plies));
  const drawn = commands.progress(fresh);
  const draw = () => {
    if (fresh.length) viewing.follow(fresh, drawn);
    else if (viewing.place === null && positionShown !== live.position) viewing.showLive();
  };
  if (viewing.place === null && decidesOnTheSame(positionShown)) keepingChoice(draw);
  else draw();
  positionShown = live.position;
  for (const frame of fresh) {
    aids?.tell(frame);
    if (frame.match) goOn(frame.match);
  }
  render();
}
let positionShown = live.position;

/**
 * Whether the viewer still decides on what they decided on before, whatever others have done meanwhile.
 * @param {import("./types.js").Position} before
 */
function decidesOnTheSame({ base }) {
  return live.playing && live.you.every((role) => base[role] === live.position.base[role]);
}

/**
 * What is chosen on the board, and not done yet, stays chosen.
 * @param {() => void} draw
 */
function keepingChoice(draw) {
  const { chosen } = board;
  draw();
  board.choose(chosen);
}

/** How far the match was when something of the viewer's was refused. */
let refusedAt = 0;

/**
 * Where both act at once, what the other does leaves the viewer's own choice, and what was said of it, as it was. So does
 * the event for which something was refused, if it comes after the refusal.
 * @param {Frame} frame
 */
function mattersToViewer({ seq, plies, position: { base } }) {
  return plies.length > 0 && seq > refusedAt && (!live.you.length || live.you.some((role) => base[role] === seq));
}

/**
 * A rematch has begun: everybody is taken there, unless they are looking at something.
 * @param {string} match
 */
function goOn(match) {
  if (viewing.place === null) window.location.assign(addressOf(match));
}

let fetching = false;
let movesLost = false;

/** Fetches the moves that led to where the match stands: at first, and where the page has jumped over them. */
async function fetchMoves() {
  if (fetching || live.record.frames.has(live.record.head)) return;
  fetching = true;
  const came = await archive.newest().then(() => true, () => false);
  fetching = false;
  if (came) markLastMove();
  else setTimeout(fetchMoves, AGAIN);
  if (!came && !movesLost) notice.explain(t("The moves so far can't be loaded at the moment."));
  movesLost = !came;
}

/** The first position was drawn before it was known how it came about. */
function markLastMove() {
  if (viewing.place === null && !stage.moving.length) keepingChoice(() => viewing.showLive());
  render();
}

/** @type {import("./aids.js").Aids | null} */
let aids = null;
let aidsLost = false;
const parts = { board, stage, live, viewing, commands, confirmation, stepping, speech, notice, tryUrl, changed: render };
const fetchAids = () => import("./aids.js").then(({ offerAids }) => {
  aids = offerAids(parts);
  if (aidsLost) notice.tell(t("Keys, hints and offers are here now."));
  render();
}, fetchAidsAgain);
fetchAids();

/** A bad line has lost them. The board is played without. */
function fetchAidsAgain() {
  if (!aidsLost) notice.explain(t("Keys, hints and offers could not be loaded yet. The page tries again by itself."));
  aidsLost = true;
  setTimeout(fetchAids, AGAIN);
}

const watchers = byId("watchers", HTMLElement);
let rendering = false;

/** Several changes within one task are drawn once. */
function render() {
  if (rendering) return;
  rendering = true;
  queueMicrotask(() => {
    rendering = false;
    seats.render(live, stage.side, stage.moving);
    pulse.beat();
    notice.render(live, viewing.place !== null, stage.moving);
    stepping.render();
    actions.render();
    moves.render();
    aids?.render();
    if (live.watchers || watchers.textContent) {
      import("../watch/company.js").then(({ companyText }) => setText(watchers, companyText(live)), () => {});
    }
    page.dataset.view = viewing.place === null ? "live" : "past";
    const mine = live.you.length === 1 && live.myTurns.length > 0;
    document.title = mine ? `${t("Your turn")} · ${title}` : title;
  });
}

board.addEventListener("act", (event) => {
  const { role, action } = /** @type {CustomEvent} */ (event).detail;
  notice.clear();
  confirmation.choose(role, action);
});

board.addEventListener("refused", async (event) => {
  const reason = await whyNot(tryUrl, viewing, /** @type {CustomEvent} */ (event).detail);
  if (reason) notice.explain(reason);
});

board.addEventListener("say", (event) => {
  const { text, plies } = /** @type {CustomEvent} */ (event).detail;
  if (plies) speech.tell(plies);
  else say(text);
});
byId("flip", HTMLButtonElement).addEventListener("click", () => {
  keepingChoice(() => stage.flip());
  render();
});

follow("speed", (value) => (board.speed = value));
if (live.match.terms.time?.kind === "real") board.setAttribute("tempo", "timed");
viewing.showLive();
actions.start();
pulse.start();
confirmation.start();
stepping.start();
fetchMoves();
connection.start();
setInterval(() => {
  outbox.tick();
  delivery.render();
}, 1000);
