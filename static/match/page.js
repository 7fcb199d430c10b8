/**
 * Match page: playing, watching and review are one page. This entry point makes its parts; match_controller.js describes their pattern.
 *
 * @import { Board } from "./navigation/board_view.js"
 * @import { Snapshot } from "./types.js"
 */

import "../boards/game_board.js";
import "../learn/guide_offer.js";
import { follow } from "../preferences.js";
import { t } from "../i18n.js";
import { MatchButtons } from "./controls/match_buttons.js";
import { MoreMenu } from "./controls/more_menu.js";
import { Clocks, clocksThen, RedrawTimer } from "./time/clocks.js";
import { Confirmation } from "./controls/confirm.js";
import { DeliveryStatus } from "./commands/delivery_status.js";
import { byId, setText } from "./dom.js";
import { MatchController } from "./match_controller.js";
import { MoveList } from "./navigation/move_list.js";
import { LastMove } from "./announce/last_move.js";
import { liveMoveSentences } from "./announce/match_words.js";
import { Notice } from "./announce/notice.js";
import { PageMode } from "./page_mode.js";
import { ResultCard } from "./announce/result_card.js";
import { Seats } from "./controls/seats.js";
import { Announcer } from "./announce/announcer.js";
import { BoardView } from "./navigation/board_view.js";
import { LiveBoard } from "./navigation/live_board.js";
import { ModeLabel } from "./navigation/mode_label.js";
import { Playback } from "./navigation/playback.js";
import { MatchNavigator } from "./navigation/navigator.js";

const page = byId("match", HTMLElement);
const board = /** @type {Board} */ (byId("board", HTMLElement));
const watchers = byId("watchers", HTMLElement);
const title = document.title;
/** Time in ms after which loading the enhancements is tried again. */
const RETRY_MS = 5000;

/** @type {Snapshot} */
const snapshot = JSON.parse(byId("snapshot", HTMLScriptElement).textContent ?? "");
const controller = new MatchController(snapshot, page.dataset, page.querySelector("#chat") !== null);
const live = controller.state;
const announcer = new Announcer(byId("speech", HTMLElement), (plies) => liveMoveSentences(live, plies));
const notice = new Notice(byId("notice", HTMLElement), announcer);
const delivery = new DeliveryStatus(byId("delivery", HTMLElement), announcer, () => controller.changed());
const boardView = new BoardView(board, controller);
const nav = new MatchNavigator(controller, boardView, notice);
const playback = new Playback(nav, announcer);
const confirmation = new Confirmation(controller, board);
const liveBoard = new LiveBoard(controller, nav, notice, confirmation);
const mode = new PageMode(controller, nav, page);
const seats = new Seats(byId("seat-far", HTMLElement), byId("seat-near", HTMLElement));
const modeLabel = new ModeLabel(byId("mode", HTMLElement), nav);
const lastMove = new LastMove(byId("last-move", HTMLElement), nav);
const matchButtons = new MatchButtons(controller);
const resultCard = new ResultCard(controller, mode);
const moveList = new MoveList(playback, {
  list: byId("moves", HTMLElement),
  earlier: byId("earlier", HTMLElement),
  later: byId("later", HTMLElement),
  empty: byId("no-moves", HTMLElement),
});
const redrawTimer = new RedrawTimer(() => Math.min(...controller.publish("draw")));

/** @type {Record<string, string>} by role, in a rated match */
let ratings = JSON.parse(document.getElementById("ratings")?.textContent ?? "{}");

/** @param {string} address */
async function tellRatings(address) {
  const before = ratings;
  ratings = await import("./announce/rating_change.js").then(({ ratingsAfter }) => ratingsAfter(live, address, before), () => before);
  if (ratings !== before) controller.changed();
}

function render() {
  const { sowing } = boardView;
  if (page.dataset.ratings && mode.isOver) tellRatings(page.dataset.ratings);
  seats.render(live, boardView.side, boardView.moving, sowing, ratings);
  redrawTimer.beat();
  notice.render(live, nav.place !== null, sowing, delivery.stateText);
  lastMove.render();
  playback.render();
  matchButtons.render();
  resultCard.render();
  moveList.render();
  mode.render();
  modeLabel.render(mode.tries);
  if (live.watchers || watchers.textContent) {
    import("../watch/texts.js").then(({ spectatorsText }) => setText(watchers, spectatorsText(live, !live.you.length)), () => {});
  }
  const mine = live.you.length === 1 && live.myTurns.length > 0 && !sowing.length;
  document.title = mine ? `${t("Your turn")} · ${title}` : title;
}

let enhancementsFailed = false;
const loadEnhancements = () => import("./enhancements.js").then(({ attachEnhancements }) => {
  attachEnhancements(controller, playback, confirmation, notice);
  if (enhancementsFailed) notice.tell(t("Keys, hints and offers are ready."));
  controller.changed();
}, retryEnhancements);
loadEnhancements();

/** Loads the enhancements again. The board can be played without them. */
function retryEnhancements() {
  if (!enhancementsFailed) notice.explain(t("Keys, hints and offers could not be loaded yet. The page tries again by itself."));
  enhancementsFailed = true;
  setTimeout(loadEnhancements, RETRY_MS);
}

byId("flip", HTMLButtonElement).addEventListener("click", () => boardView.flip());
follow("speed", (value) => (board.speed = value));
if (live.match.terms.time?.kind === "real") board.setAttribute("tempo", "timed");
controller.subscribe({ render });
controller.subscribe(liveBoard);
controller.subscribe(delivery);
if (live.match.terms.time) controller.subscribe(new Clocks(controller, announcer, [seats.far.node, seats.near.node], () => clocksThen(nav)));
liveBoard.start();
new MoreMenu().start();
matchButtons.start();
resultCard.start();
redrawTimer.start();
confirmation.start();
playback.start();
controller.start();
