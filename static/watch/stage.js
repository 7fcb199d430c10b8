/**
 * One live match on the screen of a hall: its board, the players with their clocks, and what was played last.
 *
 * @import { Board } from "../match/navigation/board_view.js"
 * @import { Frame, Message, Snapshot } from "../match/types.js"
 * @import { WallBoard } from "./match_card.js"
 */

import { gameOf } from "../boards/games.js";
import { moveSentences } from "../match/announce/match_words.js";
import { Announcer } from "../match/announce/announcer.js";
import { Seats } from "../match/controls/seats.js";
import { byId, make, setText } from "../match/dom.js";
import { BoardView } from "../match/navigation/board_view.js";
import { changesTheBoard } from "../match/state/event_log.js";
import { LiveMatch } from "../match/state/live_match.js";
import { Clocks } from "../match/time/clocks.js";
import { outcomeText } from "./texts.js";

/** Media query of a screen on end, the same as in screen.css. */
const UPRIGHT = "(max-aspect-ratio: 1/1)";
/** Number of moves that are read beside the board. */
const MOVES = 4;
/** Number of events among which they are searched. */
const EVENTS = 24;

export class Stage {
  /**
   * @param {Snapshot} snapshot with the last events
   * @param {WallBoard} wallBoard
   * @param {SVGSVGElement} drawing the empty board
   * @param {{send: (message: any) => boolean, code: string, speech: HTMLElement, now: number}} page
   *   code: address of the QR code
   */
  constructor(snapshot, { id, game, variant }, drawing, { send, code, speech, now }) {
    const template = byId("stage", HTMLTemplateElement);
    this.node = /** @type {HTMLElement} */ (document.importNode(template.content, true).firstElementChild);
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (this.node.querySelector(`.stage-${name}`));
    this.id = id;
    this.moves = part("moves");
    this.course = part("course");
    this.outcome = part("outcome");
    this.movedAt = now;
    /** @type {number | null} */
    this.overAt = snapshot.match.result ? now : null;
    setText(part("game"), byId(`card-${game}`, HTMLTemplateElement).dataset.name ?? "");
    setText(part("variant"), variant);
    part("code").querySelector("img")?.setAttribute("src", code);
    const board = /** @type {Board} */ (make("game-board", { game, seed: id, parts: `parts-${game}`, upright: UPRIGHT, inert: "" }));
    board.classList.toggle("stands", drawing.hasAttribute("data-upright"));
    board.append(drawing);
    part("board").append(board);
    this.live = new LiveMatch(snapshot, send, (fresh) => this.changed(fresh));
    this.live.log.keep(snapshot.events);
    const controller = { state: this.live, changed: () => this.render() };
    const lines = [part("far"), part("near")];
    this.seats = new Seats(lines[0], lines[1]);
    this.boardView = new BoardView(board, controller);
    const announcer = new Announcer(speech, (plies) => moveSentences(this.live, plies, true));
    this.clocks = this.live.match.terms.time && new Clocks(controller, announcer, lines);
    this.shown = this.live.position;
  }

  /** Draws the match once the node is on the page. */
  begin() {
    const [last] = this.decisions(1);
    this.boardView.show(this.live.position, last?.plies ?? [], []);
    this.render();
  }

  /** @param {Message} message */
  hear(message) {
    this.live.hear(message);
  }

  /** @param {Frame[]} fresh */
  changed(fresh) {
    const now = Date.now();
    if (fresh.some(changesTheBoard)) this.movedAt = now;
    if (this.live.match.result) this.overAt ??= now;
    const moves = fresh.filter(({ plies }) => plies.length);
    const [newest, before] = [moves[moves.length - 1], moves[moves.length - 2]];
    if (before) this.boardView.show(before.position, before.plies, []);
    if (newest && newest === fresh[fresh.length - 1]) void this.boardView.play(newest.plies, this.live.position, []);
    else if (this.shown !== this.live.position) this.boardView.show(this.live.position, newest?.plies ?? [], []);
    this.shown = this.live.position;
    this.render();
  }

  render() {
    const { live, boardView } = this;
    this.seats.render(live, boardView.side, boardView.moving, boardView.sowing);
    setText(this.course, (live.playing && gameOf(live.match.game).course?.(live.position.facts)) || "");
    setText(this.outcome, outcomeText(live.match.result, live.match.seats));
    // While stones fall, nothing is said of where they will land.
    if (!boardView.sowing.length) this.renderMoves();
    this.tick();
  }

  renderMoves() {
    const said = this.decisions(MOVES).map(({ plies }) => moveSentences(this.live, plies, true).join(" "));
    const lines = [...this.moves.children];
    lines.forEach((line, place) => setText(/** @type {HTMLElement} */ (line), said[place] ?? ""));
  }

  tick() {
    this.clocks?.draw();
  }

  /**
   * The last decisions that were not taken back, newest first.
   * @param {number} most
   * @returns {Frame[]}
   */
  decisions(most) {
    const { log } = this.live;
    const recent = log.between(Math.max(1, log.head - EVENTS), log.head);
    return recent.filter(({ plies }) => plies.length && !log.line.taken(plies[0].n)).slice(-most).reverse();
  }
}
