import { attempt } from "../attempt.js";
import { t } from "../text.js";
import { between } from "./between/between.js";
import { Call } from "./time/call.js";
import { Deals } from "./between/deals.js";
import { byId, focusBoard } from "./dom.js";
import { Drops } from "./looking/drops.js";
import { Entry } from "./controls/entry.js";
import { offerHints } from "./controls/hints.js";
import { Keys } from "./controls/keys.js";
import { Matters } from "./between/matters.js";
import { eventText } from "./between/offers.js";
import { Reviewing } from "./looking/reviewing.js";
import { Tabs } from "./controls/tabs.js";

/**
 * What the first move can do without: where a choice would lead, moves by text, keys for all, and what the players
 * settle beside the board. It comes behind the rest of the page.
 *
 * @typedef {Object} Parts of the page
 * @property {import("./looking/stage.js").Board} board
 * @property {import("./looking/stage.js").Stage} stage
 * @property {import("./record/live.js").LiveMatch} live
 * @property {import("./looking/viewing.js").Viewing} viewing
 * @property {import("./sending/commands.js").Commands} commands
 * @property {import("./controls/confirm.js").Confirmation} confirmation
 * @property {import("./looking/stepping.js").Stepping} stepping
 * @property {import("./saying/speech.js").Speech} speech
 * @property {import("./saying/notice.js").Notice} notice
 * @property {string} tryUrl
 * @property {() => void} changed   to be called when the page looks different
 */

/**
 * @typedef {Object} Aids
 * @property {() => void} render   when something has changed
 * @property {() => number} draw   what counts down; returns in how many ms it reads differently
 * @property {(frame: import("./types.js").Frame) => void} tell   what has happened between the players
 */

/** Goes to the first answer to what stands between the players, if there is any. */
function toMatters() {
  const button = byId("matters", HTMLElement).querySelector("button");
  button?.focus();
  return button !== null;
}

/**
 * What each key does.
 * @param {Parts} parts
 * @param {{entry: Entry, drops: Drops, review: Reviewing}} aids
 * @returns {import("./controls/keys.js").Deeds}
 */
function deedsOf({ board, viewing, stepping, speech }, { entry, drops, review }) {
  const say = (/** @type {string} */ text) => speech.say(text);
  const tell = async (/** @type {"choices" | "lastMove" | "position" | "times" | "turn"} */ what) => {
    try {
      const asked = await import("./saying/asked.js");
      say(asked[what](viewing));
    } catch {
      say(t("No connection. That can't be said now."));
    }
  };
  // Whoever uses keys may ask soon, and perhaps when the line is dead.
  document.addEventListener("keydown", () => void import("./saying/asked.js").catch(() => {}), { once: true });
  return {
    board: focusBoard,
    next: () => board.seek(1) || tell("choices"),
    previous: () => board.seek(-1) || tell("choices"),
    type: () => entry.focus(),
    position: () => tell("position"),
    last: () => tell("lastMove"),
    possible: () => tell("choices"),
    turn: () => tell("turn"),
    times: () => tell("times"),
    between: () => toMatters() || say(t("Nothing is offered.")),
    flip: () => byId("flip", HTMLButtonElement).click(),
    replay: () => byId("replay", HTMLButtonElement).click(),
    dropBack: () => drops.back(),
    dropOn: () => drops.on(),
    hold: () => drops.holdOrGoOn(),
    back: () => stepping.take("back"),
    backPly: () => stepping.take("backPly"),
    forward: () => stepping.take("forward"),
    forwardPly: () => stepping.take("forwardPly"),
    first: () => stepping.take("first"),
    try: () => review.toggle(),
    live: () => stepping.goLive(),
  };
}

/**
 * What only those have who watch.
 * @param {Parts} parts
 * @param {(() => void)[]} beside
 */
function fetchWatcher(parts, beside) {
  import("../watch/watcher.js").then(({ Watcher }) => {
    const watcher = new Watcher(parts, byId("match", HTMLElement));
    beside.push(() => watcher.render());
    parts.changed();
  }, () => {});
}

/**
 * Who may watch is offered to be changed once it is unfolded. Where that can't be fetched it folds again: to unfold it is
 * to try again.
 * @param {Parts} parts
 * @param {(() => void)[]} beside
 */
function fillOpenness(parts, beside) {
  const fold = document.getElementById("openness");
  const place = fold?.querySelector("fieldset");
  if (!(fold instanceof HTMLDetailsElement) || !place) return;
  let filled = false;
  fold.addEventListener("toggle", async () => {
    if (filled || !fold.open) return;
    filled = true;
    try {
      const { offerOpenness } = await import("../watch/openness.js");
      beside.push(offerOpenness(parts, place));
    } catch {
      [filled, fold.open] = [false, false];
      parts.notice.explain(t("No connection. Who may watch can't be changed now."));
    }
  });
}

/** What was pressed before this had come is done now: static/early.js. */
function doWhatWaited() {
  for (const control of document.querySelectorAll("[data-waits]")) {
    const pressed = control.getAttribute("data-waits") === "pressed";
    control.removeAttribute("data-waits");
    if (pressed && control instanceof HTMLFormElement) control.requestSubmit();
    else if (pressed && control instanceof HTMLElement) control.click();
  }
}

/**
 * @param {Parts} parts
 * @returns {Aids}
 */
export function offerAids(parts) {
  const { board, stage, live, viewing, commands, confirmation, stepping, speech, notice, tryUrl, changed } = parts;
  const say = (/** @type {string} */ text) => speech.say(text);
  const hints = offerHints(board, {
    ask: (question) => attempt(tryUrl, question),
    say: (text) => speech.hint(text),
    allowed: () => live.match.terms.hints && !document.hidden && !stage.moving.length,
  });
  const tabs = new Tabs(byId("tabs", HTMLElement), "(640px < width < 1100px)");
  const entry = new Entry(viewing, commands, confirmation, notice, tabs);
  const drops = new Drops(viewing, stepping, say);
  const review = new Reviewing(parts);
  const keys = new Keys(deedsOf(parts, { entry, drops, review }));
  const call = new Call(live, viewing);
  const deals = new Deals(live, commands, changed);
  const waiting = () => [...review.matters(), ...confirmation.matters(), ...deals.matters(), ...between(live, commands)];
  const matters = new Matters(byId("matters", HTMLElement), waiting, say);
  keys.start();
  drops.start();
  deals.start();
  review.start();
  /** @type {(() => void)[]} */
  const beside = [];
  fillOpenness(parts, beside);
  if (!live.you.length) fetchWatcher(parts, beside);
  tabs.start();
  doWhatWaited();
  return {
    render() {
      review.render();
      drops.render();
      call.changed();
      entry.render();
      hints.refresh();
      deals.render();
      for (const render of beside) render();
    },
    draw: () => matters.draw(),
    tell(frame) {
      const text = eventText(live, frame);
      if (text) notice.tell(text);
    },
  };
}
