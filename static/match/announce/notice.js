/**
 * Status line under the board: what the viewer can do or waits for, and for some seconds why something was not done. For a click
 * that did nothing the reason comes from the rules if the viewer is to move, otherwise from how the match stands.
 *
 * @import { MatchNavigator } from "../navigation/navigator.js"
 * @import { LiveMatch } from "../state/live_match.js"
 * @import { Announcer } from "./announcer.js"
 *
 * @typedef {{role: string | null, action: string | null}} Click   role: null where no role of the viewer's is to move
 */

import { gameOf } from "../../boards/games.js";
import { isYou } from "../../boards/text/phrases.js";
import { t } from "../../i18n.js";
import { tryAction } from "../../try_action.js";
import { nameOf, namesOf } from "../controls/seats.js";
import { setText } from "../dom.js";
import { rematchText, resultSentence } from "./result.js";

/**
 * Reason why the viewer can play nothing at all.
 * @param {LiveMatch} live
 * @param {boolean} past the viewer looks at an earlier place
 * @returns {string}
 */
export function idleReason({ match, position, you, playing }, past) {
  if (!playing) return t("The match is over.");
  if (past) return t("This is how it stood earlier. Go back to Live to play.");
  const { seats } = match;
  if (!you.length) {
    return t("You're watching. Only {names} can play here.", { names: namesOf(seats, seats.map(({ role }) => role)) });
  }
  return gameOf(match.game).waits?.(position.facts, you[0])
    ?? t("It is not your turn: {name} must move first.", { name: namesOf(seats, position.to_move) });
}

/**
 * Reason that the rules give; null if they could not be asked.
 * @param {string} url
 * @param {string} slug
 * @param {any} facts
 * @param {string} role
 * @param {string} action
 * @returns {Promise<string | null>}
 */
async function askWhyNot(url, slug, facts, role, action) {
  const answer = await tryAction(url, { game: slug, facts: gameOf(slug).askable?.(facts) ?? facts, role, action });
  return "message" in answer ? answer.message : null;
}

/**
 * Reason why a click did nothing, on what the viewer sees, which may be ahead of the match.
 * @param {string} url of `try`
 * @param {MatchNavigator} nav
 * @param {Click} click
 * @returns {Promise<string | null>} null if something else is seen by the time the rules have answered
 */
export async function refusalReason(url, nav, { role, action }) {
  const { live } = nav;
  if (role === null) return idleReason(live, nav.place !== null);
  const { facts } = nav.now;
  const reason = action && (await askWhyNot(url, live.match.game, facts, role, action));
  if (JSON.stringify(nav.now.facts) !== JSON.stringify(facts)) return null;
  return reason || t("That can't be played now. What can be played is marked.");
}

const SHOWN = 7000;

/**
 * Usual text of the status line.
 * @param {LiveMatch} live
 * @returns {string}
 */
export function statusText(live) {
  const { match, position, you, myTurns } = live;
  const betweenTurns = you.length !== 1 || !myTurns.length;
  if (live.outdated && betweenTurns) return t("This page is older than the server. Load it again.");
  if (match.status === "over") return rematchText(live) || resultSentence(live);
  if (!live.playing) return "";
  const names = (/** @type {string[]} */ roles) => namesOf(match.seats, roles);
  const game = gameOf(match.game);
  const chosen = game.scene(position.facts).waiting;
  if (chosen.length && chosen.length < match.seats.length) {
    const others = names(position.to_move);
    if (you.length === 1 && chosen.includes(you[0])) return t("Chosen. Waiting for {name}.", { name: others });
    const mine = you.length === 1 && myTurns.length > 0;
    const next = mine ? turnWords(live) : t("Waiting for {name}.", { name: others });
    return `${t("{name} has chosen.", { name: names(chosen) })} ${next}`;
  }
  const sowing = Object.values(position.legal).some(([first]) => first && game.continues(first));
  const name = names(position.to_move);
  if (you.length === 1 && myTurns.length) return turnWords(live);
  if (position.to_move.length > 1) return sowing ? t("{name} are sowing at once.", { name }) : t("{name} are choosing in secret.", { name });
  if (sowing) return t("{name} is sowing.", { name });
  return you.length === 1 ? t("Waiting for {name}.", { name }) : t("{name}'s turn", { name });
}

/**
 * Visible text of the status line. Watchers read that they are watching; it isn't announced again with every turn.
 * @param {LiveMatch} live
 * @param {string[]} sowing the roles whose stones still fall
 */
export function visibleStatus(live, sowing) {
  const status = sowingStatus(live, sowing);
  return live.playing && !live.you.length ? `${t("You're watching.")} ${status}` : status;
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
   */
  render(live, past, sowing) {
    const now = statusText(live);
    const back = past && live.playing ? lookingBack(live, now) : "";
    this.usual = back || visibleStatus(live, sowing);
    this.turn = live.myTurns.length > 0 && !sowing.length;
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
