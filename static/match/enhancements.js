/**
 * What the first move does not need: hints, typed moves, shortcuts, offers, watching, review. Loaded after the rest of the page.
 *
 * @import { MatchNotifications } from "../notifications/match_notifications.js"
 * @import { Review } from "../review/review.js"
 * @import { Announcer } from "./announce/announcer.js"
 * @import { Notice } from "./announce/notice.js"
 * @import { Commands } from "./commands/commands.js"
 * @import { Confirmation } from "./controls/confirm.js"
 * @import { ShortcutActions } from "./controls/shortcuts.js"
 * @import { Board, BoardView } from "./navigation/board_view.js"
 * @import { MatchNavigator } from "./navigation/navigator.js"
 * @import { Playback } from "./navigation/playback.js"
 * @import { Prompt } from "./offers/prompts.js"
 * @import { LiveMatch } from "./state/live_match.js"
 * @import { ChatNews, Frame } from "./types.js"
 *
 * @typedef {Object} PageContext of the page
 * @property {Board} board
 * @property {BoardView} boardView
 * @property {LiveMatch} live
 * @property {MatchNavigator} nav
 * @property {Commands} commands
 * @property {Confirmation} confirmation
 * @property {Playback} playback
 * @property {Announcer} announcer
 * @property {Notice} notice
 * @property {string} tryUrl
 * @property {() => void} changed   to be called when the page looks different
 */

import { ChatLoader } from "../chat/chat_loader.js";
import { follow } from "../preferences.js";
import { t } from "../i18n.js";
import { addStyles } from "../late_styles.js";
import { tryAction } from "../try_action.js";
import { offerHints } from "./controls/hints.js";
import { MoveInput } from "./controls/move_input.js";
import { Shortcuts } from "./controls/shortcuts.js";
import { Tabs } from "./controls/tabs.js";
import { byId, focusBoard } from "./dom.js";
import { BeatStepper } from "./navigation/beat_stepper.js";
import { OfferButtons } from "./offers/offer_buttons.js";
import { eventText } from "./offers/offers.js";
import { pendingPrompts } from "./offers/pending.js";
import { PromptList } from "./offers/prompts.js";
import { TurnAlert } from "./time/clocks.js";

const RESEATED_MS = 2000;

export class ReviewLoader {
  /** @param {PageContext} context */
  constructor(context) {
    this.context = context;
    /** @type {Review | null} */
    this.review = null;
    /** @type {Promise<void> | null} */
    this.opening = null;
    this.kept = hasTried(context.live.match.id);
  }

  start() {
    byId("try", HTMLButtonElement).addEventListener("click", () => this.toggle());
  }

  render() {
    const { playback, live } = this.context;
    if (playback.linked || this.kept || live.match.status === "over") this.open().catch(() => {});
    this.review?.render();
  }

  /** @returns {Promise<void>} rejected where it can't be fetched now; asked again it is fetched again */
  open() {
    this.opening ??= import("../review/review.js").then(({ openReview }) => {
      this.review = openReview(this.context, byId("match", HTMLElement));
      this.context.changed();
    }).catch((error) => {
      this.opening = null;
      throw error;
    });
    return this.opening;
  }

  async toggle() {
    try {
      await this.open();
      this.review?.toggle();
    } catch {
      this.context.notice.explain(t("No connection. Moves can't be tried now."));
    }
  }

  /** @returns {Prompt[]} */
  prompts() {
    return this.review?.prompts() ?? [];
  }
}

/**
 * Whether moves were tried in this tab before the page was loaded: see static/review/variation_tree.js.
 * @param {string} match
 */
function hasTried(match) {
  try {
    return `variations ${match}` in sessionStorage;
  } catch {
    return false;
  }
}

/**
 * @typedef {Object} Enhancements
 * @property {() => void} render   when something has changed
 * @property {() => number} draw   what counts down; returns in how many ms it reads differently
 * @property {(frame: Frame) => void} tell   what has happened between the players
 * @property {(news: ChatNews) => void} hearChat
 */

