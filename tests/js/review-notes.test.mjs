import assert from "node:assert/strict";
import { test } from "node:test";
import { Notebook } from "../../static/analysis/review/notes.js";

/** A note that is as private as all are at first. */
const note = (text, annotations = []) => ({ text, annotations, audience: "private" });

/** A notebook whose line can be cut, with what the server has and what the tab keeps. */
function book(unsent = {}) {
  const seen = { server: {}, kept: {}, cut: false };
  const notebook = new Notebook(unsent, async (ply, text) => {
    if (!seen.cut) seen.server[ply] = text;
    return !seen.cut;
  }, (all) => (seen.kept = all));
  return { notebook, seen };
}

test("a note is read where it was written, and listed until it is empty", () => {
  const { notebook } = book();
  notebook.read({ 12: note("here"), 3: note("there") });
  assert.deepEqual(notebook.plies, [3, 12]);
  notebook.write(3, { text: " " });
  assert.deepEqual(notebook.plies, [12]);
  assert.deepEqual(notebook.at(7), note(""));
  notebook.write(7, { annotations: ["green:p3"] });
  assert.deepEqual(notebook.plies, [7, 12]);
});

test("what is written goes to the server, and the tab forgets it then", async () => {
  const { notebook, seen } = book();
  notebook.write(3, { text: "a plan" });
  assert.deepEqual(seen.kept, { 3: note("a plan") });
  assert.equal(await notebook.sync(), true);
  assert.deepEqual([seen.server, seen.kept], [{ 3: note("a plan") }, {}]);
});

test("without a line it is kept, shown, and sent later", async () => {
  const { notebook, seen } = book();
  seen.cut = true;
  notebook.write(3, { text: "a plan" });
  assert.equal(await notebook.sync(), false);
  assert.deepEqual([seen.kept, notebook.at(3)], [{ 3: note("a plan") }, note("a plan")]);
  const { notebook: next, seen: later } = book(seen.kept);
  assert.deepEqual(next.at(3), note("a plan"), "on the page that is loaded again");
  assert.equal(await next.sync(), true);
  assert.deepEqual([later.server, later.kept], [{ 3: note("a plan") }, {}]);
});

test("what is typed while it is sent is not lost", async () => {
  const { notebook, seen } = book();
  notebook.write(3, { text: "a" });
  const sending = notebook.sync();
  notebook.write(3, { text: "a plan" });
  assert.equal(notebook.sync(), sending, "it goes with what is on its way");
  assert.equal(await sending, true);
  assert.deepEqual([seen.server, seen.kept], [{ 3: note("a plan") }, {}]);
});

test("a note that the server refuses keeps none of the others waiting", async () => {
  const sent = [];
  const notebook = new Notebook({}, async (ply, { text }) => {
    if (ply === 3 && !sent.includes("")) throw new Error("A match can have at most 1000 notes.");
    sent.push(text);
    return true;
  }, () => {});
  notebook.read({ 12: note("an old one") });
  notebook.write(3, { text: "one too many" });
  notebook.write(12, { text: "" });
  await assert.rejects(notebook.sync(), /at most 1000/);
  assert.deepEqual(sent, [""]);
  assert.equal(await notebook.sync(), true);
  assert.deepEqual(sent, ["", "one too many"]);
});

test("what is read late takes the place of nothing that was sent meanwhile", async () => {
  const { notebook } = book();
  notebook.write(3, { text: "a plan" });
  await notebook.sync();
  notebook.read({ 3: note("an old plan"), 12: note("here") });
  assert.deepEqual([notebook.at(3), notebook.at(12)], [note("a plan"), note("here")]);
});
