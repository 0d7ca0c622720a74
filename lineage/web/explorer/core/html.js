/** The way in which every part of the page is written: htm's tagged templates that make preact's elements. */

import htm from "../vendor/htm.js";
import { h } from "../vendor/preact.js";

export { Fragment, render } from "../vendor/preact.js";
export { useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "../vendor/hooks.js";

export const html = htm.bind(h);