/** Focuses the first button of the prompts, if there is any. */
function focusPrompts() {
  const button = byId("prompts", HTMLElement).querySelector("button");
  button?.focus();
  return button !== null;
}

/**
 * Actions of the shortcuts.
 * @param {PageContext} context
 * @param {{moveInput: MoveInput, beatStepper: BeatStepper, review: ReviewLoader, chat: ChatLoader}} enhancements
 * @returns {ShortcutActions}
 */
function shortcutActions({ board, nav, playback, announcer }, { moveInput, beatStepper, review, chat }) {
  const say = (/** @type {string} */ text) => announcer.say(text);
  const tell = async (/** @type {"choices" | "lastMove" | "position" | "times" | "turn"} */ what) => {
    try {
      const asked = await import("./announce/spoken_answers.js");
      say(asked[what](nav));
    } catch {
      say(t("No connection. That can't be sent now."));
    }
  };
  // Preloaded at the first key: it may be needed when the connection is lost.
  document.addEventListener("keydown", () => void import("./announce/spoken_answers.js").catch(() => {}), { once: true });
  return {
    board: focusBoard,
    next: () => board.seek(1) || tell("choices"),
    previous: () => board.seek(-1) || tell("choices"),
    type: () => moveInput.focus(),
    position: () => tell("position"),
    last: () => tell("lastMove"),
    possible: () => tell("choices"),
    turn: () => tell("turn"),
    times: () => tell("times"),
    chat: () => chat.open(),
    between: () => focusPrompts() || say(t("Nothing is offered.")),
    flip: () => byId("flip", HTMLButtonElement).click(),
    replay: () => byId("replay", HTMLButtonElement).click(),
    dropBack: () => beatStepper.back(),
    dropOn: () => beatStepper.on(),
    hold: () => beatStepper.holdOrGoOn(),
    back: () => playback.take("back"),
    backPly: () => playback.take("backPly"),
    forward: () => playback.take("forward"),
    forwardPly: () => playback.take("forwardPly"),
    first: () => playback.take("first"),
    try: () => review.toggle(),
    mistake: () => review.review?.mistake(1),
    mistakeBefore: () => review.review?.mistake(-1),
    live: () => playback.goLive(),
  };
}

/**
 * Loads what only watchers have.
 * @param {PageContext} context
 * @param {(() => void)[]} beside
 */
function fetchWatcher(context, beside) {
  import("../watch/watcher.js").then(({ Watcher }) => {
    const watcher = new Watcher(context, byId("match", HTMLElement));
    beside.push(() => watcher.render());
    context.changed();
  }, () => {});
}

/**
 * Who may watch is offered to be changed once it is unfolded. Where that can't be fetched it folds again: to unfold it is
 * to try again.
 * @param {PageContext} context
 * @param {(() => void)[]} beside
 */
function fillVisibility(context, beside) {
  const fold = document.getElementById("visibility");
  const place = fold?.querySelector("fieldset");
  if (!(fold instanceof HTMLDetailsElement) || !place) return;
  let filled = false;
  fold.addEventListener("toggle", async () => {
    if (filled || !fold.open) return;
    filled = true;
    try {
      const { offerVisibility } = await import("../watch/visibility.js");
      beside.push(offerVisibility(context, place));
    } catch {
      [filled, fold.open] = [false, false];
      context.notice.explain(t("No connection. Who may watch can't be changed now."));
    }
  });
}

/**
 * @param {PageContext} context
 * @param {(() => Prompt[])[]} prompters
 */
function fetchComputerGame(context, prompters) {
  if (!document.getElementById("explain") && !byId("match", HTMLElement).dataset.waits) return;
  import("./computer_game.js").then(({ attachComputerGame }) => attachComputerGame(context, prompters), () => {});
}

