/**
 * Picture of a result for sharing: the board with the players' names and faces, the winner and the reason. The browser draws it, because
 * it has letters for every name. The server has no fonts, so that its pictures look the same on all machines.
 *
 * @import { LiveMatch } from "../../match/state/live_match.js"
 * @typedef {{players: string, faces: SVGSymbolElement[], headline: string, detail: string}} PublicResult   faces: those that the page has
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 */

import { resultLine, resultText } from "../../match/announce/result.js";
import { faceOf, nameOf } from "../../match/controls/seats.js";
import { paintFace } from "./shape_painter.js";

/** Size in pixels, as recommended by sites that show pictures of links. */
const [WIDTH, HEIGHT] = [1200, 630];
const EDGE = 40;
/** Diameter of a face, and the distance of the next one. */
const [FACE, NEXT_FACE] = [104, 120];
const [PAPER, INK, QUIET] = ["#f6f1e7", "#1f1b16", "#5f574c"];
const TITLE = '"Iowan Old Style", "Palatino Linotype", Palatino, Georgia, serif';

/**
 * Result as everybody reads it, by the names.
 * @param {LiveMatch} live
 * @returns {PublicResult}
 */
export function publicResult({ match, position }) {
  const all = { match, position, you: [] };
  const { headline } = resultText(all);
  const players = match.seats.map(({ role }) => nameOf(match.seats, role)).join(" – ");
  const faces = match.seats.flatMap(({ role }) => faceOf(role)).map(symbolOf);
  return { players, faces, headline, detail: resultLine(all) };
}

/** Symbol that a drawing uses. @param {Element} drawing */
function symbolOf(drawing) {
  const href = drawing.querySelector("use")?.getAttribute("href") ?? "";
  return /** @type {SVGSymbolElement} */ (document.querySelector(href));
}

/**
 * @param {string} board address of the board's own picture
 * @param {PublicResult} result
 * @returns {Promise<Blob>}
 */
export async function resultPicture(board, result) {
  const image = new Image();
  image.src = board;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const brush = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  brush.fillStyle = PAPER;
  brush.fillRect(0, 0, WIDTH, HEIGHT);
  if (image.width > 1.5 * image.height) {
    const left = WIDTH - EDGE - NEXT_FACE * result.faces.length;
    result.faces.forEach((face, i) => paintFace(brush, face, left + NEXT_FACE * (i + 1) - FACE, EDGE, FACE));
    write(brush, result, { x: EDGE, y: EDGE, width: left - EDGE, height: 140 });
    place(brush, image, { x: EDGE, y: 180, width: WIDTH - 2 * EDGE, height: HEIGHT - 180 - EDGE / 2 });
  } else {
    const side = HEIGHT - 2 * EDGE;
    place(brush, image, { x: EDGE, y: EDGE, width: side, height: side });
    result.faces.forEach((face, i) => paintFace(brush, face, side + 2 * EDGE + NEXT_FACE * i, 90, FACE));
    write(brush, result, { x: side + 2 * EDGE, y: 230, width: WIDTH - side - 3 * EDGE, height: side });
  }
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("No picture")))));
}

/**
 * @param {CanvasRenderingContext2D} brush
 * @param {HTMLImageElement} image
 * @param {Box} box into which it is fitted
 */
function place(brush, image, { x, y, width, height }) {
  const scale = Math.min(width / image.width, height / image.height);
  const [across, down] = [image.width * scale, image.height * scale];
  brush.drawImage(image, x + (width - across) / 2, y + (height - down) / 2, across, down);
}

/**
 * @param {CanvasRenderingContext2D} brush
 * @param {PublicResult} result
 * @param {Box} box
 */
function write(brush, { players, headline, detail }, { x, y, width }) {
  brush.font = "26px system-ui, sans-serif";
  brush.fillStyle = QUIET;
  brush.fillText(players, x, y + 22, width);
  brush.font = `600 58px ${TITLE}`;
  brush.fillStyle = INK;
  brush.fillText(headline, x, y + 82, width);
  brush.font = "30px system-ui, sans-serif";
  linesOf(brush, detail, width).forEach((line, i) => brush.fillText(line, x, y + 126 + 38 * i, width));
}

/**
 * @param {CanvasRenderingContext2D} brush
 * @param {string} text
 * @param {number} width
 * @returns {string[]}
 */
function linesOf(brush, text, width) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines[lines.length - 1]} ${word}`.trim();
    if (brush.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/**
 * Shares a picture with the device's own dialog; if there is none, saves it.
 * @param {Blob} picture
 * @param {string} name of the file
 */
export async function share(picture, name) {
  const file = new File([picture], name, { type: picture.type });
  if (navigator.canShare?.({ files: [file] })) {
    // A person who closes the device's dialog has changed their mind.
    await navigator.share({ files: [file] }).catch(() => {});
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
