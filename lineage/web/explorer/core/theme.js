/** Light or dark: as the system has it, until the user chooses. first.js has set it before this runs. */

import { forBrowser } from "./keeping.js";
import { createStore } from "./store.js";

const KEY = "lineage-theme";
const system = matchMedia("(prefers-color-scheme: dark)");

/** @type {ReturnType<typeof createStore<"light" | "dark">>} */
export const theme = createStore(/** @type {any} */ (document.documentElement.dataset.theme));
theme.subscribe((name) => (document.documentElement.dataset.theme = name));
system.addEventListener("change", ({ matches }) => forBrowser.get(KEY) ?? theme.set(matches ? "dark" : "light"));

export function switchTheme() {
  const next = theme.get() === "dark" ? "light" : "dark";
  forBrowser.set(KEY, next);
  theme.set(next);
}

/** Whether movement is to be left out. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
