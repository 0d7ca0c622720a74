/** What went wrong, and what to do about it, in words for whoever looks at the page. */

/** @type {Record<string, {title: string, advice: string}>} */
const ADVICE = {
  UNREACHABLE: { title: "The service does not answer", advice: "Start it with “lineage serve”, or check the network. This page tries again when you ask it to." },
  UNAVAILABLE: { title: "The store is unavailable", advice: "The service runs, but its Neo4j does not answer. Check that Neo4j is up; /health/ready tells its state." },
  NOT_FOUND: { title: "It is not there", advice: "Nothing in this workspace has this id. The address may be of another service or workspace, or it was mistyped." },
  CONFLICT: { title: "The thread changed meanwhile", advice: "Somebody else changed it after what you see was loaded, so nothing was done. Look at the new state and decide again." },
  ACTIVE_RUN: { title: "A run is in progress", advice: "Wait until it has ended, or end it first (finishRun), then try again." },
  INVALID_TRANSITION: { title: "That is not possible in this state", advice: "What you see may be out of date: reload it and look again." },
  UNSUPPORTED: { title: "There is no safe way to do this", advice: "The provider can be given its context neither natively nor by a handoff." },
  UNAUTHENTICATED: { title: "The service wants to know who you are", advice: "Enter a token under “Access” at the top right." },
  FORBIDDEN: { title: "Your token does not allow this", advice: "Ask for a token that may write, and enter it under “Access” at the top right. Nothing was changed." },
  TIMEOUT: { title: "It took too long", advice: "The store may be busy. Try again, or ask for less." },
  TOO_COMPLEX: { title: "The service refused the size of this question", advice: "Its limits are set lower than this page needs: see LINEAGE_MAX_QUERY_… in the README." },
  BAD_INPUT: { title: "The service did not accept this", advice: "The address may hold a value that does not fit, such as a run or version that is not there." },
  NO_ANSWER: { title: "The answer is not what this page expects", advice: "Something between this page and the service may have answered. The service's log may say more." },
};

/** @param {Error & {code?: string}} error @returns {{title: string, advice: string, detail: string, code: string}} */
export function inWords(error) {
  const known = ADVICE[error.code] ?? { title: "Something went wrong", advice: "Try again; when it stays, the service's log may say more." };
  return { ...known, detail: error.message, code: error.code ?? error.name };
}
