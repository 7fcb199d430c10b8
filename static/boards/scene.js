import { t } from "../text.js";

/** @typedef {import("./types.js").Scene} Scene */

/** @returns {Scene} */
export function emptyScene() {
  return { counts: {}, men: {}, hands: {}, burnt: [], waiting: [], sealed: [] };
}

/**
 * @param {Scene} scene
 * @returns {Scene}
 */
export function copyScene(scene) {
  const hands = Object.fromEntries(Object.entries(scene.hands).map(([role, hand]) => [role, { ...hand }]));
  return { ...scene, counts: { ...scene.counts }, men: { ...scene.men }, hands };
}

/** @param {string} role */
export function roleName(role) {
  return t(role.charAt(0).toUpperCase() + role.slice(1));
}

/**
 * Whose something is, as this viewer would say it. With both roles on one screen there is no "yours".
 * @param {string} role
 * @param {string[]} roles the viewer's
 */
function whose(role, roles) {
  if (roles.length !== 1) return t("{role}'s", { role: roleName(role) });
  return roles[0] === role ? t("yours") : t("your opponent's");
}

/**
 * "house 5, yours, 7 shells"
 * @param {string} place
 * @param {string} owner
 * @param {string} holds
 * @param {string[]} roles
 */
export function countedName(place, owner, holds, roles) {
  return t("{place}, {whose}, {holds}", { place, whose: whose(owner, roles), holds });
}

/**
 * "d7, empty" or "c3, your black pawn"
 * @param {string} place
 * @param {string | undefined} kind the piece's role, if there is one
 * @param {string} piece
 * @param {string[]} roles
 */
export function pieceName(place, kind, piece, roles) {
  if (!kind) return t("{place}, empty", { place });
  const words = { place, colour: t(kind), piece };
  const mine = roles.length === 1 && roles[0] === kind;
  return mine ? t("{place}, your {colour} {piece}", words) : t("{place}, {colour} {piece}", words);
}
