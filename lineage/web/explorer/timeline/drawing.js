/** The timeline: a lane for each provider thread, its runs in them, handoffs as arcs over what they cover, checkpoints, and coverage. */

import { clipped, plain, segmentsInWords } from "../core/words.js";
import { SceneMaker } from "../drawing/scene.js";
import { STATUS_SIGNS } from "../shell/marks.js";
import { columnsOf, stretchOf } from "./columns.js";
import { drawCoverage } from "./coverageStrip.js";

const LEFT = 168;
const LEFT_IN_NARROW = 104;
const LANE = 36;
const BOX = { width: 26, height: 22 };
const LEVEL = 9;
const MOST_LEVELS = 6;
const HANDOFF_DASHES = { DELTA_CONTEXT: [7, 4], CHECKPOINT_CONTEXT: [1, 4], PORTABLE_CONTEXT: [] };

/**
 * @param {import("../thread/loading.js").Thread} thread @param {string | null} sessionId whose coverage is shown
 * @param {Set<number>} threatened the ordinals that a rollback would roll back @param {boolean} narrow whether there is little room
 * @returns {import("../drawing/scene.js").Scene} with the targets run:ID, session:ID and handoff:ID
 */
export function drawTimeline(thread, sessionId, threatened, narrow = false) {
  const scene = new SceneMaker();
  const begin = narrow ? LEFT_IN_NARROW : LEFT;
  const columns = columnsOf(thread, begin);
  const right = (columns.at(-1)?.x ?? begin) + (columns.at(-1)?.width ?? 200);
  const stretches = levelled(thread.handoffs.map((handoff) => ({ handoff, over: stretchOf(columns, handoff.covered, thread.id) })));
  const arcs = thread.handoffs.length ? 72 + Math.max(...stretches.map((each) => each.level)) * LEVEL : 16;
  const axis = arcs + 16;
  const lanes = lanesOf(thread, axis + 12);
  const bottom = axis + 12 + Math.max(lanes.size, 1.5) * LANE;
  for (const lane of lanes.values()) {
    const chosen = lane.id === sessionId;
    scene.line(begin - 6, lane.y, right, lane.y, { stroke: "faint", width: chosen ? 3 : 1 });
  }
  for (const column of columns) if (column.inherited) inherited(scene, column, axis, bottom);
  path(scene, columns, lanes);
  for (const column of columns) if (column.run) run(scene, column, lanes.get(laneOf(column.run)).y, axis, bottom, threatened.has(column.run.ordinal));
  const byRun = new Map(columns.filter((column) => column.run).map((column) => [column.run.id, column]));
  // Names of what lies in other threads come last, on top of the arcs.
  stretches.sort((one, other) => Number(one.over === null) - Number(other.over === null));
  for (const each of stretches) arc(scene, each, byRun, lanes, thread.id, arcs);
  for (const { run: each, x, width } of columns) if (each) ordinal(scene, each, x + width / 2, axis + 2);
  checkpoints(scene, thread.checkpoints, byRun, bottom + 12);
  const session = thread.providerThreads.find((each) => each.id === sessionId);
  if (session) drawCoverage(scene, columns, thread, session, bottom + 28);
  // What moves passes behind the labels.
  scene.rect(0, axis - 10, begin - 10, bottom - axis + 70, 0, { fill: "paper", pinned: true });
  for (const lane of lanes.values()) label(scene, lane, lane.id === sessionId, begin - 14);
  scene.text(10, axis + 4, "run", { fill: "muted", size: 11, pinned: true });
  if (thread.checkpoints.length) scene.text(10, bottom + 16, "checkpoints", { fill: "muted", size: 11, pinned: true });
  if (session) scene.text(10, bottom + 41, narrow ? "knows" : `what ${clipped(session.provider, 14)} knows`, { fill: "muted", size: 11, pinned: true });
  return scene.made(right + 24, bottom + (session ? 60 : 30));
}

/** Runs without a session get a lane of their own. */
const laneOf = (run) => run.providerThreadId ?? "";

function lanesOf(thread, top) {
  const lanes = new Map();
  const add = (id, session) => lanes.set(id, { id, session, y: top + lanes.size * LANE + LANE / 2 });
  for (const session of thread.providerThreads) add(session.id, session);
  for (const run of thread.runs) if (!lanes.has(laneOf(run))) add(laneOf(run), null);
  return lanes;
}

