/** The thread as it was at any of its versions, by a slider, and what changed it. */

import { adjust, here } from "../core/addresses.js";
import { ask } from "../core/graphql.js";
import { html, useEffect, useState } from "../core/html.js";
import { useLoaded } from "../core/loading.js";
import { useStore } from "../core/store.js";
import { clipped, ranges, segmentsInWords } from "../core/words.js";
import { Provider } from "../shell/marks.js";
import { Failure, Loading } from "../shell/states.js";
import { Events } from "./Events.js";

const AS_OF = `query AsOf($id: ID!, $version: Int!) {
  thread(id: $id) {
    asOf(version: $version) {
      version headOrdinal
      history { threadId from to }
      latestStable { threadId ordinal checkpointId }
      coverage { providerThreadId nativeRunOrdinals covered { threadId from to } missing { threadId from to } }
    }
  }
}`;
/** The slider may pass many versions before it rests. */
const REST_MS = 120;

export function TimeTravel({ thread }) {
  const { search } = useStore(here);
  const asked = Math.min(Number(search.get("version")) || thread.version, thread.version);
  const [version, setVersion] = useState(asked);
  useEffect(() => setVersion(asked), [asked]);
  useEffect(() => {
    if (version === asked) return undefined;
    const timer = setTimeout(() => adjust({ version: version === thread.version ? null : version }), REST_MS);
    return () => clearTimeout(timer);
  }, [version]);
  const loaded = useLoaded(async (signal) => (await ask(AS_OF, { id: thread.id, version: asked }, signal)).thread.asOf, [thread.id, asked]);
  const [last, setLast] = useState(null);
  useEffect(() => {
    if (loaded.data) setLast(loaded.data);
  }, [loaded.data]);
  // What was shown stays until the next version is there, so that nothing jumps while the slider moves.
  const shown = loaded.data ?? last;
  return html`<div class="time">
    <div class="card slider">
      <label for="version">Version <output>${version}</output> of ${thread.version}</label>
      <input id="version" type="range" min="1" max=${thread.version} value=${version} onInput=${(event) => setVersion(Number(event.target.value))} />
      <button type="button" class="tool" aria-label="One version back" disabled=${version <= 1} onClick=${() => setVersion(version - 1)}>‹</button>
      <button type="button" class="tool" aria-label="One version on" disabled=${version >= thread.version} onClick=${() => setVersion(version + 1)}>›</button>
    </div>
    <div class="columns wide">
      <div>${shown ? html`<${AsOf} state=${shown} thread=${thread} />` : loaded.error ? html`<${Failure} error=${loaded.error} retry=${loaded.reload} />` : html`<${Loading} slow=${loaded.slow} what="the version" />`}</div>
      <${Events} thread=${thread} version=${version} onVersion=${setVersion} />
    </div>
  </div>`;
}

function AsOf({ state, thread }) {
  const sessions = new Map(thread.providerThreads.map((each) => [each.id, each]));
  const last = thread.runs.at(-1)?.ordinal ?? 0;
  return html`<section class="card" aria-label=${`The thread at version ${state.version}`}>
    <h2>At version ${state.version}</h2>
    <dl>
      <dt>History</dt><dd><bdi>${segmentsInWords(state.history, thread.id) || "no run yet"}</bdi></dd>
      <dt>Stable</dt><dd>${state.latestStable ? html`<bdi>${segmentsInWords([{ ...state.latestStable, from: state.latestStable.ordinal, to: state.latestStable.ordinal }], thread.id)}</bdi>` : "nothing yet"}</dd>
    </dl>
    <table class="matrix">
      <caption>What each session knew</caption>
      <thead><tr><th scope="col">Session</th><th scope="col">Ran</th><th scope="col">Knew</th><th scope="col">Missed</th></tr></thead>
      <tbody>
        ${state.coverage.map(
          (each) => html`<tr key=${each.providerThreadId}>
            <th scope="row"><${Provider} name=${sessions.get(each.providerThreadId)?.provider ?? clipped(each.providerThreadId, 20)} /></th>
            <td>${ranges(each.nativeRunOrdinals) || "–"}</td>
            <td><bdi>${segmentsInWords(each.covered, thread.id) || "–"}</bdi></td>
            <td class=${each.missing.length ? "bad" : ""}><bdi>${segmentsInWords(each.missing, thread.id) || "–"}</bdi></td>
          </tr>`,
        )}
      </tbody>
    </table>
    ${last > 0 && last <= 120 && html`<${Strip} last=${last} history=${state.history} threadId=${thread.id} />`}
  </section>`;
}

/** The thread's own runs as cells; filled those that were history then. */
function Strip({ last, history, threadId }) {
  const known = (ordinal) => history.some((each) => each.threadId === threadId && ordinal >= each.from && ordinal <= each.to);
  return html`<div class="strip" role="img" aria-label="The thread's own runs; filled those that were history then">
    ${Array.from({ length: last }, (_, at) => html`<span key=${at} class=${known(at + 1) ? "cell known" : "cell"}>${at + 1}</span>`)}
  </div>`;
}
