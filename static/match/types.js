/**
 * Types of what travels between the server and the match page, and of what the page's parts tell each other.
 * Times are ms since 1970 by the server's clock.
 *
 * @typedef {string} Role
 * @import { ReviewState } from "../study/shared_review.js"
 * @import { Renderer } from "../boards/drawing/renderer.js"
 * @import { Game } from "../boards/games.js"
 * @import { Lap, Ply as BoardPly, Position as BoardPosition, Scene, Step, View } from "../boards/types.js"
 * @import { Warned } from "../people/warning.js"
 * @import { NavigationStep } from "./navigation/navigator.js"
 * @typedef {{n: number, role: Role, action: string, trace: Step[]}} Ply
 *
 * @typedef {Object} Position   as one viewer may see it
 * @property {any} facts
 * @property {Scene} [scene]   what lies there, where the facts don't say it
 * @property {Role[]} to_move
 * @property {Record<Role, string[]>} legal   for the roles in to_move
 * @property {Record<Role, number>} base      the event each role decides upon
 * @property {number} ply                     the number of the last ply, 0 at the start
 * @property {Record<string, Record<string, Lap[]>>} [ways]   see boards/types.js
 * @property {Record<string, number>} [pending]   see boards/types.js
 *
 * @typedef {"waiting" | "playing" | "over" | "cancelled" | "expired"} Status
 * @typedef {"rules" | "time" | "resignation" | "agreement" | "absence" | "aborted" | "moderator"} How
 * @typedef {{winner: Role | null, how: How, goals: Record<Role, number> | null}} Result
 *
 * @typedef {"draw" | "takeback" | "pause" | "continue" | "rematch"} OfferKind
 * @typedef {{[kind in OfferKind]?: {by: Role, seq: number, minutes?: number}}} Offers   who offers it, with which event; minutes: of a
 *   pause
 *
 * @typedef {Object} Clocks   the time of each role, in ms
 * @property {number} at
 * @property {Record<Role, number>} left     what each had at `at`
 * @property {Role[]} running                whose time has been running since
 * @property {Role[]} begun                  who has acted: only then a clock starts
 * @property {Record<Role, number>} first    until when a role must act for the first time
 * @property {Record<Role, number>} paused   until when a clock waits at most
 * @property {Record<Role, number>} [suspended]   until when a clock stands still, whatever happens
 * @typedef {{role: Role, name: string, level?: string, player?: string}} Seat   level: of the computer; player: on walls, the id
 * @typedef {{by: Role} | {match: string}} Rematch   offered by a role, or the match that has begun
 *
 * @typedef {Object} Frame   one stored event, the same for everybody
 * @property {"event"} kind
 * @property {number} seq
 * @property {string} what    created, renamed, started, acted, ...: docs/protocol.md has them all
 * @property {number} at
 * @property {Role | null} role
 * @property {Ply[]} plies    one decision: the person's ply and what the server played after it
 * @property {Position} position
 * @property {Status} status
 * @property {Result | null} result
 * @property {Clocks} [clocks]   in a match with a clock that has begun
 * @property {Offers} [offers]   all that wait for an answer, if any do
 * @property {Record<Role, number>} [gone]   as in a snapshot, if anybody is
 * @property {OfferKind} [offer] the kind of offer that this is about
 * @property {string} [reason]   with cancelled: why the invited person declined
 * @property {number} [given]    ms that the other player has more
 * @property {number} [minutes]  length of a pause, with offered and paused
 * @property {number} [paused_until]   end of the pause that both agreed on
 * @property {number} [until]   with holiday: its end
 * @property {Record<Role, number>} [holidays]   who is on holiday, and until when; it may be past
 * @property {Series} [series]  with the end of a game of a series
 * @property {Seat[]} [seats]
 * @property {string} [match]
 * @property {"public" | "link" | "seats"} [visibility]   with started and opened_to
 * @property {Role[]} [nearby]   with nearby: as in MatchFacts
 * @property {Record<Role, number>} [tips]   with tipped: as in MatchFacts
 * @property {Role[]} [programs]   as in MatchFacts; absent if there are none
 *
 * @typedef {{id: string, game: number, of: number, score: Record<Role, number>}} Series   game n of so many
 *
 * @typedef {Object} Terms   what was agreed on beside the rules
 * @property {boolean} hints       may the page show where a choice would lead?
 * @property {{kind: "real", minutes: number, increment: number} | {kind: "days", days: number} | null} time
 * @property {boolean} takebacks   may a player ask to take a decision back?
 * @property {{kind: "wait"} | {kind: "pause", minutes: number} | {kind: "claim", seconds: number}} absence
 * @property {number} games        of the series
 * @property {boolean} balanced    does play begin after an even opening, drawn by lot?
 * @property {boolean} rated       does the result change both ratings?
 * @property {Handicap | null} [handicap]   what makes the match even
 *
 * @typedef {Object} Handicap
 * @property {Role} role   the one that it favours
 * @property {Terms["time"]} time   the other role's, if it has less
 *
 * @typedef {Object} MatchFacts   what a snapshot tells of the match itself
 * @property {string} id
 * @property {string} game
 * @property {Record<string, string>} options
 * @property {Terms} terms
 * @property {"public" | "link" | "seats"} visibility
 * @property {Seat[]} seats
 * @property {Status} status
 * @property {Result | null} result
 * @property {Rematch | null} rematch
 * @property {Series | null} series   null for a single game
 * @property {Role[]} [nearby]   whose players let people on the players' networks chat while they watch
 * @property {Record<Role, number>} tips   how many tips each role has taken
 * @property {Role[]} programs   people for whom a program has played
 *
 * @typedef {Object} Snapshot
 * @property {"snapshot"} kind
 * @property {number} protocol
 * @property {number} seq
 * @property {number} now   the server's clock
 * @property {MatchFacts} match
 * @property {Position} position
 * @property {Clocks | null} clocks
 * @property {Offers} offers
 * @property {Record<Role, number>} gone   who should act but is away: until when a clock waits, or nobody may claim
 * @property {number} [paused_until]   end of the pause that both agreed on; 0 or past without one
 * @property {Record<Role, number>} [holidays]   who is on holiday, and until when; it may be past
 * @property {Role[]} you
 * @property {Frame[]} events
 *
 * @typedef {Object} Answer
 * @property {"answer"} kind
 * @property {string | null} cmd   null if the server could not tell which command it answers
 * @property {boolean} ok
 * @property {number} seq
 * @property {boolean} [again]
 * @property {Position} [mine]      the position as the sealer of a choice sees it
 * @property {string} [code]
 * @property {Record<string, any>} [args]
 * @property {string} [message]
 * @property {number} [retry_ms]
 *
 * @typedef {{kind: "beat" | "presence", seq?: number, now?: number, watchers: number, here: Role[], names: string[]}} Heartbeat
 * @typedef {{kind: "events", events: Frame[], seq: number}} Events
 *
 * @typedef {"players" | "watchers"} Room   of the chat
 * @typedef {Object} ChatMessage
 * @property {"chat_message"} kind
 * @property {Room} room
 * @property {number} number   in its room, from 1 without gaps
 * @property {number} at
 * @property {string} by       public id of the sender; empty once they have withdrawn
 * @property {Role | null} role   null for a watcher
 * @property {string} name
 * @property {string} [text]
 * @property {string} [phrase]    key of a quick phrase or reaction
 * @property {number} [hides]     number of a message that is shown no longer
 * @typedef {{kind: "chat", talk: "words" | "phrases" | "off", rooms: Partial<Record<Room, number>>}} ChatRooms
 *   the rooms that the reader may read, with the number of the newest message of each
 * @typedef {{kind: "chat_page", room: Room, messages: ChatMessage[], first: boolean}} ChatPage
 * @typedef {ChatRooms | ChatMessage | ChatPage} ChatNews
 * @typedef {Snapshot | Frame | Answer | Heartbeat | Events | ChatNews | Warned | ReviewState} Message
 * @typedef {{kind: string, [more: string]: unknown}} ClientMessage   what a page tells the server
 *
 * @typedef {Object} VariationView   what is tried beside the match: it takes the steps while it is on the board
 * @property {(step: NavigationStep) => Promise<void>} step
 * @property {() => Promise<void>} replay   shows the decision that led here once more
 * @property {string} words     where it is
 * @property {string} address   the same behind the ply that it leaves: ":3,10"
 * @property {BoardPly[]} plies   the decision that led here
 * @property {BoardPosition} position
 *
 * @typedef {Object} BoardElement   what the page asks of <game-board>
 * @property {Game} [game]
 * @property {Renderer} [renderer]
 * @property {BoardPosition} position
 * @property {View} view
 * @property {string[]} chosen   stops clicked so far
 * @property {string | null} locked
 * @property {string} [arranged]   how the drawing is turned
 * @property {(position: BoardPosition, view: View) => void} show
 * @property {(plies: Ply[], position: BoardPosition,
 *   view: View) => Promise<void>} play
 * @property {(position: BoardPosition, view: View) => void} keep
 * @property {(ply: Ply, position: BoardPosition, view: View,
 *   beats: number) => void} still
 * @property {number | null} landed   how many beats of the motion; null when nothing moves
 * @property {() => void} skip
 * @property {(by: 1 | -1) => boolean} seek
 * @property {(type: string, detail: Record<string, unknown>) => void} emit
 * @property {(chosen: string[]) => void} choose
 * @property {(text: string | null) => void} lock
 * @property {string} speed
 * @property {string | null} moves   the speed to move at; null without motion
 */

export {};
