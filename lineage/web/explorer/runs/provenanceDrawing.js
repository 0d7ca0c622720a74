/** Provenance as a graph: the run at the right, to its left the runs whose content reached it, in a lane for each agent of a thread. */

import { clipped, plain } from "../core/words.js";
import { SceneMaker } from "../drawing/scene.js";

const BOX = { width: 142, height: 38 };
const COLUMN = 184;
const ROW = 62;
const MARGIN = 26;
const VIA_WORDS = { PROVIDER_HANDOFF: "handoff", MERGE_BACK: "merge", SUBAGENT_SPAWN: "spawn", SUBAGENT_RESULT: "result", FORK: "fork" };

/**
 * @typedef {{id: string, ordinal: number, threadId: string, provider: string, message: string | null}} Run
 * @typedef {{fromRunId: string, toRunId: string, via: string | null, native: boolean}} Edge
 * @param {Run} run @param {{sources: Run[], edges: Edge[]}} provenance @param {string} selected the run whose steps stand out
 */
export function drawProvenance(run, { sources, edges }, selected) {
  const scene = new SceneMaker();
  const runs = new Map([run, ...sources].map((each) => [each.id, each]));
  const known = edges.filter((edge) => runs.has(edge.fromRunId) && runs.has(edge.toRunId));
  const { places, rows, columns } = placed(runs, distances(run.id, known));
  const touches = (edge) => edge.fromRunId === selected || edge.toRunId === selected;
  for (const edge of known) arrow(scene, places.get(edge.fromRunId), places.get(edge.toRunId), edge, touches(edge));
  for (const [id, place] of places) box(scene, place, runs.get(id), id === run.id);
  // On top of all, since they are short and lie between the boxes.
  for (const edge of known) if (touches(edge) && !edge.native && edge.via) word(scene, places.get(edge.fromRunId), edge.via);
  return scene.made(2 * MARGIN + (columns - 1) * COLUMN + BOX.width, 2 * MARGIN + rows * ROW);
}

/** How many steps lie between each run and the one at the end by the longest way, so that every step leads to the right. */
function distances(end, edges) {
  const into = new Map();
  const waiting = new Map();
  for (const { fromRunId, toRunId } of edges) {
    if (into.has(toRunId)) into.get(toRunId).push(fromRunId);
    else into.set(toRunId, [fromRunId]);
    waiting.set(fromRunId, (waiting.get(fromRunId) ?? 0) + 1);
  }
  const found = new Map([[end, 0]]);
  const ready = [end];
  while (ready.length) {
    const to = ready.pop();
    for (const from of into.get(to) ?? []) {
      found.set(from, Math.max(found.get(from) ?? 0, found.get(to) + 1));
      waiting.set(from, waiting.get(from) - 1);
      if (waiting.get(from) === 0) ready.push(from);
    }
  }
  return found;
}

/** A column for each distance, a lane for each agent of a thread, and in a lane as many rows as runs share a column. */
function placed(runs, distance) {
  const furthest = Math.max(0, ...distance.values());
  const lanes = new Map();
  const cells = [...runs.values()].map((run) => {
    const key = `${run.threadId}\n${run.provider}`;
    if (!lanes.has(key)) lanes.set(key, { rows: 1, used: new Map() });
    const lane = lanes.get(key);
    const column = furthest - (distance.get(run.id) ?? furthest);
    const row = lane.used.get(column) ?? 0;
    lane.used.set(column, row + 1);
    lane.rows = Math.max(lane.rows, row + 1);
    return { id: run.id, lane, column, row };
  });
  let rows = 0;
  for (const lane of lanes.values()) {
    lane.top = rows;
    rows += lane.rows;
  }
  const places = new Map(cells.map(({ id, lane, column, row }) => [id, { x: MARGIN + column * COLUMN, y: MARGIN + (lane.top + row) * ROW }]));
  return { places, rows, columns: furthest + 1 };
}

function box(scene, { x, y }, { id, ordinal, threadId, provider, message }, end) {
  scene.rect(x, y, BOX.width, BOX.height, 6, { fill: "paper", stroke: `provider:${provider}`, width: end ? 3 : 1.6 });
  scene.rect(x, y, 6, BOX.height, 2, { fill: `provider:${provider}` });
  scene.text(x + 14, y + 16, `${ordinal} · ${clipped(provider, 13)}`, { fill: "ink", size: 12.5, weight: 600, detail: 0.35 });
  scene.text(x + 14, y + 31, clipped(message ?? threadId, 19), { fill: "muted", size: 11, detail: 0.5 });
  const label = () => `Run ${ordinal} of ${clipped(threadId, 60)}, ${provider}${message ? `: ${clipped(message, 80)}` : ""}`;
  scene.target(id, { left: x - 4, top: y - 4, right: x + BOX.width + 4, bottom: y + BOX.height + 4 }, label);
}

/** What a session knew natively comes by a solid line, what it was told by a dashed one with its kind. Steps over others bend around them. */
function arrow(scene, from, to, { native }, near) {
  const start = { x: from.x + BOX.width, y: from.y + BOX.height / 2 };
  const end = { x: to.x, y: to.y + BOX.height / 2 };
  const colour = native ? "muted" : "accent";
  const style = { stroke: colour, width: near ? 1.8 : 1.1, opacity: near ? 1 : 0.3 };
  const bend = Math.max(18, (end.x - start.x) * 0.45);
  const rise = start.y === end.y && end.x - start.x > COLUMN ? ROW * 0.5 : 0;
  const steps = [["M", start.x, start.y], ["C", start.x + bend, start.y - rise, end.x - bend, end.y - rise, end.x - 4, end.y]];
  scene.path(steps, { ...style, dash: native ? [] : [7, 4] });
  scene.head(end.x, end.y, 0, 7, { ...style, fill: colour });
}

/** How the content came, where its step begins, since many end at the same place. */
function word(scene, from, via) {
  scene.text(from.x + BOX.width + 4, from.y + BOX.height / 2 - 6, VIA_WORDS[via] ?? plain(via), { fill: "accent", size: 10.5, detail: 0.5, halo: true });
}