function label(scene, { id, session, y }, chosen, width) {
  if (chosen) scene.rect(0, y - LANE / 2 + 1, width, LANE - 2, 0, { fill: "selected", pinned: true });
  if (!session) return scene.text(10, y + 4, "no session", { fill: "muted", size: 12, pinned: true });
  scene.circle(14, y - 4, 4, { fill: `provider:${session.provider}`, pinned: true });
  scene.text(24, y, clipped(session.provider, Math.floor((width - 24) / 8)), { fill: "ink", size: 12.5, weight: 600, pinned: true });
  const told = session.status === "ACTIVE" ? clipped(session.nativeThreadRef ?? "no reference yet", Math.floor((width - 24) / 6)) : plain(session.status);
  const bad = session.status === "DIVERGENT" || session.status === "RESUME_FAILED";
  scene.text(24, y + 13, told, { fill: bad ? "danger" : "muted", size: 10.5, pinned: true });
  return scene.target(`session:${id}`, { left: 0, top: y - LANE / 2, right: width, bottom: y + LANE / 2 }, () => `${session.provider}: ${plain(session.status)}`);
}

function inherited(scene, { x, width, inherited: segment }, axis, bottom) {
  scene.rect(x, axis + 10, width, bottom - axis - 14, 5, { fill: "raised", stroke: "faint" });
  scene.text(x + width / 2, axis + 2, `${segment.from}–${segment.to}`, { fill: "muted", size: 11, anchor: "middle", detail: 0.4 });
  const most = Math.floor(width / 7.4);
  scene.text(x + width / 2, axis + 28, clipped(segment.threadId, most), { fill: "ink", size: 11.5, anchor: "middle", detail: 0.4 });
  scene.text(x + width / 2, axis + 42, "inherited", { fill: "muted", size: 10.5, anchor: "middle", detail: 0.5 });
  scene.target(`thread:${segment.threadId}`, { left: x, top: axis + 10, right: x + width, bottom }, () => `Inherited: ${segmentsInWords([segment])}`);
}

/** The thread's history as a line from run to run. */
function path(scene, columns, lanes) {
  const points = columns.filter(({ run: each }) => each && each.status !== "ROLLED_BACK").map(({ x, width, run: each }) => ({ x: x + width / 2, y: lanes.get(laneOf(each)).y }));
  for (let at = 1; at < points.length; at += 1) {
    const [from, to] = [points[at - 1], points[at]];
    const middle = (from.x + to.x) / 2;
    const step = from.y === to.y ? ["L", to.x, to.y] : ["C", middle, from.y, middle, to.y, to.x, to.y];
    scene.path([["M", from.x, from.y], step], { stroke: "line", width: 1.4 });
  }
}

function run(scene, { x, width, run: each }, y, axis, bottom, threatened) {
  const [left, top] = [x + (width - BOX.width) / 2, y - BOX.height / 2];
  const gone = each.status === "ROLLED_BACK";
  const colour = `provider:${each.provider}`;
  const begun = !gone && each.status !== "PREPARING";
  if (threatened) scene.rect(x, axis - 10, width, bottom - axis + 10, 0, { fill: "danger", opacity: 0.13 });
  scene.rect(left, top, BOX.width, BOX.height, 5, {
    fill: begun ? colour : "paper",
    stroke: colour,
    width: 1.4,
    dash: each.status === "PREPARING" ? [3, 3] : [],
    opacity: gone ? 0.45 : 1,
  });
  const ink = begun ? "onProvider" : "muted";
  scene.text(left + BOX.width / 2, y + 4.5, STATUS_SIGNS[each.status] ?? "", { fill: ink, size: 12, weight: 700, anchor: "middle", detail: 0.35 });
  if (gone || threatened) scene.line(left - 3, y, left + BOX.width + 3, y, { stroke: threatened ? "danger" : "muted", width: threatened ? 2.4 : 1.6 });
  const said = () => (each.message ? `: ${clipped(each.message, 80)}` : "");
  scene.target(`run:${each.id}`, { left: x, top: axis - 10, right: x + width, bottom }, () => `Run ${each.ordinal}, ${each.provider}, ${plain(each.status)}${said()}`);
}

