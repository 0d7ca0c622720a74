/** A command to be copied into a terminal. */

import { html, useEffect, useRef, useState } from "../core/html.js";

/** How long it is said that it was copied. */
const TOLD_MS = 4000;

/** @param {{ command: string, about: string }} props about tells what it does, for who cannot see what it stands beside */
export function Command({ command, about }) {
  const code = useRef(null);
  const [told, setTold] = useState("");
  useEffect(() => {
    const timer = told && setTimeout(() => setTold(""), TOLD_MS);
    return () => clearTimeout(timer);
  }, [told]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(command);
      setTold("copied");
    } catch {
      // Not every page may write to the clipboard; what is selected can be copied by hand.
      getSelection().selectAllChildren(code.current);
      setTold("selected: copy it with Ctrl+C");
    }
  };
  return html`<span class="command">
    <code ref=${code} dir="ltr">${command}</code>
    <button type="button" class="tool" aria-label=${`Copy: ${about}`} onClick=${copy}>Copy</button>
    <span class="facts" role="status">${told}</span>
  </span>`;
}
