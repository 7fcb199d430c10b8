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

/** @returns {{houses: number[], stores: number[], padding: string}} the houses of the first player, then those of the second */
const setup = () => ({
  houses: Array(2 * HOUSES).fill(SHELLS),
  stores: [0, 0],
  padding: "x".repeat(padding),
});

const own = (houses, player) => houses.slice(HOUSES * player, HOUSES * (player + 1));

/** Sow a house one by one over both rows and the own store; a last shell in an own empty house captures. */
function spread(G, player, house) {
  let hand = G.houses[house];
  let at = house;
  G.houses[house] = 0;
  while (hand > 0) {
    at = (at + 1) % (2 * HOUSES);
    if (at === (HOUSES * (player + 1)) % (2 * HOUSES)) {
      G.stores[player] += 1;
      hand -= 1;
      if (!hand) return;
    }
    G.houses[at] += 1;
    hand -= 1;
  }
  const opposite = 2 * HOUSES - 1 - at;
  if (Math.floor(at / HOUSES) === player && G.houses[at] === 1 && G.houses[opposite]) {
    G.stores[player] += G.houses[opposite];
    G.houses[opposite] = 0;
  }
}

/** The move. A match has no end: whoever is next can always move. */
function sow({ G, ctx }, house) {
  const player = Number(ctx.currentPlayer);
  if (!Number.isInteger(house) || Math.floor(house / HOUSES) !== player || !G.houses[house]) return "INVALID_MOVE";
  spread(G, player, house);
  if (!own(G.houses, 1 - player).some(Boolean)) Object.assign(G, setup());
  return undefined;
}

const sowing = {
  name: "sowing",
  setup,
  moves: { sow },
  turn: { minMoves: 1, maxMoves: 1 },
  disableUndo: true,
};

/** Write a file as fs.writeFile does, and call back when it has reached the disk. */
function writeThrough(file, data, encoding, done) {
  fs.promises
    .open(file, "w")
    .then(async (opened) => {
      await opened.writeFile(data, encoding);
      await opened.sync();
      await opened.close();
    })
    .then(() => done(null), done);
}

// boardgame.io's file storage writes with this function of the shared module, and has no option for it.
if (storage === "flatfile-fsync") fs.writeFile = writeThrough;
const db = storage === "memory" ? undefined : new FlatFile({ dir: folder });
const server = Server({ games: [sowing], origins: ["*"], db });
await server.run({ port: { fd: listener } });
