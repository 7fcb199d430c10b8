/**
 * Types that the boards share with the server and among themselves.
 *
 * @import { Person } from "./text/phrases.js"
 *
 * @typedef {string} Role
 * @typedef {string} Stop   where stones lie, by its name in the facts
 *
 * @typedef {{do: string, role: Role, tick?: number, [key: string]: any}} Step   one step of a trace, see docs/trace.md
 * @typedef {{n?: number, role: Role, action: string, trace: Step[]}} Ply
 * @typedef {(Stop | number)[][]} Lap   for each stone of a hand where it may fall, last where the sowing goes on
 * @typedef {Object} Position
 * @property {any} facts
 * @property {Scene} [scene]   what lies there, where the facts don't say it
 * @property {Role[]} to_move
 * @property {Record<Role, string[]>} legal
 * @property {Record<Role, Record<Stop, Lap[]>>} [ways]   where stones are sown by hand: laps by where they start
 * @property {Record<Stop, number>} [pending]   how many of the stones at a stop are not known to be stored yet
 *
 * @typedef {{trace: Step[], position: Position}} Prediction   the first steps of an action's trace, and where they lead
 *
 * What the page tells the board about its viewer: the roles they may act for, the side that is nearest to them,
 * what to mark as the last move (left out: taken from the last plies played), whether nothing is said of them, and from
 * which of their beats on they are to be played.
 * @typedef {{roles: Role[], side?: Role | null, last?: Stop[], silent?: boolean, from?: number}} View
 *
 * @typedef {{n: number, at: Stop | null}} Hand
 *
 * What lies on the board, in any game.
 * @typedef {Object} Scene
 * @property {Record<string, number>} counts   stones by stop; also what is printed beside a heap
 * @property {Record<Stop, string>} men        single pieces: stop to kind
 * @property {Record<Role, Hand>} hands        empty: n is 0
 * @property {Stop[]} burnt
 * @property {Role[]} waiting                  has chosen in secret and waits for the other
 * @property {Stop[]} sealed                   what the viewer has chosen in secret
 *
 * One side as it is spoken of: "Your pits", or "North's pits".
 * @typedef {{role: Role, person: Person}} Side
 */

export {};