/** On top of the arcs that end below it. */
function ordinal(scene, { ordinal: number, status }, x, y) {
  scene.text(x, y, String(number), { fill: status === "ROLLED_BACK" ? "line" : "muted", size: 11, anchor: "middle", detail: 0.45, halo: true });
}

/** Gives stretches that would lie on each other different levels, 0 the lowest; those that lie in other threads, one above the other for a run. */
function levelled(stretches) {
  const ends = [];
  const beside = new Map();
  return stretches.map(({ handoff, over }) => {
    if (!over) {
      const level = beside.get(handoff.targetRunId) ?? 0;
      beside.set(handoff.targetRunId, level + 1);
      return { handoff, over, level };
    }
    let level = ends.findIndex((end) => end <= over.left);
    if (level < 0) level = ends.length < MOST_LEVELS ? ends.length : MOST_LEVELS - 1;
    ends[level] = Math.max(ends[level] ?? 0, over.right);
    return { handoff, over, level };
  });
}

/** From the middle of what a handoff covers to the run that it was made for. */
function arc(scene, { handoff, over, level }, byRun, lanes, threadId, arcs) {
  const target = byRun.get(handoff.targetRunId);
  if (!target) return;
  const lane = lanes.get(laneOf(target.run));
  const end = { x: target.x + target.width / 2, y: lane.y - BOX.height / 2 - 1 };
  const dead = handoff.status === "SUPERSEDED" || target.run.status === "ROLLED_BACK";
  const style = { stroke: handoff.status === "FAILED" ? "danger" : "accent", width: 1.6, dash: HANDOFF_DASHES[handoff.kind] ?? [], opacity: dead ? 0.35 : 1 };
  const about = () => `Handoff (${plain(handoff.kind)}, ${plain(handoff.status)}) of ${segmentsInWords(handoff.covered, threadId)} for run ${target.run.ordinal}`;
  if (!over) {
    // What it covers lies in another thread, as with a merge-back.
    const top = 14 + level * 15;
    scene.line(end.x, top, end.x, end.y - 5, style);
    scene.text(end.x + 6, top + 4, short(handoff.covered), { fill: "accent", size: 11, detail: 0.45, halo: true });
    scene.target(`handoff:${handoff.id}`, { left: end.x - 8, top: top - 8, right: end.x + 180, bottom: top + 7 }, about);
  } else {
    const [from, base] = [(over.left + over.right) / 2, arcs - 4 - level * LEVEL];
    const rise = Math.min(base - 8, 26 + Math.abs(end.x - from) * 0.2);
    scene.path([["M", over.left + 3, base + 4], ["L", over.left + 3, base], ["L", over.right - 3, base], ["L", over.right - 3, base + 4]], style);
    scene.path([["M", from, base], ["C", from, base - rise, end.x, base - rise, end.x, base + 2], ["L", end.x, end.y - 5]], style);
    const left = Math.min(over.left, end.x);
    scene.target(`handoff:${handoff.id}`, { left, top: base - rise * 0.8, right: Math.max(over.right, end.x), bottom: base + 2 }, about);
  }
  scene.head(end.x, end.y, Math.PI / 2, 7, { stroke: style.stroke, fill: handoff.status === "PENDING" ? "paper" : style.stroke, width: 1.2, opacity: style.opacity });
}

/** The end of an id tells more than its beginning, which threads of a tree often share. */
function short(segments) {
  const words = segmentsInWords(segments);
  return words.length > 30 ? `…${clipped(words.slice(-29), 29)}` : clipped(words, 30);
}

function checkpoints(scene, all, byRun, y) {
  for (const { id, runId, workspaceRef } of all) {
    const column = byRun.get(runId);
    if (!column) continue;
    const x = column.x + column.width / 2;
    scene.diamond(x, y, 5, { fill: column.run.status === "ROLLED_BACK" ? "paper" : "muted", stroke: "muted", width: 1.2 });
    scene.target(`checkpoint:${runId}`, { left: x - 9, top: y - 8, right: x + 9, bottom: y + 8 }, () => `Checkpoint ${clipped(workspaceRef ?? id, 60)} after run ${column.run.ordinal}`);
  }
}
