/**
 * What a drag does on the board: it scoops where it began, drops a stone into each next stop that it comes to, and leads
 * the hand. A stop that only a mistake would choose (a burnt house) is passed: no drag can go round it.
 *
 * @typedef {import("../game_board.js").GameBoard} GameBoard
 * @typedef {import("../drawing/layout.js").Point} Point
 */

import { select } from "./selection.js";

/**
 * @param {GameBoard} board
 * @returns {import("./drag.js").DragHandlers}
 */
export function dragHandlers(board) {
  return {
    grasp: (stop) => graspedBy(board, stop),

    begin(role, stop) {
      board.skip();
      if (!goOn(board, role, stop) && !holds(board, role)) perform(board, role, stop);
    },

    enter: (role, stop) => void goOn(board, role, stop),

    lead: (role, at) => board.renderer?.lead(role, at && onDrawing(board, at), board.scene.hands[role]),
  };
}

/**
 * Whether stones are dropped by hand here, now, and by the viewer.
 * @param {GameBoard} board
 */
export function canDrag(board) {
  const { game, position, view } = board;
  const movers = position.to_move.filter((role) => view.roles.includes(role));
  return movers.some((role) => position.legal[role]?.length && game?.predict?.(position, role, position.legal[role][0]));
}

/**
 * The viewer's role whose hand a drag from this stop moves: one that holds something, first the one whose hand is here
 * or goes here next, else one that can take up what lies here.
 * @param {GameBoard} board
 * @param {string} stop
 */
function graspedBy(board, stop) {
  const { position, view } = board;
  if (board.locked !== null) return null;
  const movers = position.to_move.filter((role) => view.roles.includes(role));
  const holding = movers.filter((role) => holds(board, role));
  const near = holding.find((role) => board.scene.hands[role]?.at === stop || next(board, role) === stop);
  return near ?? movers.find((role) => canTakeUp(board, role, stop)) ?? holding[0] ?? null;
}

/**
 * @param {GameBoard} board
 * @param {string} role
 */
const holds = (board, role) => next(board, role) !== null;

/**
 * The stop where the next stone falls.
 * @param {GameBoard} board
 * @param {string} role
 */
export function next({ game, position }, role) {
  const action = game?.nextDrop?.(position, role);
  return action ? game?.stopsOf(action)[0] ?? null : null;
}

/**
 * @param {GameBoard} board
 * @param {string} role
 * @param {string} stop
 */
function canTakeUp({ game, position }, role, stop) {
  const act = game && select(game, position, [role], [], stop).act;
  return !!act && !!game.predict?.(position, role, act.action);
}

/**
 * @param {GameBoard} board
 * @param {string} role
 * @param {string} stop
 * @returns {boolean} whether a stone fell here
 */
function goOn(board, role, stop) {
  if (next(board, role) !== stop) return false;
  perform(board, role, stop);
  return true;
}

/**
 * @param {GameBoard} board
 * @param {string} role
 * @param {string} stop
 */
function perform(board, role, stop) {
  const act = board.game && select(board.game, board.position, [role], [], stop).act;
  if (!act || board.locked !== null) return;
  board.choose(act.path);
  board.emit("act", { role, action: act.action });
}

/**
 * @param {GameBoard} board
 * @param {Point} at on the screen
 * @returns {Point} in the drawing's units
 */
function onDrawing({ layout }, { x, y }) {
  const seen = layout?.svg.getScreenCTM()?.inverse();
  return seen ? new DOMPoint(x, y).matrixTransform(seen) : { x, y };
}
