/** What one of the thread's provider threads knows, in words; the drawing shows the same in its last row. */

import { adjust } from "../core/addresses.js";
import { html } from "../core/html.js";
import { clipped, plain, ranges, segmentsInWords } from "../core/words.js";
import { GoOn } from "../sessions/GoOn.js";
import { Provider } from "../shell/marks.js";

export function Coverage({ thread, sessionId }) {
  const session = thread.providerThreads.find((each) => each.id === sessionId);
  if (!session) return null;
  const { nativeRunOrdinals, covered, missing, compactedThrough } = session.coverage;
  return html`<section class="card" aria-label="Coverage">
    <h2>What a session knows</h2>
    <label class="chooser">Session
      <select value=${sessionId} onChange=${(event) => adjust({ coverage: event.target.value })}>
        ${thread.providerThreads.map((each) => html`<option key=${each.id} value=${each.id} selected=${each.id === sessionId}>${each.provider} · ${clipped(each.nativeThreadRef ?? each.id, 40)}</option>`)}
      </select>
    </label>
    <dl>
      <dt>State</dt><dd><${Provider} name=${session.provider} /> ${plain(session.status)}</dd>
      <dt>Ran itself</dt><dd>${ranges(nativeRunOrdinals) || "nothing of the history"}</dd>
      <dt>Knows</dt><dd><bdi>${segmentsInWords(covered, thread.id) || "nothing"}</bdi></dd>
      <dt>Misses</dt><dd class=${missing.length ? "bad" : ""}><bdi>${segmentsInWords(missing, thread.id) || "nothing"}</bdi></dd>
      ${compactedThrough && html`<dt>Compacted</dt><dd>its own runs up to <bdi>${segmentsInWords([{ ...compactedThrough, from: compactedThrough.ordinal, to: compactedThrough.ordinal }], thread.id)}</bdi> as a summary only</dd>`}
    </dl>
    <${GoOn} threadId=${thread.id} session=${session} />
  </section>`;
}
