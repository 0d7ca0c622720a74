/** One run: what it was told, what happened in it, and where its content came from. */

import { addressOf, runAddress, threadAddress } from "../core/addresses.js";
import { ask, ServiceError } from "../core/graphql.js";
import { html } from "../core/html.js";
import { useLoaded } from "../core/loading.js";
import { useTitle } from "../core/title.js";
import { atTime, clipped, nameOf, segmentsInWords, took } from "../core/words.js";
import { useLiveThread } from "../live/useLive.js";
import { Provider, Status } from "../shell/marks.js";
import { Loaded } from "../shell/states.js";
import { Items } from "./Items.js";
import { Provenance } from "./Provenance.js";
import { Text } from "./Text.js";

const RUN = `query Run($id: ID!) {
  run(id: $id) {
    id threadId ordinal status provider model runtimeMode message nativeTurnRefs failureReason createdAt startedAt finishedAt
    checkpoint { id workspaceRef diffSummary }
    contextHandoffs { id kind status strategy summaryText failureReason createdByProvider covered { threadId from to } }
  }
}`;
const THREAD = "query ($id: ID!) { thread(id: $id) { id title version } }";
const PARTS = [
  ["items", "What happened"],
  ["provenance", "Provenance"],
];

export function RunView({ id, part }) {
  const loaded = useLoaded(async (signal) => {
    const { run } = await ask(RUN, { id }, signal);
    if (!run) throw new ServiceError("NOT_FOUND", `There is no run ${id}.`);
    return { run, thread: (await ask(THREAD, { id: run.threadId }, signal)).thread };
  }, [id]);
  const { run, thread } = loaded.data ?? {};
  useLiveThread({ threadId: run?.threadId ?? "", version: thread?.version ?? null, onChange: loaded.reload });
  return html`<${Loaded} loaded=${loaded} what="the run" view=${(data) => html`<${Run} ...${data} part=${part} />`} />`;
}

function Run({ run, thread, part }) {
  useTitle(`Run ${run.ordinal} of ${nameOf(thread)}`);
  return html`<div class="view">
    <header class="view-head">
      <h1>Run ${run.ordinal} of <a href=${threadAddress(thread.id, { run: run.id })}><bdi>${clipped(nameOf(thread), 100)}</bdi></a></h1>
      <p class="facts"><${Provider} name=${run.provider} />${run.model && html` <bdi>${run.model}</bdi>`} · <${Status} status=${run.status} /> · ${atTime(run.startedAt ?? run.createdAt)}${run.finishedAt && ` · took ${took(run.startedAt ?? run.createdAt, run.finishedAt)}`}</p>
      <nav class="tabs" aria-label="Parts of the run">
        ${PARTS.map(([name, title]) => html`<a key=${name} href=${name === "items" ? runAddress(run.id) : addressOf(["run", run.id, name])} aria-current=${name === part ? "page" : undefined}>${title}</a>`)}
      </nav>
    </header>
    ${part === "provenance" ? html`<${Provenance} run=${run} />` : html`<${What} run=${run} version=${thread.version} />`}
  </div>`;
}

function What({ run, version }) {
  return html`<div class="reading">
    ${run.failureReason && html`<p class="outdated">It ended by: <bdi>${run.failureReason}</bdi></p>`}
    ${run.contextHandoffs.map((handoff) => html`<${Handoff} key=${handoff.id} handoff=${handoff} threadId=${run.threadId} open=${run.contextHandoffs.length === 1} />`)}
    ${run.message && html`<section class="card message"><h2>Message</h2><${Text} text=${run.message} /></section>`}
    <${Items} runId=${run.id} version=${version} />
    ${run.checkpoint &&
    html`<section class="card"><h2>Checkpoint</h2><p><code><bdi>${run.checkpoint.workspaceRef ?? run.checkpoint.id}</bdi></code></p>
      ${run.checkpoint.diffSummary && html`<pre><bdi>${JSON.stringify(run.checkpoint.diffSummary, null, 2)}</bdi></pre>`}</section>`}
  </div>`;
}

function Handoff({ handoff, threadId, open }) {
  const { kind, status, covered, summaryText, failureReason, createdByProvider } = handoff;
  const told = `${kind.toLowerCase().replaceAll("_", " ")}, ${status.toLowerCase()}`;
  return html`<details class="card told-by" open=${open}>
    <summary><h2>Told of <bdi>${segmentsInWords(covered, threadId) || "nothing"}</bdi></h2> <span class="facts">by a handoff · ${told}</span></summary>
    <p class="facts">${createdByProvider && `written by ${createdByProvider}`}</p>
    ${failureReason && html`<p class="outdated"><bdi>${failureReason}</bdi></p>`}
    ${summaryText === null ? html`<p class="hint">Its text has not come yet.</p>` : html`<pre><bdi>${summaryText}</bdi></pre>`}
  </details>`;
}
