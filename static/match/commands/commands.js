/**
 * Commands of the viewer. Each goes through the outbox. Where its result can be predicted (sowing by hand) it is drawn at once,
 * marked as pending, and the next may be done; it is undone if the server refuses it. A role's actions are sent one by one, each
 * when the one before is answered, since only then its base is known. Otherwise the board stays locked until the result of the
 * command is on the page.
 *
 * @import { Prediction, Step } from "../../boards/types.js"
 * @import { MatchController } from "../match_controller.js"
 * @import { Answer, Frame, Ply, Position } from "../types.js"
 * @import { Command } from "./outbox.js"
 *
 * @typedef {{role: string, action: string}} PendingAct
 *
 * @typedef {Object} PendingAction
 * @property {string} role
 * @property {string} action
 * @property {Prediction | null} prediction        what was drawn at once
 * @property {boolean} sent
 * @property {boolean} shown             its event is on the page
 * @property {Promise<Answer>} answered
 */

import { gameOf } from "../../boards/games.js";
import { t } from "../../i18n.js";

/**
 * @param {string} game
 * @param {Position} position
 * @param {PendingAct} act
 * @returns {Prediction | null} null where only the server can tell what follows
 */
export function predict(game, position, { role, action }) {
  return gameOf(game).predict?.(position, role, action) ?? null;
}

/**
 * Applies acts to a position, one after the other, as far as they can be predicted.
 * @param {string} game
 * @param {Position} position
 * @param {PendingAct[]} acts
 * @returns {Position} the same one if there is nothing to do
 */
function applyPending(game, position, acts) {
  /** @type {Record<string, number>} */
  const pending = {};
  let ahead = position;
  for (const act of acts) {
    const prediction = predict(game, ahead, act);
    if (!prediction) break;
    ahead = { ...position, ...prediction.position };
    for (const step of prediction.trace) mark(pending, step);
  }
  return ahead === position ? position : { ...ahead, pending };
}

/**
 * @param {Record<string, number>} pending
 * @param {Step} step
 */
function mark(pending, step) {
  if (step.do === "scoop") pending[step.from] = 0;
  const stop = step.do === "forfeit" ? step.to : step.do === "drop" ? step.at : null;
  if (stop !== null) pending[stop] = (pending[stop] ?? 0) + 1;
}

/**
 * Part of a decision that the board has not drawn yet.
 * @param {Ply[]} plies
 * @param {Step[]} drawn its first steps, as they were guessed
 * @returns {Ply[] | null} null if they were other steps
 */
export function undrawn([first, ...others], drawn) {
  const same = drawn.every((step, i) => step.do === first.trace[i]?.do && step.at === first.trace[i].at);
  if (!same) return null;
  const rest = { ...first, trace: first.trace.slice(drawn.length) };
  return rest.trace.length ? [rest, ...others] : others;
}

export class Commands {
  /** @param {Pick<MatchController, "state" | "outbox" | "publish" | "changed">} controller */
  constructor(controller) {
    this.controller = controller;
    this.live = controller.state;
    this.outbox = controller.outbox;
    /** @type {PendingAction[]} those unanswered or not on the page yet, in the order they were done */
    this.pending = [];
    /** @type {{seq: number, resolve: (value: void) => void}[]} */
    this.awaiting = [];
  }

  /**
   * Applies all that the viewer has done and the match does not show yet.
   * @param {Position} position
   */
  ahead(position) {
    return applyPending(this.live.match.game, position, this.pending.filter(({ shown }) => !shown));
  }

  /** Whether the viewer must wait for an answer before they can act again. */
  get acting() {
    if (!this.pending.length) return false;
    const { to_move } = this.ahead(this.live.position);
    return this.pending.some(({ prediction }) => !prediction) || !this.live.you.some((role) => to_move.includes(role));
  }

  /**
   * @param {string} role
   * @param {string} action
   * @returns {Promise<boolean>} whether the server accepted it; resolved when its event is on the page
   */
  async act(role, action) {
    if (this.acting) return false;
    const pendingAction = this.begin(role, action);
    const answer = await pendingAction.answered;
    if (answer.ok && answer.mine) this.live.reveal(answer.seq, answer.mine);
    await this.shown(answer.seq);
    this.pending = this.pending.filter((one) => one !== pendingAction);
    if (answer.ok && pendingAction.prediction && !pendingAction.shown) this.controller.publish("overtaken");
    this.unlock();
    this.controller.changed();
    return answer.ok;
  }

