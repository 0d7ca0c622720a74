/**
 * The colours of drawings, by theme. Providers' are told apart with any kind of colour vision, and a provider's name is
 * always written beside its colour. Text on a provider's colour, and lines on the background, have enough contrast.
 */

const SLOTS = {
  light: ["#0b62a8", "#b34700", "#00705a", "#96427a", "#7d5c00", "#4b50b8", "#5c6570", "#a3243b"],
  dark: ["#6cb1ee", "#f5945a", "#45c7a0", "#e2a0cb", "#e0b94a", "#a6aaf5", "#aab4c0", "#f58a9c"],
};

const KNOWN = { codex: 0, claude: 1, cursor: 2, opencode: 3, gemini: 4 };

const TOKENS = {
  light: {
    paper: "#ffffff",
    raised: "#f4f6f8",
    ink: "#1b232c",
    muted: "#59636f",
    line: "#8a949f",
    faint: "#dde2e7",
    onProvider: "#ffffff",
    accent: "#0b62a8",
    merge: "#5b3fa0",
    danger: "#b3261e",
    selected: "#dbeafa",
  },
  dark: {
    paper: "#12171d",
    raised: "#1a2129",
    ink: "#e4e9ee",
    muted: "#9aa6b2",
    line: "#6d7985",
    faint: "#2b343e",
    onProvider: "#0d1216",
    accent: "#6cb1ee",
    merge: "#bda4f5",
    danger: "#ff8a80",
    selected: "#1d3550",
  },
};

/** @param {string} provider @returns {number} the place of its colour, the same in every view and at every time */
export function slotOf(provider) {
  if (Object.hasOwn(KNOWN, provider)) return KNOWN[provider];
  let sum = 7;
  for (const character of provider) sum = (sum * 31 + character.codePointAt(0)) >>> 0;
  const free = SLOTS.light.length - Object.keys(KNOWN).length;
  return Object.keys(KNOWN).length + (sum % free);
}

/**
 * Resolves a colour's name, "ink" or "provider:codex".
 * @param {"light" | "dark"} theme @returns {(name: string) => string}
 */
export function colours(theme) {
  return (name) => (name.startsWith("provider:") ? SLOTS[theme][slotOf(name.slice(9))] : (TOKENS[theme][name] ?? name));
}
