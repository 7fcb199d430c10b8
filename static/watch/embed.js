import "../boards/element.js";
import { news } from "../boards/speech/speak.js";
import { Seats } from "../match/controls/seats.js";
import { byId, setText } from "../match/dom.js";
import { Stage } from "../match/looking/stage.js";
import { LiveMatch } from "../match/record/live.js";
import { Speech, untilTheEnd } from "../match/saying/speech.js";
import { Connection } from "../match/sending/connection.js";
import { Clocks } from "../match/time/clocks.js";
import { Pulse } from "../match/time/pulse.js";
import { outcomeText } from "./outcome.js";

/**
 * A live board within a page of another site: to be looked at. It brings no session, so whoever sees it is a watcher.
 *
 * @typedef {import("../match/types.js").Frame} Frame
 */

const page = byId("match", HTMLElement);
const { socket = "", matches = "" } = page.dataset;
/** @type {import("../match/types.js").Snapshot} */
const snapshot = JSON.parse(byId("snapshot", HTMLScriptElement).textContent ?? "");
const board = /** @type {import("../match/looking/stage.js").Board} */ (byId("board", HTMLElement));
const places = [byId("seat-far", HTMLElement), byId("seat-near", HTMLElement)];
const outcome = byId("outcome", HTMLElement);
const seats = new Seats(places[0], places[1]);

/** @type {LiveMatch} */
const live = new LiveMatch(snapshot, (message) => connection.send(message), changed);
const stage = new Stage(board, live.match.game, [], render);
const speech = new Speech(byId("speech", HTMLElement), (plies) => news(live.match.game, plies, []));
const connection = new Connection({
  address: () => `${location.origin.replace(/^http/, "ws")}${socket}?after=${live.record.head}`,
  heard: (message) => message.kind === "answer" || live.hear(message),
  changed: () => {},
  seen: () => live.record.head,
});
const clocks = live.match.terms.time && new Clocks(live, () => null, places, () => {}, render);
const pulse = new Pulse(() => clocks?.draw() ?? Infinity);
let shown = live.position;

/** @param {Frame[]} fresh */
function changed(fresh) {
  const moves = fresh.filter(({ plies }) => plies.length);
  const newest = moves[moves.length - 1];
  const before = moves[moves.length - 2];
  if (before) stage.show(before.position, before.plies, []);
  if (newest && newest === fresh[fresh.length - 1]) stage.play(newest.plies, live.position, []);
  else if (shown !== live.position) stage.show(live.position, newest?.plies ?? [], []);
  shown = live.position;
  for (const { match, plies } of fresh) {
    speech.tell(untilTheEnd(plies));
    // In the page around it this leaves no step back, and its colours stay.
    if (match) location.replace(matches.replace("2222222222", match) + location.search);
  }
  render();
}

function render() {
  seats.render(live, stage.side, stage.moving);
  setText(outcome, outcomeText(live.match.result, live.match.seats));
  pulse.beat();
}

stage.show(live.position, [], []);
pulse.start();
connection.start();
