/** A scene as a file to keep. */

import { paint } from "./canvas.js";
import { svgOf } from "./svg.js";

/** Browsers make no canvas that is wider or higher; a larger scene becomes a smaller picture. */
const MOST_PIXELS_A_SIDE = 16_000;
const MOST_PIXELS = 100_000_000;

/** @param {import("./scene.js").Scene} scene @param {(name: string) => string} colour @param {string} title */
export function downloadSvg(scene, colour, title) {
  save(new Blob([svgOf(scene, colour, title)], { type: "image/svg+xml" }), `${fileName(title)}.svg`);
}

/** In twice the size where that is possible, for dense screens. */
export async function downloadPng(scene, colour, title) {
  const scale = Math.min(2, MOST_PIXELS_A_SIDE / scene.width, MOST_PIXELS_A_SIDE / scene.height, Math.sqrt(MOST_PIXELS / (scene.width * scene.height)));
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(scene.width * scale);
  canvas.height = Math.ceil(scene.height * scale);
  const context = canvas.getContext("2d");
  paint(context, scene, { x: 0, y: 0, zoom: scale }, { width: canvas.width, height: canvas.height }, colour, null);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob) save(blob, `${fileName(title)}.png`);
}

function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const fileName = (title) => title.replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^[-.]+|-+$/g, "").slice(0, 80) || "lineage";
