/** The impact of a rollback in sentences. */

import { runAddress, treeAddress } from "../core/addresses.js";
import { html } from "../core/html.js";
import { clipped, counted, plain, ranges } from "../core/words.js";
import { Provider } from "../shell/marks.js";

/** Names that are written out; of more only the number is told. */
const NAMED = 12;

export function ImpactInWords({ impact, thread, past }) {
  const would = past ? "" : "would be ";
  const titles = new Map(thread.children.map((child) => [child.id, child.title ?? child.id]));
  const { rolledBackOrdinals, detachedThreadIds, downstreamRuns, supersededHandoffIds, supersededTransferIds, checkpointId } = impact;
  if (!rolledBackOrdinals.length) return html`<p>Nothing: this is where the thread stands.</p>`;
  return html`<ul class="impact">
    <li><strong>${counted(rolledBackOrdinals.length, "run")}</strong> ${past ? (rolledBackOrdinals.length === 1 ? "was" : "were") : "would be"} rolled back: ${ranges(rolledBackOrdinals)}. Nothing is deleted.</li>
    ${impact.providerThreads.map(
      (each) => html`<li key=${each.providerThreadId}>
        <${Provider} name=${each.provider} /> ${each.retainedOrdinals.length ? `keeps ${ranges(each.retainedOrdinals)}` : "keeps nothing"}; its session ${would}<em>${plain(each.statusAfter)}</em>.
        ${each.action && html` Next: ${actionInWords(each.action)}.`}
        ${each.reason && html` <bdi>${each.reason}</bdi>.`}
      </li>`,
    )}
    ${detachedThreadIds.length > 0 &&
    html`<li>✕ ${counted(detachedThreadIds.length, "branch", "branches")} ${would}detached, and keep${detachedThreadIds.length === 1 ? "s" : ""} what was inherited:${" "}
      ${detachedThreadIds.slice(0, NAMED).map((id, at) => html`${at > 0 && ", "}<a href=${treeAddress(thread.lineage.rootThreadId, { at: id })}><bdi>${clipped(titles.get(id) ?? id, 60)}</bdi></a>`)}${detachedThreadIds.length > NAMED && " …"}
    </li>`}
    ${downstreamRuns.length > 0 &&
    html`<li>${counted(downstreamRuns.length, "run")} of other threads built on this content:${" "}
      ${downstreamRuns.slice(0, NAMED).map((run, at) => html`${at > 0 && ", "}<a href=${runAddress(run.id)}>run ${run.ordinal} of <bdi>${clipped(run.threadId, 40)}</bdi></a>`)}${downstreamRuns.length > NAMED && " …"}
    </li>`}
    ${supersededHandoffIds.length > 0 && html`<li>${counted(supersededHandoffIds.length, "handoff")} ${would}superseded.</li>`}
    ${supersededTransferIds.length > 0 && html`<li>${counted(supersededTransferIds.length, "transfer")} ${would}superseded.</li>`}
    <li>${checkpointId ? html`The files belong to checkpoint <code><bdi>${clipped(checkpointId, 60)}</bdi></code>.` : "No checkpoint tells what the files were like then."}</li>
  </ul>`;
}

function actionInWords({ kind, turns, nativeTurnRef }) {
  if (kind === "ROLLBACK_TURNS") return `take ${counted(turns, "turn")} back in its session`;
  if (kind === "REVERT_BEFORE_TURN") return html`revert its session to before turn <code><bdi>${clipped(nativeTurnRef ?? "", 40)}</bdi></code>`;
  return plain(kind);
}
