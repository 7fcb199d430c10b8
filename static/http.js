/**
 * Requests to the site, with the CSRF token, and the ids of commands. A request sends and gets JSON, or gets a drawing. Every failure
 * is an HttpError: the site refuses, is out of reach, or takes too long.
 */

/** Time in ms after which a request is given up. The server waits for a locked record for 20 s at most. */
const TIMEOUT = 30_000;
/** Signs of a command's id, as the server chooses them for forms. */
const ID_ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-";

export class HttpError extends Error {
  /**
   * @param {number} status 0: there is no answer
   * @param {{code?: string, message?: string, retry_ms?: number}} [problem] as `door/http.py` tells it
   */
  constructor(status, { code = "", message = "", retry_ms = 0 } = {}) {
    // The site's sentence for people; empty if it has none.
    super(message);
    this.status = status;
    this.code = code;
    /** Time in ms after which the site asks to try again; 0 if it doesn't. */
    this.retryMs = retry_ms;
  }
}

/**
 * @param {string} url
 * @returns {Promise<any>} rejected with an HttpError
 */
export function getJson(url) {
  return request(url, {});
}

/**
 * Fetches a drawing. Only XMLHttpRequest parses one where the page's policy lets no script make markup of text.
 * @param {string} url
 * @returns {Promise<Document>} rejected with an HttpError
 */
export function getDrawing(url) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", url);
    request.responseType = "document";
    request.timeout = TIMEOUT;
    request.addEventListener("loadend", () => {
      const { responseXML: drawing, status } = request;
      if (status === 200 && drawing) resolve(drawing);
      else reject(new HttpError(status));
    });
    request.send();
  });
}

/**
 * @param {string} url
 * @param {object} [body]
 * @returns {Promise<any>} rejected with an HttpError
 */
export function postJson(url, body) {
  return post(url, JSON.stringify(body), { "Content-Type": "application/json" });
}

/**
 * Posts the fields of a form; the answer is JSON, or null if it is empty.
 * @param {string} url
 * @param {FormData | URLSearchParams} form
 * @returns {Promise<any>} rejected with an HttpError
 */
export function postForm(url, form) {
  return post(url, form);
}

/**
 * @param {string} url
 * @param {BodyInit} body
 * @param {Record<string, string>} [headers]
 */
function post(url, body, headers) {
  const token = document.querySelector("meta[name=csrf-token]")?.getAttribute("content") ?? "";
  return request(url, { method: "POST", body, headers: { ...headers, "X-CSRFToken": token } });
}

/**
 * @param {string} url
 * @param {{method?: string, body?: BodyInit, headers?: Record<string, string>}} options
 */
async function request(url, { headers, ...options }) {
  const signal = AbortSignal.timeout(TIMEOUT);
  const response = await fetch(url, { ...options, headers: { Accept: "application/json", ...headers }, signal }).catch(() => null);
  if (!response) throw new HttpError(0);
  if (response.status === 204) return null;
  // A proxy's error is a page.
  const body = await response.json().catch(() => null);
  if (!response.ok) throw new HttpError(response.status, { retry_ms: retryAfter(response), ...body });
  if (body === null) throw new HttpError(0);
  return body;
}

/** @param {Response} response @returns {number} ms */
function retryAfter({ headers }) {
  return Number(headers.get("Retry-After")) * 1000 || 0;
}

/**
 * New command id of 22 characters. randomUUID exists on https and localhost only, and a home server has neither.
 * @returns {string}
 */
export function commandId() {
  const bytes = crypto.getRandomValues(new Uint8Array(22));
  return Array.from(bytes, (byte) => ID_ALPHABET[byte & 63]).join("");
}
