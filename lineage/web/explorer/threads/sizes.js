/** How large the trees of threads are. They are counted apart from the list, which appears without waiting for it. */

import { ask } from "../core/graphql.js";
import { useEffect, useRef, useState } from "../core/html.js";

/** Trees in one question: one that is large does not hold up the others for long. */
const AT_ONCE = 5;

/**
 * @param {{id: string, version: number, forkCount: number}[]} threads @returns {Map<string, {providers: string[], below: number}>}
 *   by thread: the providers of its own runs, and how many threads are below it; not there until they are counted. What was counted stays
 *   until it is counted anew, which it is when its thread changes.
 */
export function useSizes(threads) {
  const [sizes, setSizes] = useState(new Map());
  const counted = useRef(new Map()).current;
  const states = threads.map(({ id, version, forkCount }) => [id, `${version} ${forkCount}`]);
  useEffect(() => {
    const controller = new AbortController();
    (async () => {
      const changed = states.filter(([id, state]) => counted.get(id) !== state);
      for (let start = 0; start < changed.length; start += AT_ONCE) {
        const part = changed.slice(start, start + AT_ONCE);
        // The list says enough without them.
        const found = await sizesOf(part.map(([id]) => id), controller.signal).catch(() => null);
        if (controller.signal.aborted) return;
        if (!found) continue;
        for (const [id, state] of part) counted.set(id, state);
        setSizes((before) => new Map([...before, ...found]));
      }
    })();
    return () => controller.abort();
  }, [JSON.stringify(states)]);
  return sizes;
}

async function sizesOf(ids, signal) {
  const given = ids.map((_, at) => `$i${at}: ID!`).join(", ");
  const fields = ids.map((_, at) => `f${at}: forkTree(rootThreadId: $i${at}, first: 1) { totalCount nodes { threadId providers } }`);
  const variables = Object.fromEntries(ids.map((id, at) => [`i${at}`, id]));
  const trees = await ask(`query Sizes(${given}) {\n${fields.join("\n")}\n}`, variables, signal);
  return Object.values(trees).map(({ totalCount, nodes: [root] }) => [root.threadId, { providers: root.providers, below: totalCount - 1 }]);
}
