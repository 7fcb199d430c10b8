/** Constants shared with the server. Written by `python3 manage.py protocol`; a test checks it. */

export const PROTOCOL = 3;
/** Close codes of the socket. */
export const NO_SUCH_MATCH = 4404;
/** Only the players may see this match now. */
export const CLOSED = 4423;
/** The session of this page has ended. */
export const SESSION_ENDED = 4401;
/** Milliseconds between two beats. */
export const BEAT = 3000;
/** Bytes sent to a page that does not say what it has seen. */
export const UNSEEN_LIMIT = 262144;
/** Events in a page of the record. */
export const PAGE = 200;
/** Characters of a note. */
export const LONGEST_NOTE = 500;
/** Characters of a chat message. */
export const LONGEST_CHAT = 200;
/** English name of each level of the computer. @type {Record<string, string>} */
export const LEVEL_NAMES = {
  "beginner": "Computer (Beginner)",
  "easy": "Computer (Easy)",
  "casual": "Computer (Casual)",
  "medium": "Computer (Medium)",
  "hard": "Computer (Hard)",
  "advanced": "Computer (Advanced)",
  "expert": "Computer (Expert)",
  "master": "Computer (Master)"
};
