/**
 * Variations: moves tried on the match's own board, from any ply. The server answers with the rules (`try`). Nobody else sees the
 * moves, unless their player leads a shared review, and the match continues meanwhile.
 *
 *     const variations = new Variations(nav, notice);
 *     variations.start();      // listens to the board, which must be within another element
 *     variations.begin();      // the board takes moves for both sides from the ply that it shows ("Try moves")
 *     variations.render();     // with every render of the page, after everything else
 *     variations.leave();      // back to the ply on the board when the variation was entered
 *     variations.end();        // the board takes no more moves; going live in a running match does the same
 *
 * `trying`: the board takes moves. `active`: a variation is on it; then `nav.variation` is this object, and `nav.step`
 * and `nav.replay` call its own, so that the page's keys and buttons step through it. `nav.goTo` and `nav.showLive`
 * leave it. While moves are tried, `nav.place` is never null in a running match, so that no event moves the board. The
 * board never knows more of a secret choice than everybody.
 *
 * @import { Position } from "../../boards/types.js"
 * @import { Notice } from "../../match/announce/notice.js"
 * @import { MatchNavigator, NavigationStep } from "../../match/navigation/navigator.js"
 * @import { Position as MatchPosition } from "../../match/types.js"
 * @import { TreePlace, VariationNode } from "./variation_tree.js"
 */

import { gameOf } from "../../boards/games.js";
import { andList, roleName } from "../../boards/text/phrases.js";
import { moveSentences } from "../../match/announce/match_words.js";
import { moveNumber } from "../../match/navigation/place_text.js";
import { lastPlies } from "../../match/navigation/ply_positions.js";
import { t } from "../../i18n.js";
import { tryMove, tryPath } from "./variation_loader.js";
import { linkTo } from "./variation_links.js";
import { backward, FULL, onward, same, VariationTree } from "./variation_tree.js";

const AGREED = t("You have agreed to play without hints: moves can't be tried before the match is over.");


export class Variations {
  /**
   * @param {MatchNavigator} nav
   * @param {Notice} notice
   * @param {VariationTree} [tree] those that were tried before
   * @param {(tree: VariationTree) => void} [keep] called when the tree has changed
   */
  constructor(nav, notice, tree = new VariationTree(), keep = () => {}) {
    this.nav = nav;
    this.controller = nav.controller;
    this.live = nav.live;
    this.boardView = nav.boardView;
    this.board = nav.boardView.board;
    this.notice = notice;
    this.announcer = notice.announcer;
    this.tree = tree;
    this.wanted = false;
    /** @type {VariationNode[]} decisions tried since the ply of viewing.place; [] unless active */
    this.path = [];
    /** Ply on the board when the variation was entered. */
    this.came = 0;
    this.keep = keep;
  }

  start() {
    const around = this.board.parentElement;
    for (const [type, does] of /** @type {const} */ ([["act", this.act], ["refused", this.refused]])) {
      around?.addEventListener(type, (event) => {
        if (!this.trying) return;
        event.stopPropagation();
        does.call(this, /** @type {CustomEvent} */ (event).detail);
      }, { capture: true });
    }
  }

  /** Whether the viewer may try moves: not as a player of a running match without hints. */
  get allowed() {
    const { playing, you, match } = this.live;
    return !playing || !you.length || match.terms.hints;
  }

  /** Whether moves on the board are only tried. At the live position of a running match they are played. */
  get trying() {
    return this.wanted && !(this.live.playing && this.nav.place === null);
  }

  get active() {
    return this.nav.variation === this;
  }

  /** @returns {TreePlace} */
  get place() {
    return { ply: this.nav.ply, path: this.active ? this.path : [] };
  }

  /** Position that the tried moves have led to. @returns {Position} */
  get position() {
    return this.path[this.path.length - 1]?.position ?? this.open(this.nav.ply) ?? this.live.position;
  }

  /** Plies of the decision that led here. */
  get plies() {
    return this.path[this.path.length - 1]?.plies ?? lastPlies(this.live.log, this.nav.ply);
  }

