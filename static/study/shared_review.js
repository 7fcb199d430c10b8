/**
 * The shared review of a finished match: the page of its leader tells where the board is, the others follow. A reader who goes
 * elsewhere looks around freely, and comes back with one press.
 *
 * @import { Variations } from "../analysis/review/variations.js"
 * @import { VariationNode, TriedMove } from "../analysis/review/variation_tree.js"
 * @import { Ply, Position } from "../boards/types.js"
 * @import { Playback } from "../match/navigation/playback.js"
 *
 * @typedef {{id: string, name: string}} Person
 * @typedef {[string, string][]} Path   tried decisions, each [role, action]
 *
 * @typedef {{by: Person, ply: number, path: Path}} Line   moves that a person shows everybody
 *
 * @typedef {Object} ReviewState   as the server sends it, see docs/review.md
 * @property {"shared_review"} kind
 * @property {number} version   0: there is none
 * @property {boolean} is_open
 * @property {Person | null} leader
 * @property {Person[]} asking
 * @property {number} ply
 * @property {Path} path
 * @property {string[]} annotations
 * @property {Position | null} position
 * @property {Ply[]} plies
 * @property {Line[]} lines
 * @property {number} notes   it changes with each note for others
 */

import { FULL } from "../analysis/review/variation_tree.js";
import { gameOf } from "../boards/games.js";
import { getJson, HttpError, postJson } from "../http.js";
import { t } from "../i18n.js";

/** Time in ms until a failed request is repeated. */
const AGAIN = 3000;
const UNSENT = t("No answer from the server. Try again in a moment.");

export class SharedReview {
  /**
   * @param {Variations} variations
   * @param {Playback} playback
   * @param {string} url
   * @param {() => void} noted called when a note for others has changed
   */
  constructor(variations, playback, url, noted) {
    this.variations = variations;
    this.playback = playback;
    this.nav = playback.nav;
    this.controller = playback.nav.controller;
    this.url = url;
    this.noted = noted;
    /** @type {ReviewState} */
    this.state = { kind: "shared_review", version: 0, is_open: false, leader: null, asking: [], ply: 0, path: [], annotations: [], position: null, plies: [], lines: [], notes: 0 };
    /** Public id of the reader; empty if the site doesn't know them. */
    this.me = "";
    /** The people who played. @type {Person[]} */
    this.players = [];
    /** Moves that were tried in the shared review. @type {TriedMove[]} */
    this.moves = [];
    /** Whether the board follows the leader. */
    this.follows = false;
    /** Whether it has done so in this review. */
    this.joined = false;
    /** Number of moves to the leader's place that are under way. */
    this.moving = 0;
    /** The place that was sent last. */
    this.sent = "";
    this.sending = false;
  }

  /** Whether the reader leads. */
  get leads() {
    return this.state.is_open && this.me !== "" && this.state.leader?.id === this.me;
  }

  /** Whether the reader played the match. */
  get plays() {
    return this.players.some(({ id }) => id === this.me);
  }

  /** Whether the board shows the leader's place. */
  get isThere() {
    return !this.nav.beats && this.here === keyOf(this.state.ply, this.state.path);
  }

  /** The place on the board. */
  get here() {
    const { ply, path } = this.variations.place;
    return keyOf(ply, pathOf(path));
  }

  /** Reads the review, if there is one. @returns {Promise<void>} */
  async start() {
    try {
      const { review, moves, me, players } = await getJson(this.url);
      [this.me, this.players, this.moves] = [me, players, moves];
      const invited = new URLSearchParams(location.search).has("together");
      this.hear(review);
      if (review.is_open && invited) this.join();
    } catch {
      setTimeout(() => this.start(), AGAIN);
    }
  }

  /**
   * @param {ReviewState} state
   * @param {boolean} [goes] whether a new leader goes to its place
   */
  hear(state, goes = true) {
    if (state.version < this.state.version) return;
    const { leads: led, state: before } = this;
    this.state = state;
    if (before.is_open && state.is_open) this.compare(before);
    if (!state.is_open) [this.follows, this.joined] = [false, false];
    // A new leader begins where the others are, unless they have just begun the review.
    if (this.leads && !led) [this.follows, this.joined] = [true, true];
    if (goes && this.follows && (!this.leads || !led)) void this.go();
    this.controller.changed();
  }

