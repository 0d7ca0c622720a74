/** The orders that the list of threads has, by address: #/threads?order=RUNS&direction=ASCENDING. */

/** @typedef {{ by: string, direction: "DESCENDING" | "ASCENDING" }} Order */

/** What was worked on last is what one most often looks for. */
const AT_FIRST = { by: "ACTIVITY", direction: "DESCENDING" };

/** @type {[string, [string, string]][]} of each what it is called in one direction and the other */
const NAMES = [
  ["ACTIVITY", ["last active first", "longest idle first"]],
  ["CREATED", ["newest first", "oldest first"]],
  ["RUNS", ["most runs first", "fewest runs first"]],
  ["FORKS", ["most forks first", "fewest forks first"]],
];

/** @type {{ by: string, direction: "DESCENDING" | "ASCENDING", name: string }[]} */
export const ORDERS = NAMES.flatMap(([by, [most, least]]) => [
  { by, direction: "DESCENDING", name: most },
  { by, direction: "ASCENDING", name: least },
]);

/** @param {URLSearchParams} search of the address; what it does not say, or says wrong, is as at first @returns {Order} */
export function orderIn(search) {
  const by = NAMES.some(([name]) => name === search.get("order")) ? search.get("order") : AT_FIRST.by;
  return { by, direction: search.get("direction") === "ASCENDING" ? "ASCENDING" : "DESCENDING" };
}

/** What the address is to say; it leaves out what is so at first. The page of another order is another one. @param {Order} order */
export const addressed = ({ by, direction }) => ({
  order: by === AT_FIRST.by ? null : by,
  direction: direction === AT_FIRST.direction ? null : direction,
  after: null,
});

/** The order after a press on a column's head: the most first, then the other way round. @param {Order} order @param {string} by @returns {Order} */
export const pressed = (order, by) => ({ by, direction: order.by === by && order.direction === "DESCENDING" ? "ASCENDING" : "DESCENDING" });
