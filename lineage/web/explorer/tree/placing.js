/** Where each thread of a tree lies: one a row, from left to right as its runs followed each other, below the thread that it left. */

export const ROW = 28;
export const BEND = 14;
const TOP = 14;
const LEFT = 24;
const SHORTEST = 9;
/** About how wide the longest history is drawn, and a run at most. */
const WIDTH = 1200;
const LONGEST_RUN = 22;

/** @typedef {import("./model.js").Row & { from: Lane | undefined, at: number, left: number, right: number, y: number }} Lane */

/** The points of a lane are spread over it, so that a tree of long threads is not wider than one of short ones. @param {import("./model.js").Row[]} rows @returns {Map<string, Lane>} */
export function placed(rows) {
  const lanes = new Map();
  const unit = Math.min(LONGEST_RUN, WIDTH / longestPath(rows));
  rows.forEach((row, index) => {
    const { node } = row;
    const source = node.sourcePoint && lanes.get(node.sourcePoint.threadId);
    const parent = lanes.get(node.parentThreadId);
    const from = source ?? parent;
    const at = source ? pointOn(source, node.sourcePoint.ordinal) : (parent?.left ?? LEFT);
    const left = from ? at + BEND : LEFT;
    const extent = node.headOrdinal ? Math.max(SHORTEST, node.headOrdinal * unit) : 0;
    lanes.set(node.threadId, { ...row, from, at, left, right: left + extent, y: TOP + index * ROW + ROW / 2 });
  });
  return lanes;
}

/** How high a drawing of so many rows is. */
export const heightOf = (rows) => TOP + rows * ROW + 12;

/** Where on its lane a run ends. */
export function pointOn({ node, left, right }, ordinal) {
  if (!ordinal || !node.headOrdinal) return left;
  // A source point that was rolled back lies behind the end.
  return Math.min(left + (ordinal / node.headOrdinal) * (right - left), right + 10);
}

/** How many runs lie before the end of the longest history. */
function longestPath(rows) {
  const starts = new Map();
  let longest = 1;
  for (const { node } of rows) {
    const start = node.sourcePoint ? (starts.get(node.sourcePoint.threadId) ?? 0) + (node.sourcePoint.ordinal ?? 0) : 0;
    starts.set(node.threadId, start);
    longest = Math.max(longest, start + node.headOrdinal);
  }
  return longest;
}
