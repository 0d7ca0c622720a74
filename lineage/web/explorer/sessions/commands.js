/** The commands by which one goes on with a thread, or with an agent's own session of it, in a terminal. */

/** @type {Record<string, string[]>} what stands before a session's reference, as each program's own help has it */
const RESUMING = {
  codex: ["codex", "resume"],
  claude: ["claude", "--resume"],
  opencode: ["opencode", "--session"],
};

/** @param {string} provider @param {string | null} reference @returns {string | null} null when there is none that is known to be safe */
export const resumeCommand = (provider, reference) => (reference && Object.hasOwn(RESUMING, provider) ? typed(RESUMING[provider], reference) : null);

/** @param {string} threadId @param {string} provider @returns {string | null} null of agents that `lineage chat` does not talk to */
export const chatCommand = (threadId, provider) => (Object.hasOwn(RESUMING, provider) ? typed(["lineage", "chat"], threadId, ["--provider", provider]) : null);

/** Nothing is offered that a terminal could take for more than text, or a program for an option. @param {string[]} before @param {string} given @param {string[]} [after] */
function typed(before, given, after = []) {
  if (given.startsWith("-") || /\p{C}/u.test(given)) return null;
  const quoted = /^[\w@%+=:,./-]+$/.test(given) ? given : `'${given.replaceAll("'", "'\\''")}'`;
  return [...before, quoted, ...after].join(" ");
}
