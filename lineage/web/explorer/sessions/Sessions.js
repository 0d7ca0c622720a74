/** The sessions of a thread in short: who is in it now, and how one gets back to each. */

import { ask } from "../core/graphql.js";
import { Ago } from "../core/clock.js";
import { html } from "../core/html.js";
import { useLoaded } from "../core/loading.js";
import { counted, plain } from "../core/words.js";
import { Provider } from "../shell/marks.js";
import { GoOn, waysBack } from "./GoOn.js";

const SESSIONS = `query Sessions($id: ID!) {
  thread(id: $id) {
    updatedAt activeRun { ordinal provider status }
    providerThreads { id provider status nativeThreadRef lastRunOrdinal coverage { missing { from to } } }
  }
}`;
/** Those that were used last are told; the timeline has all. */
const MOST = 3;

/** @param {{ threadId: string, edition: unknown }} props edition changes when the thread may have */
export function Sessions({ threadId, edition }) {
  const { data } = useLoaded(async (signal) => (await ask(SESSIONS, { id: threadId }, signal)).thread, [threadId, edition]);
  // The rest of what is told of the thread does not wait for it.
  if (!data) return null;
  const { updatedAt, activeRun, providerThreads } = data;
  const last = [...providerThreads].sort((one, other) => (other.lastRunOrdinal ?? 0) - (one.lastRunOrdinal ?? 0)).slice(0, MOST);
  const first = last.find((each) => waysBack(threadId, each));
  return html`<div class="sessions">
    <p class="facts">
      ${activeRun ? html`<strong class="status running">▶ run ${activeRun.ordinal} by ${activeRun.provider} is ${plain(activeRun.status)}</strong>` : html`Last activity <${Ago} at=${updatedAt} />`}
    </p>
    ${last.map((each) => {
      const told = html`<${Provider} name=${each.provider} /> <span class="facts">${stateOf(each)}</span>`;
      if (!waysBack(threadId, each)) return html`<p key=${each.id}>${told}</p>`;
      return html`<details key=${each.id} open=${each === first}><summary>${told}</summary><${GoOn} threadId=${threadId} session=${each} /></details>`;
    })}
    ${providerThreads.length > MOST && html`<p class="facts">and ${counted(providerThreads.length - MOST, "session")} more: see the timeline</p>`}
  </div>`;
}

function stateOf({ status, coverage: { missing } }) {
  const runs = missing.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  return `${plain(status)}, ${runs ? `misses ${counted(runs, "run")}` : "up to date"}`;
}
