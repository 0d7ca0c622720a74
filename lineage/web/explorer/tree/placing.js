/** Where each thread of a tree lies: one a row, from left to right as its runs followed each other, below the thread that it left. */

export const ROW = 28;
export const BEND = 14;
const TOP = 14;
const LEFT = 24;
const SHORTEST = 9;
/** About how wide the longest history is drawn, and a run at most. */
const WIDTH = 1200;
const LONGEST_RUN = 22;

/**
 * @typedef {import("./model.js").Node} Node
 * @typedef {{
 *   node: Node, open: boolean, from: Lane | undefined, source: Lane | undefined, runsBefore: number,
 *   at: number, left: number, right: number, y: number, row: number,
 * }} Lane from is the lane that it leaves, at the place `at` of it; runsBefore are those from the tree's first run to its beginning
 * @typedef {{ lanes: Lane[], byId: Map<string, Lane> }} Placed the lanes in order of rows
 */

/** The points of a lane are spread over it, so that a tree of long threads is not wider than one of short ones. @param {import("./model.js").Row[]} rows @returns {Placed} */
export function placed(rows) {
  /** @type {Map<string, Lane>} */
  const byId = new Map();
  const lanes = rows.map(({ node, open }, row) => {
    const point = node.sourcePoint;
    const source = point ? byId.get(point.threadId) : undefined;
    const runsBefore = point ? (source?.runsBefore ?? 0) + (point.ordinal ?? 0) : 0;
    const lane = { node, open, from: source ?? byId.get(node.parentThreadId), source, runsBefore, at: LEFT, left: LEFT, right: LEFT, y: TOP + row * ROW + ROW / 2, row };
    byId.set(node.threadId, lane);
    return lane;
  });
  let longest = 1;
  for (const lane of lanes) longest = Math.max(longest, lane.runsBefore + lane.node.headOrdinal);
  const unit = Math.min(LONGEST_RUN, WIDTH / longest);
  for (const lane of lanes) {
    const { node, from, source } = lane;
    if (source) lane.at = pointOn(source, node.sourcePoint.ordinal);
    else if (from) lane.at = from.left;
    if (from) lane.left = lane.at + BEND;
    lane.right = lane.left + (node.headOrdinal ? Math.max(SHORTEST, node.headOrdinal * unit) : 0);
  }
  return { lanes, byId };
}

/** How high a drawing of so many rows is. */
export const heightOf = (rows) => TOP + rows * ROW + 12;

/** The lanes whose rows lie between two heights. @param {Lane[]} lanes @param {number} top @param {number} bottom */
export function lanesBetween(lanes, top, bottom) {
  const row = (y) => Math.min(Math.max(Math.floor((y - TOP) / ROW), 0), lanes.length);
  return lanes.slice(row(top), row(bottom) + 1);
}

/** Where on its lane a run ends. */
export function pointOn({ node, left, right }, ordinal) {
  if (!ordinal || !node.headOrdinal) return left;
  // A source point that was rolled back lies behind the end.
  return Math.min(left + (ordinal / node.headOrdinal) * (right - left), right + 10);
}
