import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { getJson, HttpError, postForm, postJson } from "../../static/http.js";

/** The requests so far, and what the site answers to the next. */
let asked, answer;

beforeEach(() => {
  asked = [];
  globalThis.document = { querySelector: (which) => (which === "meta[name=csrf-token]" ? { getAttribute: () => "token" } : null) };
  globalThis.fetch = async (url, options) => {
    asked.push({ url, ...options });
    return answer();
  };
});

afterEach(() => {
  delete globalThis.fetch;
  delete globalThis.document;
});

/** What a request is rejected with. */
async function rejected(request) {
  const error = await request.then(() => assert.fail("The request succeeded"), (reason) => reason);
  assert(error instanceof HttpError, String(error));
  const { status, code, message, retryMs } = error;
  return { status, code, message, retryMs };
}

test("JSON is read, and sent with the token of the page", async () => {
  answer = () => Response.json({ n: 1 });
  assert.deepEqual(await getJson("/a"), { n: 1 });
  assert.deepEqual(await postJson("/b", { text: "é" }), { n: 1 });
  const form = new URLSearchParams({ match: "x" });
  assert.deepEqual(await postForm("/c", form), { n: 1 });
  const [got, json, sent] = asked;
  assert.equal(got.headers["X-CSRFToken"], undefined);
  assert.deepEqual([json.method, json.body, json.headers["Content-Type"], json.headers["X-CSRFToken"]], ["POST", '{"text":"é"}', "application/json", "token"]);
  assert.deepEqual([sent.method, sent.body, sent.headers["Content-Type"], sent.headers["X-CSRFToken"]], ["POST", form, undefined, "token"]);
});

test("an empty answer is null", async () => {
  answer = () => new Response(null, { status: 204 });
  assert.equal(await postForm("/c", new URLSearchParams()), null);
});

test("a refusal has the site's code, sentence and time to wait", async () => {
  answer = () => Response.json({ code: "too_fast", message: "Wait 2 s.", retry_ms: 1500 }, { status: 429, headers: { "Retry-After": "2" } });
  assert.deepEqual(await rejected(getJson("/a")), { status: 429, code: "too_fast", message: "Wait 2 s.", retryMs: 1500 });
});

test("the error page of a proxy has no sentence for people, but its time to wait", async () => {
  answer = () => new Response("<h1>Bad gateway</h1>", { status: 502, headers: { "Retry-After": "7" } });
  assert.deepEqual(await rejected(getJson("/a")), { status: 502, code: "", message: "", retryMs: 7000 });
  answer = () => new Response("", { status: 503, headers: { "Retry-After": "Thu, 26 Nov 2026 01:00:00 GMT" } });
  assert.equal((await rejected(getJson("/a"))).retryMs, 0);
});

test("without an answer, or with one that is no JSON, the status is 0", async () => {
  answer = () => Promise.reject(new TypeError("Failed to fetch"));
  assert.deepEqual(await rejected(getJson("/a")), { status: 0, code: "", message: "", retryMs: 0 });
  answer = () => new Response("<h1>Log in to this network</h1>");
  assert.equal((await rejected(getJson("/a"))).status, 0);
});

test("a request that takes too long is given up", async (context) => {
  const given = context.mock.method(AbortSignal, "timeout", () => AbortSignal.abort());
  globalThis.fetch = async (_url, { signal }) => signal.throwIfAborted();
  assert.equal((await rejected(getJson("/a"))).status, 0);
  assert.deepEqual(given.mock.calls[0].arguments, [30_000]);
});
