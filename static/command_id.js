/** Ids of commands, as the server makes them for forms and pages for what they send themselves. */

const ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-";

/**
 * New command id of 22 characters. randomUUID exists on https and localhost only, and a home server has neither.
 * @returns {string}
 */
export function commandId() {
  const bytes = crypto.getRandomValues(new Uint8Array(22));
  return Array.from(bytes, (byte) => ALPHABET[byte & 63]).join("");
}
