/** The texts that the run would be told, as they would be written now. */

import { html } from "../core/html.js";
import { counted, plain, segmentsInWords } from "../core/words.js";

/** @param {{ previews: {kind: string, covers: any[], transferId: string | null, text: string, characters: number}[], threadId: string }} props */
export function Told({ previews, threadId }) {
  return previews.map(
    ({ kind, covers, transferId, text, characters }, at) => html`<section key=${at} class="card" aria-label="Text of a handoff">
      <h2>It would be told <span class="facts">${plain(kind)} of <bdi>${segmentsInWords(covers, threadId) || "nothing"}</bdi>${transferId ? ", by a transfer" : ""} · ${counted(characters, "character")}</span></h2>
      <pre class="told"><bdi>${text}</bdi></pre>
    </section>`,
  );
}
