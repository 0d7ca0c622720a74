/** The chosen run in short, and what one can do from here. */

import { addressOf, adjust, runAddress } from "../core/addresses.js";
import { html } from "../core/html.js";
import { atTime, clipped, segmentsInWords, took } from "../core/words.js";
import { Provider, Status } from "../shell/marks.js";

export function RunSummary({ thread, run }) {
  const handoffs = thread.handoffs.filter((each) => each.targetRunId === run.id);
  const checkpoint = thread.checkpoints.find((each) => each.runId === run.id);
  const own = thread.runs.filter((each) => isHistory(thread, each)).map((each) => each.ordinal);
  const inHistory = own.includes(run.ordinal);
  const before = own.findLast((ordinal) => ordinal < run.ordinal) ?? 0;
  return html`<section class="card" aria-label="Chosen run">
    <h2>Run ${run.ordinal} <${Status} status=${run.status} /></h2>
    ${run.message && html`<p class="said"><bdi>${clipped(run.message, 600)}</bdi></p>`}
    <dl>
      <dt>Provider</dt><dd><${Provider} name=${run.provider} />${run.model && html` <bdi>${run.model}</bdi>`}</dd>
      <dt>Started</dt><dd>${atTime(run.startedAt ?? run.createdAt)}${run.finishedAt && `, took ${took(run.startedAt ?? run.createdAt, run.finishedAt)}`}</dd>
      ${run.failureReason && html`<dt>Reason</dt><dd><bdi>${clipped(run.failureReason, 300)}</bdi></dd>`}
      ${checkpoint && html`<dt>Checkpoint</dt><dd><code><bdi>${clipped(checkpoint.workspaceRef ?? checkpoint.id, 80)}</bdi></code></dd>`}
      ${handoffs.map((each) => html`<dt key=${each.id}>Handoff</dt><dd>was told of <bdi>${segmentsInWords(each.covered, thread.id) || "nothing"}</bdi> (${each.status.toLowerCase()})</dd>`)}
    </dl>
    <p class="actions">
      <a class="button primary" href=${runAddress(run.id)}>Open run</a>
      <a class="button" href=${addressOf(["run", run.id, "provenance"])}>Where its context came from</a>
      ${inHistory && run.ordinal < thread.headOrdinal && html`<button type="button" onClick=${() => adjust({ rollback: run.ordinal })}>Roll back to here …</button>`}
      ${inHistory && html`<button type="button" onClick=${() => adjust({ rollback: before })}>Roll this back …</button>`}
    </p>
  </section>`;
}

const isHistory = (thread, { ordinal }) => thread.history.some((each) => each.threadId === thread.id && ordinal >= each.from && ordinal <= each.to);
