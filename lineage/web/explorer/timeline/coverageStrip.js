/** What one provider thread knows of the history: filled where it does, striped where as a summary only, empty and dashed where it does not. */

import { piecesOf } from "./columns.js";

const HEIGHT = 16;

/**
 * @param {import("../drawing/scene.js").SceneMaker} scene @param {import("./columns.js").Column[]} columns
 * @param {import("../thread/loading.js").Thread} thread @param {import("../thread/loading.js").Session} session @param {number} top
 */
export function drawCoverage(scene, columns, thread, session, top) {
  const colour = `provider:${session.provider}`;
  const { covered, missing, nativeRunOrdinals, compactedThrough } = session.coverage;
  for (const piece of covered.flatMap((segment) => piecesOf(columns, segment, thread.id))) {
    scene.rect(piece.left + 1, top, piece.right - piece.left - 2, HEIGHT, 3, { fill: colour });
  }
  for (const piece of missing.flatMap((segment) => piecesOf(columns, segment, thread.id))) {
    scene.rect(piece.left + 1.5, top + 0.5, piece.right - piece.left - 3, HEIGHT - 1, 3, { stroke: "danger", dash: [3, 3], width: 1.2 });
  }
  if (!compactedThrough) return;
  for (const piece of asSummary(columns, thread, nativeRunOrdinals, compactedThrough)) {
    for (let x = piece.left + 6; x < piece.right - 2; x += 6) scene.line(x, top + HEIGHT, Math.min(x + 5, piece.right - 1), top, { stroke: "paper", width: 1.6 });
  }
}

/** Its own runs up to the last one that its agent made a summary of; of what was inherited all before that. */
function asSummary(columns, thread, native, through) {
  const inThread = through.threadId === thread.id;
  const pieces = [];
  for (const segment of thread.history) {
    if (segment.threadId === thread.id) {
      if (!inThread) break;
      for (const ordinal of native) {
        if (ordinal <= through.ordinal) pieces.push(...piecesOf(columns, { threadId: thread.id, from: ordinal, to: ordinal }, thread.id));
      }
      break;
    }
    const ends = segment.threadId === through.threadId && through.ordinal <= segment.to;
    pieces.push(...piecesOf(columns, ends ? { ...segment, to: through.ordinal } : segment, thread.id));
    if (ends) break;
  }
  return pieces;
}