  /**
   * @param {string} role
   * @param {string} action
   * @returns {PendingAction}
   */
  begin(role, action) {
    const position = this.ahead(this.live.position);
    const prediction = predict(this.live.match.game, position, { role, action });
    const before = this.pending.findLast((one) => one.role === role);
    /** @type {PendingAction} */
    const pendingAction = { role, action, prediction, sent: false, shown: false, answered: /** @type {any} */ (null) };
    const send = (/** @type {number} */ base) => {
      pendingAction.sent = true;
      return this.send({ kind: "act", base, action }, () => this.takeBack(role));
    };
    this.pending.push(pendingAction);
    if (prediction) this.controller.publish("foreseen", pendingAction);
    this.unlock();
    pendingAction.answered = before
      ? before.answered.then((former) => (former.ok ? send(former.seq) : former))
      : send(position.base[role]);
    return pendingAction;
  }

  /** Locks the board while the viewer must wait, and unlocks it otherwise. */
  unlock() {
    this.controller.publish("lock", this.acting ? t("Your move is on its way") : null);
  }

  /**
   * Undoes a role's pending actions: the first was refused, and the rest are never sent. The viewer can't act before the page has shown
   * the reason.
   * @param {string} role
   */
  takeBack(role) {
    const own = this.pending.filter((pendingAction) => pendingAction.role === role);
    const drawn = own.some(({ prediction, shown }) => prediction && !shown);
    for (const pendingAction of own) Object.assign(pendingAction, { prediction: null, shown: true });
    this.unlock();
    if (drawn) this.controller.publish("overtaken");
  }

  /** Performs all legal actions in turn, if one button stands for all of them. */
  async takeTheRest() {
    let done = true;
    while (done) {
      const [role] = this.live.myTurns;
      if (!role || !gameOf(this.live.match.game).allAtOnce(this.live.position.legal[role])) return;
      done = await this.act(role, this.live.position.legal[role][0]);
    }
  }

  /**
   * Sends a command. A refusal is shown, except that of a move that came after the end of the match, which the page shows.
   * @param {Command} command
   * @param {() => void} [undo] called before a refusal is shown
   */
  async send(command, undo = () => {}) {
    const answering = this.outbox.put(command);
    this.controller.publish("sending", true);
    const answer = await answering;
    if (!answer.ok) undo();
    this.controller.publish("sending", this.outbox.busy || this.pending.some(({ sent, shown }) => !sent && !shown));
    const isLate = command.kind === "act" && this.live.match.status === "over";
    if (!answer.ok && !isLate) this.controller.publish("refused", answer.message ?? t("That didn't work."), answer.seq);
    return answer;
  }

  /**
   * Waits until the event with this seq is on the page.
   * @param {number} seq
   * @returns {Promise<void>}
   */
  shown(seq) {
    if (this.live.log.head >= seq) return Promise.resolve();
    return new Promise((resolve) => this.awaiting.push({ seq, resolve }));
  }

  /**
   * Whether the viewer has sealed a choice on another page. The event doesn't contain the choice.
   * @param {Frame} frame
   */
  isFromElsewhere({ what, seq, role }) {
    const isMine = what === "sealed" && this.live.you.some((one) => one === role);
    return isMine && this.live.own?.seq !== seq && !this.pending.some((pendingAction) => pendingAction.role === role);
  }

  /**
   * Matches new events with pending actions, before the events are drawn. If an action's event comes before its answer, the answer is
   * close or lost, so it is requested soon.
   * @param {Frame[]} fresh
   * @returns {Map<number, Step[]>} by seq: the steps that are already drawn
   */
  progress(fresh) {
    /** @type {Map<number, Step[]>} */
    const drawn = new Map();
    for (const frame of fresh) {
      const pendingAction = this.pending.find(({ role, shown }) => role === frame.role && !shown);
      if (!pendingAction || !isEventOf(frame, pendingAction)) continue;
      pendingAction.shown = true;
      if (pendingAction.prediction) drawn.set(frame.seq, pendingAction.prediction.trace);
      this.outbox.hurry();
    }
    const { head } = this.live.log;
    for (const { seq, resolve } of this.awaiting) if (seq <= head) resolve();
    this.awaiting = this.awaiting.filter(({ seq }) => seq > head);
    return drawn;
  }
}

/**
 * @param {Frame} frame of the pending action's role
 * @param {PendingAction} pendingAction
 */
function isEventOf({ what, plies }, { action, sent }) {
  return sent && (what === "sealed" || plies[0]?.action === action);
}
