/**
 * Status line under the board: what the viewer can do or waits for, and for some seconds why something was not done.
 *
 * @import { LiveMatch } from "../state/live_match.js"
 * @import { Announcer } from "./announcer.js"
 */

import { gameOf } from "../../boards/games.js";
import { isYou } from "../../boards/text/phrases.js";
import { t } from "../../i18n.js";
import { nameOf, namesOf } from "../controls/seats.js";
import { setText } from "../dom.js";
import { rematchText, resultSentence } from "./result.js";

const SHOWN = 7000;

/**
 * Usual text of the status line.
 * @param {LiveMatch} live
 * @returns {string}
 */
export function statusText(live) {
  const { match, position, you, myTurns } = live;
  const betweenTurns = you.length !== 1 || !myTurns.length;
  if (live.outdated && betweenTurns) return t("This page is out of date. Reload it.");
  if (match.status === "over") return rematchText(live) || resultSentence(live);
  if (!live.playing) return "";
  if (live.paused) return t("The match is paused.");
  const names = (/** @type {string[]} */ roles) => namesOf(match.seats, roles);
  const game = gameOf(match.game);
  const chosen = game.scene(position.facts).waiting;
  if (chosen.length && chosen.length < match.seats.length) {
    const others = names(position.to_move);
    if (you.length === 1 && chosen.includes(you[0])) return t("You've chosen. Waiting for {name}.", { name: others });
    const mine = you.length === 1 && myTurns.length > 0;
    const next = mine ? turnWords(live) : t("Waiting for {name}.", { name: others });
    return `${t("{name} has chosen.", { name: names(chosen) })} ${next}`;
  }
  const sowing = Object.values(position.legal).some(([first]) => first && game.continues(first));
  const name = names(position.to_move);
  if (you.length === 1 && myTurns.length) return turnWords(live);
  if (position.to_move.length > 1) return sowing ? t("{name} are sowing at once.", { name }) : t("{name} are choosing in secret.", { name });
  if (sowing) return t("{name} is sowing.", { name });
  return you.length === 1 ? t("Waiting for {name}.", { name }) : t("{name}'s turn.", { name });
}

/**
 * Visible text of the status line. Watchers read that they are watching; it isn't announced again with every turn.
 * @param {LiveMatch} live
 * @param {string[]} sowing the roles whose stones still fall
 */
export function visibleStatus(live, sowing) {
  const status = sowingStatus(live, sowing);
  return live.playing && !live.you.length ? `${t("You're watching")} · ${status}` : status;
}

/**
 * While stones still fall, it says who sows them. Screen readers hear at once what follows.
 * @param {LiveMatch} live
 * @param {string[]} sowing
 */
function sowingStatus(live, sowing) {
  const { match, playing, you } = live;
  const roles = match.seats.map(({ role }) => role).filter((role) => sowing.includes(role));
  if (!playing || !roles.length) return statusText(live);
  if (roles.length > 1) return t("{name} are sowing at once.", { name: namesOf(match.seats, roles) });
  return isYou(roles[0], you) ? t("You are sowing.") : t("{name} is sowing.", { name: nameOf(match.seats, roles[0]) });
}

/** @param {LiveMatch} live */
function turnWords({ match, myTurns, position }) {
  return gameOf(match.game).task(position, myTurns[0]);
}

/**
 * @param {LiveMatch} live
 * @param {string} now the text at the live position
 */
function lookingBack({ you, myTurns }, now) {
  return you.length === 1 && myTurns.length ? t("Viewing an earlier move. It's your turn.") : t("Viewing an earlier move. Now: {now}", { now });
}

export class Notice {
  /**
   * @param {HTMLElement} node role=status; silent by itself, so that what happened is said before whose turn it is
   * @param {Announcer} announcer
   */
  constructor(node, announcer) {
    this.node = node;
    this.announcer = announcer;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.usual = "";
    this.turn = false;
    /** Whether the result panel says the same. */
    this.ended = false;
    this.special = false;
    /** @type {string | null} explanation that was said or is there to read; null before the first */
    this.why = null;
  }

  /**
   * @param {LiveMatch} live
   * @param {boolean} past the viewer looks at an earlier place
   * @param {string[]} sowing the roles whose stones still fall
   * @param {string} [unsure] what holds instead while the connection is lost or a choice is on its way
   */
  render(live, past, sowing, unsure = "") {
    const now = statusText(live);
    const back = past && live.playing ? lookingBack(live, now) : "";
    const instead = live.playing ? unsure : "";
    this.usual = back || instead || visibleStatus(live, sowing);
    this.turn = live.myTurns.length > 0 && !sowing.length && !instead;
    this.ended = live.match.status === "over" && !live.outdated;
    if (!this.special) this.write(this.usual);
    this.announcer.stand(back || now);
    this.sayWhy(live);
  }

  /**
   * Announces the explanation that stands under the board, when it has changed.
   * @param {LiveMatch} live
   */
  sayWhy({ match, playing, position }) {
    const why = (playing && gameOf(match.game).explains?.(position.facts)) || "";
    if (this.why !== null && why !== this.why) this.announcer.say(why);
    this.why = why;
  }

  /** @param {string} text */
  write(text) {
    this.node.toggleAttribute("data-turn", this.turn && !this.special);
    this.node.toggleAttribute("data-ended", this.ended && !this.special);
    this.node.toggleAttribute("data-passing", this.special);
    setText(this.node, text);
  }

  /**
   * Shows and announces why something was not done, until the next event.
   * @param {string} text
   */
  explain(text) {
    this.tell(text);
    this.node.toggleAttribute("data-refused", true);
  }

  /**
   * Shows and announces for a while what happened beside the board.
   * @param {string} text
   */
  tell(text) {
    clearTimeout(this.timer);
    this.special = true;
    this.node.toggleAttribute("data-refused", false);
    this.write(text);
    this.announcer.say(text);
    this.timer = setTimeout(() => this.clear(), SHOWN);
  }

  clear() {
    clearTimeout(this.timer);
    this.special = false;
    this.node.toggleAttribute("data-refused", false);
    this.write(this.usual);
  }
}
