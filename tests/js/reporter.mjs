/** Reporter of `node --test` that conftest.py reads: a line of JSON for each test, after a control character. */

import { inspect } from "node:util";

const MARK = "\x1e";

export default async function* report(events) {
  for await (const { type, data } of events) {
    if (data.nesting !== 0 || !["test:pass", "test:fail"].includes(type)) continue;
    const { name, details } = data;
    const error = type === "test:fail" ? inspect(details.error.cause ?? details.error) : null;
    yield `${MARK}${JSON.stringify({ name, error })}\n`;
  }
}
