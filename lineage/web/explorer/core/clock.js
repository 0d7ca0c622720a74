/** How long ago something was, kept true while the page stays open. */

import { html, useEffect, useState } from "./html.js";
import { ago, atTime } from "./words.js";

/** @param {{ at: string }} props a moment in ISO 8601 */
export function Ago({ at }) {
  const [, setTurn] = useState(0);
  const age = Date.now() - Date.parse(at);
  useEffect(() => {
    // The words of what is old change seldom.
    const timer = setInterval(() => setTurn((before) => before + 1), age < 90_000 ? 10_000 : 60_000);
    return () => clearInterval(timer);
  }, [age < 90_000]);
  return html`<time datetime=${at} title=${atTime(at)}>${ago(at)}</time>`;
}
