/**
 * The words that the boards share with the server, and those they share among themselves. Types only.
 *
 * @typedef {string} Role
 * @typedef {string} Stop   where stones lie, by its name in the facts
 *
 * @typedef {{do: string, role: Role, tick?: number, [key: string]: any}} Step   one step of a trace, see docs/trace.md
 * @typedef {{n?: number, role: Role, action: string, trace: Step[]}} Ply
 * @typedef {(Stop | number)[][]} Lap   for each stone of a hand where it may fall, last where the sowing goes on
 * @typedef {Object} Position
 * @property {any} facts
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
 * What lies on the table, whichever the game.
 * @typedef {Object} Scene
 * @property {Record<string, number>} counts   stones by stop; also what is printed beside a heap
 * @property {Record<Stop, string>} men        single pieces: stop to kind
 * @property {Record<Role, Hand>} hands        empty: n is 0
 * @property {Stop[]} burnt
 * @property {Role[]} waiting                  has chosen in secret and waits for the other
 * @property {Stop[]} sealed                   what the viewer has chosen in secret
 *
 * What each side has: the number that decides the game, in its own unit.
 * @typedef {{count: Record<Role, number>, say: (n: number) => string}} Score
 *
 * @typedef {Object} BoardGame   what a board must know of its game: names, and how facts and actions are written
 * @property {string} slug
 * @property {import("./sound/sound_cues.js").Material} [material]       what its pieces are of, as one hears; left out: stone
 * @property {Role[]} roles                                   first moves first
 * @property {Role} near                                      the side that the drawing shows nearest
 * @property {(facts: any) => Scene} scene
 * @property {(facts: any) => any} [askable]                 facts that the rules accept, where the viewer's hide a secret
 * @property {(facts: any, role: Role) => {facts: any, firstLap: boolean} | null} [ahead]
 *   facts on which to ask where a choice would lead, if not these; firstLap: no more of the answer is certain; null: nothing
 * @property {(facts: any, role: Role) => string | null} [waits]   what a role waits for, if not for its turn
 * @property {(stop: Stop) => Role} [owner]                  needed where both roles can be to move at once
 * @property {(action: string) => Stop[]} stops               the stops clicked for an action, in order; [] for a pass
 * @property {(stops: Stop[], position: Position, role: Role) => string | null} wouldBe
 *   the action that a click most plausibly meant, legal or not; of a piece without a target, the part that is known
 * @property {(stop: Stop, scene: Scene, roles: Role[]) => string} name   what a screen reader says of a stop
 * @property {(facts: any, side: Side) => string[]} [position]
 *   the position in sentences, one or two a side; left out: told stop by stop
 * @property {(action: string) => string} notation            as in games_app.rules: "d7-d6"
 * @property {(position: Position, role: Role, action: string) => Prediction | null} [guess]
 *   what an action leads to as far as can be told at once; needed where the next one is not to wait for the answer
 * @property {(position: Position, role: Role) => string | null} [onward]   the action that goes on with a begun sowing
 * @property {(facts: any) => Score} [score]                  left out where no count is kept
 * @property {(facts: any, step: Step) => void} [follow]
 *   does a step to the facts, for drawing only; needed where a decision can have several plies
 * @property {Words} words
 *
 * One side as it is spoken of: "Your pits", or "North's pits".
 * @typedef {{role: Role, person: import("./scene.js").Person}} Side
 *
 * @typedef {Object} Words
 * @property {(stop: Stop, role: Role) => string} at          "house 5", "the storehouse", said of role's action
 * @property {(n: number) => string} stones                   "7 shells"
 * @property {(at: string) => string} last                    "the last shell falls into house 5"
 */

export {};
