/** Joins the page of a guide. */

import { Lesson } from "./lesson.js";

const section = /** @type {HTMLElement} */ (document.getElementById("lesson"));
const steps = JSON.parse(document.getElementById("steps")?.textContent ?? "[]");

new Lesson(section, steps).start();
