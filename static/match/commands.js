import { t } from "../text.js";

/**
 * What the viewer does to the match: each deed goes through the outbox, and the board stays locked until what came
 * of it is on the page.
 *
 * @typedef {import("./live.js").LiveMatch} LiveMatch
 * @typedef {import("./types.js").Frame} Frame
 * @typedef {import("./outbox.js").Outbox} Outbox
 * @typedef {import("./outbox.js").Order} Order
 * @typedef {import("./types.js").Answer} Answer
 *
 * @typedef {Object} Effects
 * @property {(text: string | null) => void} lock      the board
 * @property {(busy: boolean) => void} sending
 * @property {() => void} stored
 * @property {(text: string) => void} refused         the server's sentence
 * @property {() => void} changed
 */

export class Commands {
  /**
   * @param {LiveMatch} live
   * @param {Outbox} outbox
   * @param {Effects} effects
   */
  constructor(live, outbox, effects) {
    this.live = live;
    this.outbox = outbox;
    this.effects = effects;
    /** @type {{role: string, action: string} | null} the act on its way: no other is begun */
    this.underway = null;
    /** @type {{seq: number, resolve: (value: void) => void}[]} */
    this.awaiting = [];
  }

  get acting() {
    return this.underway !== null;
  }

  /**
   * @param {string} role
   * @param {string} action
   * @returns {Promise<boolean>} whether it was done; resolved when its event is on the page
   */
  async act(role, action) {
    if (this.acting) return false;
    this.underway = { role, action };
    this.effects.lock(t("Your move is on its way"));
    const answer = await this.order({ kind: "act", base: this.live.position.base[role], action });
    if (answer.ok && answer.mine) this.live.reveal(answer.seq, answer.mine);
    await this.shown(answer.seq);
    this.underway = null;
    this.effects.lock(null);
    this.effects.changed();
    return answer.ok;
  }

  /** When nothing is left but to clear one's pits, one after the other. */
  async takeTheRest() {
    let done = true;
    while (done) {
      const [role] = this.live.myTurns;
      if (!role || !onlyClears(this.live.position.legal[role])) return;
      done = await this.act(role, this.live.position.legal[role][0]);
    }
  }

  resign() {
    return this.order({ kind: "resign" });
  }

  rematch() {
    return this.order({ kind: "rematch" });
  }

  /** @param {Order} order */
  async order(order) {
    const answering = this.outbox.put(order);
    this.effects.sending(true);
    const answer = await answering;
    this.effects.sending(this.outbox.busy);
    if (answer.ok) this.effects.stored();
    else this.effects.refused(answer.message ?? t("That was not done."));
    return answer;
  }

  /**
   * Resolved when the page has taken in the event with this seq.
   * @param {number} seq
   * @returns {Promise<void>}
   */
  shown(seq) {
    if (this.live.record.head >= seq) return Promise.resolve();
    return new Promise((resolve) => this.awaiting.push({ seq, resolve }));
  }

  /**
   * To be called after each change of the match. The answer to an act that the match shows as done is lost or near.
   * @param {Frame[]} fresh
   */
  progress(fresh) {
    if (fresh.some((frame) => this.isMine(frame))) this.outbox.hurry();
    const { head } = this.live.record;
    for (const { seq, resolve } of this.awaiting) if (seq <= head) resolve();
    this.awaiting = this.awaiting.filter(({ seq }) => seq > head);
  }

  /** @param {Frame} frame */
  isMine({ what, role, plies }) {
    if (!this.underway || role !== this.underway.role) return false;
    return what === "sealed" || plies[0]?.action === this.underway.action;
  }
}

/** @param {string[] | undefined} legal */
export function onlyClears(legal) {
  return !!legal?.length && legal.every((action) => action.startsWith("clear "));
}
