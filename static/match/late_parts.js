/**
 * Parts that only some matches or readers have. Each is loaded when the page says that it is needed.
 *
 * @import { Notice } from "./announce/notice.js"
 * @import { MatchController } from "./match_controller.js"
 * @import { MatchNavigator } from "./navigation/navigator.js"
 */

import { questionOf } from "./controls/hints.js";
import { byId } from "./dom.js";

/**
 * Loads the parts that only watchers have.
 * @param {MatchNavigator} nav
 */
function fetchWatcher(nav) {
  if (nav.live.you.length) return;
  import("../watch/watcher.js").then(({ Watcher }) => {
    nav.controller.subscribe(new Watcher(nav, byId("match", HTMLElement)));
    nav.controller.changed();
  }, () => {});
}

/**
 * Loads what one person needs who plays both sides where sides may choose in secret.
 * @param {MatchController} controller
 */
function fetchPassDevice(controller) {
  const dialog = document.getElementById("pass-device");
  if (!(dialog instanceof HTMLDialogElement) || controller.state.you.length < 2) return;
  import("./controls/pass_device.js").then(({ PassDevice }) => {
    const part = new PassDevice(controller, byId("board", HTMLElement), dialog);
    part.start();
    controller.subscribe(part);
    controller.changed();
  }, () => {});
}

/** @param {MatchController} controller */
function fetchComputerGame(controller) {
  if (!document.getElementById("explain") && !byId("match", HTMLElement).dataset.waits) return;
  import("./computer_game.js").then(({ attachComputerGame }) => attachComputerGame(controller), () => {});
}

/**
 * Loads the boards of somebody who plays many at once.
 * @param {MatchNavigator} nav
 */
function fetchOwnBoards(nav) {
  const root = document.getElementById("own-boards");
  if (!root) return;
  import("../watch/own_boards.js").then(({ OwnBoards }) => {
    const part = new OwnBoards(nav, root);
    part.start();
    nav.controller.subscribe(part);
    nav.controller.changed();
  }, () => {});
}

/** @param {MatchController} controller */
function fetchUncounted(controller) {
  const why = byId("match", HTMLElement).dataset.uncounted;
  if (!why) return;
  import("./offers/uncounted.js").then(({ UncountedPrompt }) => {
    controller.subscribe(new UncountedPrompt(controller, why));
    controller.changed();
  }, () => {});
}

/**
 * @param {MatchNavigator} nav
 * @param {Notice} notice
 */
function fetchTips(nav, notice) {
  if (!byId("match", HTMLElement).dataset.tips) return;
  import("./offers/tips.js").then(({ attachTips }) => attachTips(nav, notice, questionOf), () => {});
}

/**
 * @param {MatchNavigator} nav
 * @param {Notice} notice
 */
export function fetchLateParts(nav, notice) {
  const { controller } = nav;
  fetchComputerGame(controller);
  fetchPassDevice(controller);
  fetchOwnBoards(nav);
  fetchUncounted(controller);
  fetchTips(nav, notice);
  fetchWatcher(nav);
}
