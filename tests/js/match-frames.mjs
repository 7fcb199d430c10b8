/** Frames and snapshots as the server sends them, as small as the tests need. */

export function position(ply, over = {}) {
  return { facts: { ply }, to_move: ["north"], legal: { north: [] }, base: { north: 1, south: 1 }, ply, ...over };
}

export function event(seq, what, { ply = 0, plies = [], role = "north", ...rest } = {}) {
  return {
    kind: "event", seq, what, at: seq * 1000, role, plies, position: position(ply), status: "playing", result: null,
    ...rest,
  };
}

export const started = (seq) => event(seq, "started");

export function acted(seq, numbers, rest = {}) {
  const plies = numbers.map((n) => ({ n, role: "north", action: `pick p${n}`, trace: [] }));
  return event(seq, "acted", { ply: numbers[numbers.length - 1], plies, ...rest });
}

export function snapshot(seq, { ply = seq - 1, ...rest } = {}) {
  return {
    kind: "snapshot", protocol: 3, seq, now: 0, you: ["north"], events: [], position: position(ply), clocks: null, offers: {}, gone: {},
    match: {
      id: "abcdefghjk", game: "mancala", options: {}, visibility: "public", status: "playing", result: null,
      rematch: null, series: null, seats: [{ role: "north", name: "alice" }, { role: "south", name: "bob" }],
      programs: [],
    },
    ...rest,
  };
}