  /** Tells what others have added. @param {ReviewState} before */
  compare({ lines, notes }) {
    const known = lines.map((line) => JSON.stringify(line));
    const added = this.state.lines.filter((line) => line.by.id !== this.me && !known.includes(JSON.stringify(line)));
    for (const line of added) this.variations.announcer.say(t("{name} shows a line: {moves}", { name: line.by.name, moves: this.movesOf(line) }));
    if (notes !== this.state.notes) this.noted();
  }

  /** Whether the board shows a line of the reader's own that everybody could see, while somebody else leads or nobody. */
  get canShow() {
    const { me, leads, variations: { active, place } } = this;
    const lines = this.state.lines.filter(({ by }) => by.id === me);
    return !leads && active && !this.isThere && !lines.some(({ ply, path }) => keyOf(ply, path) === this.here) && place.path.length > 0;
  }

  showLine() {
    const { ply, path } = this.variations.place;
    return this.act({ do: "show_line", ply, path: pathOf(path) });
  }

  /** The moves of a line in the notation of the game. @param {Pick<Line, "path">} line */
  movesOf({ path }) {
    const game = gameOf(this.variations.live.match.game);
    return path.map(([, action]) => game.notation(action)).join(", ");
  }

  /** Goes to the end of a line; if the reader leads, so do all. @param {Line} line */
  async visit({ ply, path }) {
    const nodes = this.nodes(ply, path);
    if (nodes) await this.variations.follow({ ply, path: nodes });
    else this.variations.notice.explain(FULL);
    this.controller.changed();
  }

  /** Follows the leader. */
  join() {
    const { tree, live } = this.variations;
    tree.merge(this.moves, (action) => gameOf(live.match.game).continues(action));
    this.moves = [];
    [this.follows, this.joined] = [true, true];
    void this.go();
    this.controller.changed();
  }

  /** Goes to the leader's place. */
  async go() {
    const { ply, path } = this.state;
    if (this.isThere) return;
    this.moving += 1;
    const nodes = this.nodes(ply, path);
    if (!nodes) this.variations.notice.explain(FULL);
    else if (nodes.length) await this.variations.follow({ ply, path: nodes });
    else await this.playback.seek(ply);
    this.moving -= 1;
    this.controller.changed();
  }

  /**
   * The decisions of a path in the reader's tree; null if there is no room for them.
   * @param {number} ply
   * @param {Path} path
   */
  nodes(ply, path) {
    const { tree, live } = this.variations;
    /** @type {VariationNode[]} */
    const nodes = [];
    for (const [role, action] of path) {
      const continues = gameOf(live.match.game).continues(action);
      const node = tree.add({ ply, path: nodes }, { role, action, plies: [], position: null, continues, after: [] });
      if (!node) return null;
      nodes.push(node);
    }
    return nodes;
  }

  /** Notices that the reader has gone elsewhere: the leader's place is sent, others look around. */
  render() {
    if (!this.follows || this.moving || this.nav.beats || this.isThere) return;
    if (this.leads) void this.send();
    else {
      this.follows = false;
      this.controller.changed();
    }
  }

  /** Sends where the leader is, one request after the other. */
  async send() {
    const { here, variations: { place } } = this;
    if (this.sending || this.sent === here) return;
    this.sending = true;
    this.sent = here;
    const why = await this.act({ do: "step", ply: place.ply, path: pathOf(place.path) });
    this.sending = false;
    if (why === UNSENT) setTimeout(() => this.retry(), AGAIN);
    this.controller.changed();
  }

  retry() {
    this.sent = "";
    this.controller.changed();
  }

  /**
   * @param {{do: string, to?: string, ply?: number, path?: Path, annotation?: string}} deed
   * @returns {Promise<string>} why it can't be done, which is told; empty if it is done
   */
  async act(deed) {
    try {
      const { review } = await postJson(this.url, deed);
      this.hear(review, deed.do !== "start");
      return "";
    } catch (error) {
      const why = (error instanceof HttpError && error.message) || UNSENT;
      this.variations.notice.explain(why);
      return why;
    }
  }

  /** Begins a shared review, or joins the one that is open. */
  async begin() {
    if (!(await this.act({ do: "start" })) && !this.leads) this.join();
  }

  /** @param {string} annotation */
  draw(annotation) {
    const { ply, path } = this.state;
    return this.act({ do: "draw", ply, path, annotation });
  }
}

/** @param {VariationNode[]} nodes @returns {Path} */
const pathOf = (nodes) => nodes.map(({ role, action }) => [role, action]);

/**
 * @param {number} ply
 * @param {Path} path
 */
const keyOf = (ply, path) => `${ply}:${path.map(([role, action]) => `${role} ${action}`).join(",")}`;