/**
 * @param {PageContext} context
 * @param {(() => Prompt[])[]} prompters
 */
function fetchUncounted({ live, changed }, prompters) {
  const why = byId("match", HTMLElement).dataset.uncounted;
  if (!why) return;
  import("./offers/uncounted.js").then(({ UncountedPrompt }) => {
    const uncounted = new UncountedPrompt(live, why, changed);
    prompters.push(() => uncounted.prompts());
    changed();
  }, () => {});
}

/** What was pressed before this had come is done now: static/early_clicks.js. */
function replayEarlyClicks() {
  for (const control of document.querySelectorAll("button[data-waits], form[data-waits]")) {
    const pressed = control.getAttribute("data-waits") === "pressed";
    control.removeAttribute("data-waits");
    if (pressed && control instanceof HTMLFormElement) control.requestSubmit();
    else if (pressed && control instanceof HTMLElement) control.click();
  }
}

/**
 * @param {PageContext} context
 * @returns {Enhancements}
 */
export function attachEnhancements(context) {
  const { board, boardView, live, nav, commands, confirmation, playback, announcer, notice, tryUrl, changed } = context;
  const say = (/** @type {string} */ text) => announcer.say(text);
  const page = byId("match", HTMLElement);
  const hints = offerHints(board, {
    ask: (question) => tryAction(tryUrl, question),
    say: (text) => announcer.hint(text),
    allowed: () => live.match.terms.hints && !document.hidden && !boardView.moving.length,
  });
  const tabs = new Tabs(byId("tabs", HTMLElement), "(640px < width < 1100px)");
  const moveInput = new MoveInput(nav, commands, confirmation, notice, tabs);
  const beatStepper = new BeatStepper(nav, playback, say);
  const review = new ReviewLoader(context);
  const chat = new ChatLoader(context, (node) => tabs.uncover(node));
  const shortcuts = new Shortcuts(shortcutActions(context, { moveInput, beatStepper, review, chat }));
  const turnAlert = new TurnAlert(live, nav);
  /** @type {MatchNotifications | null} */
  let notifications = null;
  const offerButtons = new OfferButtons(live, commands, changed);
  /** @type {(() => Prompt[])[]} */
  const prompters = [];
  const waiting = () => [...prompters.flatMap((prompts) => prompts()), ...review.prompts(), ...confirmation.prompts(), ...offerButtons.prompts(), ...pendingPrompts(live, commands)];
  const prompts = new PromptList(byId("prompts", HTMLElement), waiting, say);
  shortcuts.start();
  beatStepper.start();
  offerButtons.start();
  review.start();
  /** @type {(() => void)[]} */
  const beside = [];
  fillVisibility(context, beside);
  fetchComputerGame(context, prompters);
  fetchUncounted(context, prompters);
  if (!live.you.length) fetchWatcher(context, beside);
  tabs.start();
  chat.start();
  follow("notifications", async (value) => {
    if (value === "on") notifications ??= await import("../notifications/match_notifications.js").then(({ tellOf }) => tellOf(live), () => null);
  });
  replayEarlyClicks();
  return {
    render() {
      if (nav.place !== null || nav.variation || page.hasAttribute("data-tries")) addStyles(page.dataset.roomStyles);
      review.render();
      beatStepper.render();
      turnAlert.changed();
      notifications?.changed();
      moveInput.render();
      hints.refresh();
      offerButtons.render();
      chat.changed();
      for (const render of beside) render();
    },
    draw: () => prompts.draw(),
    tell(frame) {
      const text = eventText(live, frame);
      if (text) notice.tell(text);
      notifications?.hear(frame);
      // The seat goes on under an account, to which this browser is just logging in.
      if (frame.what === "reseated" && live.you.some((role) => role === frame.role)) setTimeout(() => location.reload(), RESEATED_MS);
    },
    hearChat(news) {
      chat.hear(news);
      notifications?.hearChat(news);
    },
  };
}