  /** Part of the address after the ply. */
  get address() {
    return linkTo(this.live.match.game, 0, this.path).slice(2);
  }

  /** "Tried after move 12: 3, 10" */
  get words() {
    const game = gameOf(this.live.match.game);
    const moves = this.path.map(({ action }) => game.notation(action)).join(", ");
    const { ply } = this.nav;
    const n = moveNumber(this.live, ply);
    if (!moves) return ply ? t("Move {n}", { n }) : t("Before the first move");
    return ply ? t("Tried after move {n}: {moves}", { n, moves }) : t("Tried from the start: {moves}", { moves });
  }

  begin() {
    if (!this.allowed) {
      this.notice.explain(AGREED);
      return;
    }
    this.wanted = true;
    this.pin();
    if (this.nav.beats) this.nav.goTo(this.nav.ply);
    else this.lend(true);
    this.announcer.say(t("You can move for both sides. It doesn't change the match."));
    this.controller.changed();
  }

  end() {
    this.wanted = false;
    if (this.active) this.leave();
    else this.nav.goTo(this.nav.ply);
    this.controller.changed();
  }

  /** Pins the navigator, since live events move a board that shows the live position. */
  pin() {
    if (this.live.playing) this.nav.pin();
  }

  render() {
    this.wanted = this.trying;
    if (!this.active) this.path = [];
    if (this.trying && !this.active) this.lend();
  }

  /**
   * Lets the board take moves at a ply of the match.
   * @param {boolean} [anew] even if it already takes the viewer's own moves
   */
  lend(anew = false) {
    const { nav, board, boardView } = this;
    const position = nav.beats ? null : this.open(nav.ply);
    if (!position?.to_move.length || (board.view.roles.length && !anew)) return;
    boardView.keep(position, lastPlies(this.live.log, nav.ply), position.to_move);
  }

  /**
   * Position after a ply, with the legal actions then; null in the middle of a decision.
   * @param {number} ply
   * @returns {MatchPosition | null}
   */
  open(ply) {
    const position = this.live.log.positionAt(ply);
    const game = gameOf(this.live.match.game);
    return position && game.askable ? { ...position, facts: game.askable(position.facts) } : position;
  }

  /**
   * Reason why nothing may be tried from a ply; null if it may.
   * @param {number} ply
   */
  refusal(ply) {
    const { nav: { last }, live: { log } } = this;
    if (ply > last && !log.line.taken(ply)) return t("This match is not that long.");
    return this.allowed ? null : AGREED;
  }

  /**
   * @param {{role: string, action: string}} choice
   * @returns {Promise<void>}
   */
  async act({ role, action }) {
    const { place } = this;
    const position = this.active ? this.position : this.open(place.ply);
    if (!position) return;
    this.board.lock(t("Checking the rules"));
    const node = await tryMove(this, place, position, role, action);
    this.board.lock(null);
    if (typeof node === "string") return this.notice.explain(node);
    const kept = this.tree.add(place, node);
    if (!kept) return this.notice.explain(FULL);
    this.keep(this.tree);
    if (this.trying && same(place, this.place)) this.play({ ply: place.ply, path: [...place.path, kept] });
  }

  /**
   * @param {Position} position
   * @param {string} role
   * @param {string} action
   * @returns {Promise<VariationNode | string>} or why not
   */
  async ask({ facts }, role, action) {
    const answer = await this.controller.tryAction({ game: this.live.match.game, facts, role, action });
    if ("message" in answer) return answer.message ?? t("The rules can't be checked right now. Try again.");
    const plies = answer.plies.map((ply) => ({ ...ply, n: 0 }));
    const continues = gameOf(this.live.match.game).continues(action);
    return { role, action, plies, position: answer.position, continues, after: [] };
  }

  /** @param {{role: string | null, action: string | null}} click */
  async refused({ role, action }) {
    const position = this.active ? this.position : this.open(this.nav.ply);
    const answer = position && role && action ? await this.ask(position, role, action) : null;
    if (typeof answer === "string") this.notice.explain(answer);
    else if (!position?.to_move.length) this.notice.explain(t("The game is over here. Go back to try something else."));
    else this.notice.explain(t("You can't play that now. The places you can play are marked."));
  }

