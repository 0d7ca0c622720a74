/** The box in the header: searches all texts. “/” leads to it from anywhere. */

import { addressOf, go, here } from "../core/addresses.js";
import { html, useEffect, useRef, useState } from "../core/html.js";
import { useStore } from "../core/store.js";

export function Box() {
  const { path, search } = useStore(here);
  const shown = path[0] === "search" ? (search.get("q") ?? "") : "";
  const [text, setText] = useState(shown);
  const input = useRef(null);
  useEffect(() => setText(shown), [shown]);
  useEffect(() => {
    const lead = (event) => {
      const typing = event.target.closest?.("input:not([type=range], [type=checkbox]), select, textarea, dialog");
      if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.current.focus();
      input.current.select();
    };
    addEventListener("keydown", lead);
    return () => removeEventListener("keydown", lead);
  }, []);
  const find = (event) => {
    event.preventDefault();
    if (text.trim()) go(addressOf(["search"], { q: text.trim() }));
  };
  return html`<form class="search-box" role="search" aria-label="All texts" onSubmit=${find}>
    <input ref=${input} type="search" aria-label="Search all texts" aria-keyshortcuts="/" placeholder="Search all texts" value=${text} onInput=${(event) => setText(event.target.value)} />
    <kbd aria-hidden="true">/</kbd>
  </form>`;
}
