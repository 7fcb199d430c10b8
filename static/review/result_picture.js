/**
 * Picture of a result to be shared: the board with the names, who won and why. Drawn in the browser, which has letters for every
 * name; the server, whose pictures look the same on all machines, has none.
 *
 * @typedef {{players: string, headline: string, detail: string}} ResultWords
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 */

/** Size in pixels, as recommended by sites that show pictures of links. */
const [WIDTH, HEIGHT] = [1200, 630];
const EDGE = 40;
const [PAPER, INK, QUIET] = ["#f6f1e7", "#1f1b16", "#5f574c"];
const TITLE = '"Iowan Old Style", "Palatino Linotype", Palatino, Georgia, serif';

/**
 * @param {string} board address of the board's own picture
 * @param {ResultWords} words
 * @returns {Promise<Blob>}
 */
export async function resultPicture(board, words) {
  const image = new Image();
  image.src = board;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const brush = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  brush.fillStyle = PAPER;
  brush.fillRect(0, 0, WIDTH, HEIGHT);
  if (image.width > 1.5 * image.height) {
    write(brush, words, { x: EDGE, y: EDGE, width: WIDTH - 2 * EDGE, height: 140 });
    place(brush, image, { x: EDGE, y: 180, width: WIDTH - 2 * EDGE, height: HEIGHT - 180 - EDGE / 2 });
  } else {
    const side = HEIGHT - 2 * EDGE;
    place(brush, image, { x: EDGE, y: EDGE, width: side, height: side });
    write(brush, words, { x: side + 2 * EDGE, y: 210, width: WIDTH - side - 3 * EDGE, height: side });
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
 * @param {ResultWords} words
 * @param {Box} box
 */
function write(brush, { players, headline, detail }, { x, y, width }) {
  const line = (/** @type {string} */ text, /** @type {string} */ font, /** @type {string} */ colour, /** @type {number} */ down) => {
    brush.font = font;
    brush.fillStyle = colour;
    brush.fillText(text, x, y + down, width);
  };
  line(players, "26px system-ui, sans-serif", QUIET, 22);
  line(headline, `600 58px ${TITLE}`, INK, 82);
  line(detail, "30px system-ui, sans-serif", INK, 126);
}

/**
 * Hands a picture to the device's own way of sharing; where there is none, saves it.
 * @param {Blob} picture
 * @param {string} name of the file
 */
export async function share(picture, name) {
  const file = new File([picture], name, { type: picture.type });
  if (navigator.canShare?.({ files: [file] })) {
    // Who closes the device's dialog has changed their mind.
    await navigator.share({ files: [file] }).catch(() => {});
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
