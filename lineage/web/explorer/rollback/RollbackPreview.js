/** What a rollback would do, told and drawn before anything happens; then it is done, unless the thread has changed meanwhile. */

import { adjust } from "../core/addresses.js";
import { ask } from "../core/graphql.js";
import { html, useEffect, useRef, useState } from "../core/html.js";
import { useLoaded } from "../core/loading.js";
import { counted } from "../core/words.js";
import { Failure, Loading } from "../shell/states.js";
import { ImpactInWords } from "./ImpactInWords.js";

const IMPACT = `
  toOrdinal rolledBackOrdinals supersededHandoffIds supersededTransferIds detachedThreadIds checkpointId
  providerThreads { providerThreadId provider statusAfter rolledBackOrdinals retainedOrdinals reason
    action { kind nativeThreadRef nativeTurnRef keptTurnRef turns } }
  downstreamRuns { id threadId ordinal provider }`;
const PREVIEW = `query Impact($id: ID!, $to: Int!) { thread(id: $id) { version } rollbackImpact(threadId: $id, toOrdinal: $to) { ${IMPACT} } }`;
const ROLLBACK = `mutation Rollback($input: RollbackThreadInput!) { rollbackThread(input: $input) { thread { version } impact { ${IMPACT} } } }`;

/** @param {{ thread: import("../thread/loading.js").Thread, toOrdinal: number, onThreatened: (ordinals: Set<number>) => void, reload: () => void }} props */
export function RollbackPreview({ thread, toOrdinal, onThreatened, reload }) {
  const preview = useLoaded((signal) => ask(PREVIEW, { id: thread.id, to: toOrdinal }, signal), [thread.id, toOrdinal, thread.version]);
  const [doing, setDoing] = useState({ busy: false, error: null, done: null });
  const heading = useRef(null);
  const impact = preview.data?.rollbackImpact;
  useEffect(() => onThreatened(new Set(doing.done ? [] : impact?.rolledBackOrdinals)), [impact, doing.done]);
  useEffect(() => {
    heading.current?.focus();
    setDoing({ busy: false, error: null, done: null });
  }, [toOrdinal]);

  const confirm = async () => {
    setDoing({ busy: true, error: null, done: null });
    try {
      const input = { threadId: thread.id, toOrdinal, expectedVersion: preview.data.thread.version };
      const { rollbackThread } = await ask(ROLLBACK, { input });
      setDoing({ busy: false, error: null, done: rollbackThread.impact });
      heading.current?.focus();
    } catch (error) {
      setDoing({ busy: false, error, done: null });
    }
    reload();
  };
  const close = () => adjust({ rollback: null });
  const to = toOrdinal ? `to run ${toOrdinal}` : "to the beginning";
  return html`<section class="card rollback" aria-labelledby="rollback-title">
    <h2 id="rollback-title" tabindex="-1" ref=${heading}>${doing.done ? `Rolled back ${to}` : `Roll back ${to}?`}</h2>
    ${doing.done
      ? html`<div role="status"><p>Done. What the agents' sessions still need:</p></div>
          <${ImpactInWords} impact=${doing.done} thread=${thread} past=${true} />
          <p class="actions"><button type="button" onClick=${close}>Close</button></p>`
      : !impact
        ? preview.error
          ? html`<${Failure} error=${preview.error} retry=${preview.reload} /><p class="actions"><button type="button" onClick=${close}>Close</button></p>`
          : html`<${Loading} slow=${preview.slow} what="what it would do" />`
        : html`<${ImpactInWords} impact=${impact} thread=${thread} past=${false} />
            ${doing.error && html`<${Failure} error=${doing.error} />`}
            <p class="actions">
              <button type="button" class="danger" disabled=${doing.busy || preview.loading || !impact.rolledBackOrdinals.length} onClick=${confirm}>
                Roll back ${counted(impact.rolledBackOrdinals.length, "run")}
              </button>
              <button type="button" onClick=${close}>Cancel</button>
            </p>`}
  </section>`;
}
