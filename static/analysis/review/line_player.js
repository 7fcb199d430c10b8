/**
 * Plays the line of a reason on the board, move by move, as a variation, with the places that it is about lit.
 *
 * @import { HintMarks } from "../../boards/preview.js"
 * @import { Reason } from "../reason_words.js"
 * @import { Decision } from "./analysis.js"
 * @import { VariationNode } from "./variation_tree.js"
 * @import { Variations } from "./variations.js"
 */

import { tryMove } from "./variation_loader.js";
import { FULL } from "./variation_tree.js";

/** Time in ms between two moves, and before the move that the reason names, when its places light up. */
const BETWEEN = 350;
const LIT_BEFORE = 700;

export class LinePlayer {
  /** @param {Variations} variations */
  constructor(variations) {
    this.variations = variations;
    /** The decision whose line is on the board. @type {Decision | null} */
    this.decision = null;
    /** The variation's address that the lit places belong to. */
    this.lit = "";
    /** Fetched with the first line. @type {HintMarks | null} */
    this.marks = null;
  }

  /** Whether lines can be played: a line names whole sowings, so not where stones are sown one by one. */
  get can() {
    return this.variations.live.match.options.sowing !== "hand";
  }

  /**
   * @param {Decision} decision
   * @param {Pick<Reason, "line" | "stops" | "by">} reason
   */
  async play(decision, { line, stops, by }) {
    const { variations, variations: { nav, live, notice, tree } } = this;
    const frame = live.log.frames.get(decision.seq);
    if (!frame) return;
    const ply = live.log.line.before(frame.plies[0].n);
    const start = nav.goTo(ply);
    let overtaken = nav.overtaken();
    await start;
    let position = variations.open(ply);
    // On a phone the sentence is below the board, which may be out of sight.
    variations.board.scrollIntoView({ block: "nearest" });
    /** @type {VariationNode[]} */
    let path = [];
    for (const [i, [role, action]] of line.entries()) {
      if (!position || overtaken()) return;
      const node = await tryMove(variations, { ply, path }, position, role, action);
      const kept = typeof node === "string" ? node : tree.add({ ply, path }, node) ?? FULL;
      if (typeof kept === "string") return notice.explain(kept);
      if (i === by) await this.light(stops, overtaken);
      if (overtaken()) return;
      path = [...path, kept];
      this.decision = decision;
      const landed = variations.play({ ply, path });
      // "Done" leads back to the mistake.
      variations.came = decision.ply;
      if (i >= by) this.lit = variations.address;
      overtaken = nav.overtaken();
      await landed;
      await new Promise((resolve) => setTimeout(resolve, BETWEEN));
      position = kept.position && { base: {}, ply, ...kept.position };
    }
    variations.keep(tree);
  }

  /**
   * @param {string[]} stops
   * @param {() => boolean} overtaken
   */
  async light(stops, overtaken) {
    const { nav, board, address } = this.variations;
    const { HintMarks } = await import("../../boards/preview.js");
    if (!board.renderer || overtaken()) return;
    this.marks ??= new HintMarks(board.renderer);
    this.marks.clear();
    for (const stop of stops) this.marks.ring(stop, "rim", "hint-landing");
    this.lit = nav.variation ? address : "";
    if (stops.length) await new Promise((resolve) => setTimeout(resolve, LIT_BEFORE));
  }

  /** Takes the light and the decision away when the reader goes elsewhere. */
  render() {
    const { variations } = this;
    if (!variations.active) this.decision = null;
    if ((variations.active ? variations.address : "") !== this.lit) this.marks?.clear();
  }
}
