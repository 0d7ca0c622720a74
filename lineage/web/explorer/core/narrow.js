/** Whether the window has room for one column only, as the style sheets have it. */

import { createStore, useStore } from "./store.js";

const query = matchMedia("(max-width: 820px)");
const narrow = createStore(query.matches);
query.addEventListener("change", ({ matches }) => narrow.set(matches));

export const useNarrow = () => useStore(narrow);
