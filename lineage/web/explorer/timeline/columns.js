/**
 * The timeline from left to right: first what the thread inherited, a column for each stretch of it, then its own runs, a column each.
 *
 * @typedef {{ key: string, x: number, width: number, inherited: import("../thread/loading.js").Segment | null, run: import("../thread/loading.js").Run | null }} Column
 */

/** A run's column: as wide as lets some dozens be seen at once, wider where there are few. */
const RUN_LEAST = 34;
const RUN_MOST = 58;
const ROOM = 860;
const INHERITED_LEAST = 64;
const INHERITED_MOST = 190;
const GAP = 10;

/** @param {import("../thread/loading.js").Thread} thread @param {number} left @returns {Column[]} */
export function columnsOf(thread, left) {
  const columns = [];
  const each = Math.min(RUN_MOST, Math.max(RUN_LEAST, Math.floor(ROOM / Math.max(1, thread.runs.length))));
  let x = left;
  for (const segment of thread.history.filter((each) => each.threadId !== thread.id)) {
    const width = Math.min(INHERITED_MOST, INHERITED_LEAST + (segment.to - segment.from) * 8);
    columns.push({ key: `${segment.threadId}:${segment.from}`, x, width, inherited: segment, run: null });
    x += width + GAP;
  }
  for (const run of thread.runs) {
    columns.push({ key: run.id, x, width: each, inherited: null, run });
    x += each;
  }
  return columns;
}

/**
 * The stretch of the drawing in which some runs of the history lie.
 * @param {Column[]} columns @param {import("../thread/loading.js").Segment[]} segments @param {string} threadId
 * @returns {{left: number, right: number} | null} null when none of them is in the timeline
 */
export function stretchOf(columns, segments, threadId) {
  const parts = segments.flatMap((segment) => piecesOf(columns, segment, threadId));
  return parts.length ? { left: Math.min(...parts.map((part) => part.left)), right: Math.max(...parts.map((part) => part.right)) } : null;
}

/** The parts of columns that a segment takes up, runs that were rolled back left out. */
export function piecesOf(columns, segment, threadId) {
  const pieces = [];
  for (const { x, width, inherited, run } of columns) {
    if (run && segment.threadId === threadId && run.status !== "ROLLED_BACK" && run.ordinal >= segment.from && run.ordinal <= segment.to) {
      pieces.push({ left: x, right: x + width });
    } else if (inherited && inherited.threadId === segment.threadId) {
      const from = Math.max(inherited.from, segment.from);
      const to = Math.min(inherited.to, segment.to);
      const each = width / (inherited.to - inherited.from + 1);
      if (from <= to) pieces.push({ left: x + (from - inherited.from) * each, right: x + (to - inherited.from + 1) * each });
    }
  }
  return pieces;
}
