/** A thread's timeline: the drawing, the runs as a list, and what is to be told of the chosen one. */

import { addressOf, adjust, go, here, runAddress, threadAddress } from "../core/addresses.js";
import { html, useMemo, useState } from "../core/html.js";
import { useNarrow } from "../core/narrow.js";
import { useStore } from "../core/store.js";
import { clipped, counted, grouped, nameOf } from "../core/words.js";
import { Drawing } from "../drawing/Drawing.js";
import { RollbackPreview } from "../rollback/RollbackPreview.js";
import { Coverage } from "./Coverage.js";
import { drawTimeline } from "./drawing.js";
import { Key } from "./Key.js";
import { RunList } from "./RunList.js";
import { RunSummary } from "./RunSummary.js";

export function Timeline({ thread, onMore, reload }) {
  const { search } = useStore(here);
  const [threatened, setThreatened] = useState(NONE);
  const sessionId = thread.providerThreads.some((each) => each.id === search.get("coverage")) ? search.get("coverage") : (thread.providerThreads[0]?.id ?? null);
  const run = thread.runs.find((each) => each.id === search.get("run")) ?? null;
  const rollback = search.get("rollback");
  const narrow = useNarrow();
  const scene = useMemo(() => drawTimeline(thread, sessionId, rollback === null ? NONE : threatened, narrow), [thread, sessionId, threatened, rollback === null, narrow]);
  const title = `Timeline of ${clipped(nameOf(thread), 80)}`;

  const select = (target) => {
    const [kind, id] = parted(target);
    if (kind === "run" || kind === "checkpoint") adjust({ run: id });
    if (kind === "session") adjust({ coverage: id });
    if (kind === "handoff") adjust({ run: thread.handoffs.find((each) => each.id === id).targetRunId });
  };
  const open = (target) => {
    const [kind, id] = parted(target);
    if (kind === "run") go(runAddress(id));
    if (kind === "thread") go(threadAddress(id));
  };
  const move = (by) => {
    const at = thread.runs.indexOf(run);
    const next = thread.runs[at < 0 ? thread.runs.length - 1 : Math.min(Math.max(at + by, 0), thread.runs.length - 1)];
    if (next) adjust({ run: next.id });
  };
  const lane = (by) => {
    const at = thread.providerThreads.findIndex((each) => each.id === sessionId);
    const next = thread.providerThreads[at + by];
    if (next) adjust({ coverage: next.id });
  };
  const keys = (event) => {
    const acts = {
      ArrowRight: () => move(1),
      ArrowLeft: () => move(-1),
      ArrowDown: () => lane(1),
      ArrowUp: () => lane(-1),
      Home: () => move(-Infinity),
      End: () => move(Infinity),
      Enter: () => run && go(runAddress(run.id)),
    };
    if (!Object.hasOwn(acts, event.key)) return;
    event.preventDefault();
    acts[event.key]();
  };
  if (!thread.runs.length && !thread.history.length) {
    return html`<${NoRuns} thread=${thread} />`;
  }
  return html`<div class="timeline">
    <div class="pane drawing-pane" style=${{ "--scene-height": `${Math.min(scene.height, 480) + 8}px` }}>
      <${Drawing}
        name="timeline" scene=${scene} title=${title} label=${`${title}; the list below tells the same. Arrow keys move from run to run and from session to session`}
        selected=${run ? `run:${run.id}` : null} legend=${html`<${Key} />`} onSelect=${select} onOpen=${open} onKey=${keys}
      />
    </div>
    ${thread.more && html`<p class="more">The first ${grouped(thread.runs.length)} of ${counted(thread.runCount, "run")} are shown. <button type="button" onClick=${onMore}>Load more</button></p>`}
    <div class="below">
      <div class="pane list-pane">${thread.runs.length ? html`<${RunList} thread=${thread} run=${run} />` : html`<${NoRuns} thread=${thread} />`}</div>
      <div class="pane side">
        ${rollback !== null && html`<${RollbackPreview} thread=${thread} toOrdinal=${Number(rollback)} onThreatened=${setThreatened} reload=${reload} />`}
        ${run && html`<${RunSummary} thread=${thread} run=${run} />`}
        <${Coverage} thread=${thread} sessionId=${sessionId} />
      </div>
    </div>
  </div>`;
}

function NoRuns({ thread }) {
  return html`<section class="notice"><h2>It has no run of its own yet</h2><p><a href=${addressOf(["thread", thread.id, "start"])}>See how the first one would start</a></p></section>`;
}

const NONE = new Set();

/** A target's kind and id; ids may hold colons. */
function parted(target) {
  const at = target.indexOf(":");
  return [target.slice(0, at), target.slice(at + 1)];
}