  /**
   * Plays the last decision of a place.
   * @param {TreePlace} place
   * @returns {Promise<void>} resolved when all has landed
   */
  play(place) {
    this.stand(place);
    const { position, plies } = this;
    const landed = this.nav.playVariation(plies, { base: {}, ply: place.ply, ...position });
    this.announcer.say([`${this.words}.`, ...moveSentences(this.live, plies), this.turn].join(" "));
    return landed;
  }

  /** @param {TreePlace} place */
  show(place) {
    this.stand(place);
    const { position, plies } = this;
    this.boardView.show({ base: {}, ply: place.ply, ...position }, plies, position.to_move);
  }

  /**
   * Makes a place the current one.
   * @param {TreePlace} place
   */
  stand({ ply, path }) {
    if (!this.active) this.came = this.nav.ply;
    this.wanted = true;
    this.path = path;
    this.nav.enterVariation(this, ply);
  }

  /** Text about who is to move. */
  get turn() {
    const { to_move } = this.position;
    return to_move.length ? t("{who} to move.", { who: andList(to_move.map(roleName)) }) : t("The game is over.");
  }

  /**
   * @param {NavigationStep} step
   * @returns {Promise<void>}
   */
  async step(step) {
    const { place, nav } = this;
    const single = step.endsWith("Ply");
    if (!place.path.length && (step === "first" || step.startsWith("back") || !this.tree.from(place).length)) {
      nav.leaveVariation();
      await nav.step(step);
    } else if (step === "first") await this.goTo({ ...place, path: [] });
    else if (step.startsWith("back")) await this.goTo(backward(place, single));
    else if (step.startsWith("forward")) await this.forward(onward(place, this.tree.from(place), single));
    else if (this.tree.from(place).length) this.goTo(this.furthest(place));
    else await nav.goTo(nav.last);
  }

  /** @param {TreePlace} place */
  async forward(place) {
    if (place.path.length === this.path.length || !(await tryPath(this, place))) return;
    await (place.path.length === this.path.length + 1 ? this.play(place) : this.show(place));
  }

  /** @param {TreePlace} place @returns {TreePlace} */
  furthest(place) {
    const next = onward(place, this.tree.from(place), true);
    return next.path.length > place.path.length ? this.furthest(next) : place;
  }

  /**
   * Goes to a place of a variation, or to the ply where it begins; the board takes moves there too.
   * @param {TreePlace} place
   */
  async goTo(place) {
    const { nav, live } = this;
    if (!(await tryPath(this, place))) return;
    // At the live position of a running match, a move would be played instead of tried.
    const stays = live.playing && place.ply === nav.last && this.open(place.ply) !== null;
    if (place.path.length || stays) this.show(place);
    else await nav.goTo(place.ply);
  }

  /**
   * Goes to a place of a variation, where it is one decision further with its motion.
   * @param {TreePlace} place
   * @returns {Promise<void>} resolved when the board shows it
   */
  async follow(place) {
    const isNext = same({ ply: place.ply, path: place.path.slice(0, -1) }, this.place);
    if (await tryPath(this, place)) await (isNext ? this.play(place) : this.show(place));
  }

  /** Shows the last decision again. */
  replay() {
    if (!this.path.length) return Promise.resolve();
    const before = this.path.length > 1 ? this.path[this.path.length - 2].position : this.open(this.nav.ply);
    if (before) this.boardView.show({ base: {}, ply: this.nav.ply, ...before }, [], []);
    return this.play(this.place);
  }

  /** Goes back to the earlier place of the board. */
  leave() {
    if (this.active) return this.nav.goTo(this.came);
    return Promise.resolve();
  }

  /** Removes the decision that led here, and everything tried after it. */
  remove() {
    const { place } = this;
    this.tree.remove(place);
    this.keep(this.tree);
    this.announcer.say(t("Deleted"));
    return this.goTo({ ply: place.ply, path: place.path.slice(0, -1) });
  }
}
