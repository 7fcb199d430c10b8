/** Cookies of many named values, which this browser keeps and the server reads too: pages come as somebody left them. */

const DAYS = 400;

/**
 * Other pages of this browser write the same cookie: it is read each time.
 * @param {string} cookie its name
 */
export function read(cookie) {
  const kept = document.cookie.split("; ").find((one) => one.startsWith(`${cookie}=`)) ?? "";
  return new URLSearchParams(kept.slice(cookie.length + 1));
}

/**
 * @param {string} cookie
 * @param {string} name of the value
 * @param {string} value
 */
export function write(cookie, name, value) {
  const all = read(cookie);
  all.set(name, value);
  document.cookie = `${cookie}=${all}; Path=/; SameSite=Lax; Max-Age=${DAYS * 24 * 60 * 60}`;
}
