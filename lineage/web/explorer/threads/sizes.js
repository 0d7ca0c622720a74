/** How large the trees of roots are. They are counted apart from the list, which appears without waiting for it. */

import { ask } from "../core/graphql.js";
import { useEffect, useState } from "../core/html.js";

/** Trees in one question: one that is large does not hold up the others for long. */
const AT_ONCE = 5;

/**
 * @param {{id: string}[]} threads @returns {Map<string, {providers: string[], runs: number, below: number}>}
 *   by thread: its own runs and providers, and how many threads are below it; empty until they are counted
 */
export function useSizes(threads) {
  const [sizes, setSizes] = useState(new Map());
  const key = JSON.stringify(threads);
  useEffect(() => {
    const controller = new AbortController();
    (async () => {
      setSizes(new Map());
      for (let start = 0; start < threads.length; start += AT_ONCE) {
        // The list says enough without them.
        const found = await sizesOf(threads.slice(start, start + AT_ONCE), controller.signal).catch(() => []);
        if (controller.signal.aborted) return;
        setSizes((before) => new Map([...before, ...found]));
      }
    })();
    return () => controller.abort();
  }, [key]);
  return sizes;
}

async function sizesOf(threads, signal) {
  const given = threads.map((_, at) => `$i${at}: ID!`).join(", ");
  const fields = threads.map((_, at) => `f${at}: forkTree(rootThreadId: $i${at}, first: 1) { totalCount nodes { threadId runCount providers } }`);
  const variables = Object.fromEntries(threads.map((thread, at) => [`i${at}`, thread.id]));
  const trees = await ask(`query Sizes(${given}) {\n${fields.join("\n")}\n}`, variables, signal);
  return Object.values(trees).map(({ totalCount, nodes: [root] }) => [root.threadId, { providers: root.providers, runs: root.runCount, below: totalCount - 1 }]);
}
