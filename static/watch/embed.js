/**
 * Embedded board within a page of another site, to watch, and to step through once the match is over. It has no session, so
 * its viewer is a watcher.
 *
 * @import { Board } from "../match/navigation/board_view.js"
 * @import { Frame, Snapshot } from "../match/types.js"
 */

import "../boards/game_board.js";
import { liveSentences } from "../boards/text/move_text.js";
import { Seats } from "../match/controls/seats.js";
import { byId, setText } from "../match/dom.js";
import { BoardView } from "../match/navigation/board_view.js";
import { LiveMatch } from "../match/state/live_match.js";
import { Announcer, untilTheEnd } from "../match/announce/announcer.js";
import { Connection } from "../match/commands/connection.js";
import { Clocks, RedrawTimer } from "../match/time/clocks.js";
import { EmbedSteps } from "./embed_steps.js";
import { outcomeText } from "./texts.js";

const page = byId("match", HTMLElement);
const { socket = "", matches = "", events = "" } = page.dataset;
/** @type {Snapshot} */
const snapshot = JSON.parse(byId("snapshot", HTMLScriptElement).textContent ?? "");
const board = /** @type {Board} */ (byId("board", HTMLElement));
const places = [byId("seat-far", HTMLElement), byId("seat-near", HTMLElement)];
const outcome = byId("outcome", HTMLElement);
const seats = new Seats(places[0], places[1]);

/** @type {LiveMatch} */
const live = new LiveMatch(snapshot, (message) => connection.send(message), changed);
const controller = { state: live, changed: render };
const boardView = new BoardView(board, controller);
const announcer = new Announcer(byId("speech", HTMLElement), (plies) => liveSentences(live.match.game, plies, []));
const connection = new Connection({
  address: () => `${location.origin.replace(/^http/, "ws")}${socket}?after=${live.log.head}`,
  heard: (message) => message.kind === "answer" || live.hear(message),
  changed: () => {},
  seen: () => live.log.head,
});
const clocks = live.match.terms.time && new Clocks(controller, announcer, places);
const redrawTimer = new RedrawTimer(() => clocks?.draw() ?? Infinity);
const steps = new EmbedSteps(live, boardView, events, (text) => setText(outcome, text));
let shown = live.position;

/** @param {Frame[]} fresh */
function changed(fresh) {
  const moves = fresh.filter(({ plies }) => plies.length);
  const newest = moves[moves.length - 1];
  const before = moves[moves.length - 2];
  if (before) boardView.show(before.position, before.plies, []);
  if (newest && newest === fresh[fresh.length - 1]) boardView.play(newest.plies, live.position, []);
  else if (shown !== live.position) boardView.show(live.position, newest?.plies ?? [], []);
  shown = live.position;
  for (const { match, plies } of fresh) {
    announcer.tell(untilTheEnd(plies));
    // `replace` adds no entry to the history of the page around it; the query keeps its colours.
    if (match) location.replace(matches.replace("2222222222", match) + location.search);
  }
  render();
}

function render() {
  seats.render(live, boardView.side, boardView.moving, boardView.sowing);
  setText(outcome, outcomeText(live.match.result, live.match.seats));
  steps.render();
  redrawTimer.beat();
}

boardView.show(live.position, [], []);
redrawTimer.start();
// A page about a finished match stays with it, whatever its players go on to.
if (live.playing) connection.start();
else steps.load();
