/**
 * Types that the boards share with the server and among themselves.
 *
 * @import { Person } from "./text/phrases.js"
 *
 * @typedef {string} Role
 * @typedef {string} Stop   a place of stones, by its name in the facts
 *
 * @typedef {{do: string, role: Role, tick?: number, [key: string]: any}} Step   one step of a trace, see docs/trace.md
 * @typedef {{n?: number, role: Role, action: string, trace: Step[]}} Ply
 * @typedef {(Stop | number)[][]} Lap   for each stone of a hand where it may fall, last where the sowing goes on
 * @typedef {Object} Position
 * @property {any} facts
 * @property {Scene} [scene]   the content, if the facts don't have it
 * @property {Role[]} to_move
 * @property {Record<Role, string[]>} legal
 * @property {Record<Role, Record<Stop, Lap[]>>} [ways]   where stones are sown by hand: laps by where they start
 * @property {Record<Stop, number>} [pending]   how many of the stones at a stop are not known to be stored yet
 *
 * @typedef {{trace: Step[], position: Position}} Prediction   the first steps of an action's trace, and where they lead
 *
 * The page's settings for the viewer: their roles, their nearest side, the stops to mark as the last move (by default
 * those of the last plies), whether the plies are silent, and the first of their beats to play.
 * @typedef {{roles: Role[], side?: Role | null, last?: Stop[], silent?: boolean, from?: number}} View
 *
 * @typedef {{n: number, at: Stop | null}} Hand
 *
 * The content of the board, in any game.
 * @typedef {Object} Scene
 * @property {Record<string, number>} counts   stones by stop; also the number printed beside a heap
 * @property {Record<Stop, string>} men        single pieces: stop to kind
 * @property {Record<Role, Hand>} hands        empty: n is 0
 * @property {Stop[]} burnt
 * @property {Role[]} waiting                  roles that have chosen in secret and wait for the other
 * @property {Stop[]} sealed                   the viewer's secret choice
 *
 * A side in sentences: "Your pits", or "North's pits".
 * @typedef {{role: Role, person: Person}} Side
 */

export {};
