/** What stands above every view: where one is, whether it is live, who one is, and light or dark. */

import { addressOf, here } from "../core/addresses.js";
import { rememberToken, token } from "../core/credentials.js";
import { html, useRef, useState } from "../core/html.js";
import { useStore } from "../core/store.js";
import { switchTheme, theme } from "../core/theme.js";
import { connection } from "../live/following.js";
import { Box } from "../search/Box.js";

const CONNECTIONS = {
  idle: ["", ""],
  connecting: ["connecting", "Asking the service to tell of changes"],
  live: ["live", "Changes appear as they happen"],
  polling: ["every 3 s", "The service is asked for changes every three seconds, less often while its answers take long"],
  refused: ["no access", "The service wants a token, or another one, to tell of changes: see Access"],
  offline: ["offline", "The service does not answer; it is tried again"],
};

export function Header() {
  const shade = useStore(theme);
  const state = useStore(connection);
  const { path } = useStore(here);
  const [word, meaning] = CONNECTIONS[state];
  return html`<header class="top">
    <a class="brand" href=${addressOf(["threads"])}><${Sign} />lineage</a>
    <nav aria-label="Main">
      <a href=${addressOf(["threads"])} aria-current=${path.length === 0 || path[0] === "threads" ? "page" : undefined}>Threads</a>
      <a href=${new URL("graphql", document.baseURI).href}>API</a>
    </nav>
    <${Box} />
    <span class=${`connection ${state}`} role="status" title=${meaning}>${word && html`<span class="light" aria-hidden="true"></span><span class="word">${word}</span>`}</span>
    <${Access} />
    <button type="button" class="quiet" onClick=${switchTheme}>${shade === "dark" ? "Light" : "Dark"}</button>
  </header>`;
}

/** The same as icon.svg. */
const Sign = () =>
  html`<svg class="sign" viewBox="0 0 32 32" width="20" height="20" aria-hidden="true">
    <path d="M6 8h20" class="one" /><path d="M11 8c0 12 4 15 9 15h6" class="other" /><circle cx="6" cy="8" r="3" class="one" /><circle cx="26" cy="23" r="3" class="other" />
  </svg>`;

/** Asks for a token, which not every service wants. */
function Access() {
  const known = useStore(token);
  const dialog = useRef(null);
  const [text, setText] = useState("");
  const remember = (value) => {
    rememberToken(value.trim());
    setText("");
    dialog.current.close();
  };
  return html`<button type="button" class="quiet" onClick=${() => dialog.current.showModal()}>Access${known ? " ✓" : ""}</button>
    <dialog ref=${dialog} aria-labelledby="access-title">
      <form method="dialog" onSubmit=${(event) => (event.preventDefault(), remember(text))}>
        <h2 id="access-title">Access</h2>
        <p>A token goes with every question to the service. It is kept in this tab only, until the tab is closed.</p>
        <label>Token <input type="password" autocomplete="off" value=${text} placeholder=${known ? "one is kept" : ""} onInput=${(event) => setText(event.target.value)} /></label>
        <p class="actions">
          <button type="submit" class="primary" disabled=${!text.trim()}>Use it</button>
          <button type="button" onClick=${() => remember("")} disabled=${!known}>Forget it</button>
          <button type="button" onClick=${() => dialog.current.close()}>Cancel</button>
        </p>
      </form>
    </dialog>`;
}
