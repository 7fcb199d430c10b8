// boardgame.io with a sowing game whose pushes are as large as this site's: the peer of the benches.
//
// Run by `tools.bench.peer` in the folder where boardgame.io is installed. Arguments: the number of a listening
// socket, the characters by which the state is padded, the storage ("memory", "flatfile", "flatfile-fsync"), and
// its folder.

import fs from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const { FlatFile, Server } = createRequire(join(process.cwd(), "here.js"))("boardgame.io/server");

const [listener, padding] = process.argv.slice(2, 4).map(Number);
const [storage, folder] = process.argv.slice(4);
const HOUSES = 7;
const SHELLS = 7;

/** @returns {{houses: number[], padding: string}} the houses of the first player, then those of the second */
const setup = () => ({ houses: Array(2 * HOUSES).fill(SHELLS), padding: "x".repeat(padding) });

/** The move: sow the shells of an own house one by one. A match has no end: the next player can always move. */
function sow({ G, ctx }, house) {
  const player = Number(ctx.currentPlayer);
  const hand = G.houses[house];
  if (!Number.isInteger(house) || Math.floor(house / HOUSES) !== player || !hand) return "INVALID_MOVE";
  G.houses[house] = 0;
  for (let step = 1; step <= hand; step += 1) G.houses[(house + step) % (2 * HOUSES)] += 1;
  const next = HOUSES * (1 - player);
  if (!G.houses.slice(next, next + HOUSES).some(Boolean)) Object.assign(G, setup());
  return undefined;
}

const sowing = {
  name: "sowing",
  setup,
  moves: { sow },
  turn: { minMoves: 1, maxMoves: 1 },
  disableUndo: true,
};

// boardgame.io's file storage writes with this function of the shared module, and has no option for it. `flush`
// needs Node.js 20.10.
const { writeFile } = fs;
if (storage === "flatfile-fsync") {
  fs.writeFile = (file, data, encoding, done) => writeFile(file, data, { encoding, flush: true }, done);
}
const db = storage === "memory" ? undefined : new FlatFile({ dir: folder });
const server = Server({ games: [sowing], origins: ["*"], db });
await server.run({ port: { fd: listener } });
