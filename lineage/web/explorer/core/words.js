/** Numbers, times and names in words. */

// Making a formatter takes long: each is made when it is first used.
const relative = once(() => new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "long" }));
const absolute = once(() => new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" }));
const STEPS = [
  ["second", 60],
  ["minute", 60],
  ["hour", 24],
  ["day", 30],
  ["month", 12],
  ["year", Infinity],
];

/** "3 minutes ago". @param {string} moment in ISO 8601 @param {number} [now] in milliseconds */
export function ago(moment, now = Date.now()) {
  let amount = (Date.parse(moment) - now) / 1000;
  for (const [unit, size] of STEPS) {
    if (Math.abs(amount) < size) return Math.abs(amount) < 5 && unit === "second" ? "just now" : relative().format(Math.round(amount), unit);
    amount /= size;
  }
  return moment;
}

/** @param {string} moment in ISO 8601 */
export const atTime = (moment) => absolute().format(new Date(moment));

/** @param {string | null} start @param {string | null} end */
export function took(start, end) {
  if (!start || !end) return "";
  const seconds = Math.max(0, (Date.parse(end) - Date.parse(start)) / 1000);
  if (seconds < 1) return "below 1\u00a0s";
  if (seconds < 90) return `${Math.round(seconds)}\u00a0s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)}\u00a0min` : `${(seconds / 3600).toFixed(1)}\u00a0h`;
}

/** 1234567 as "1,234,567", without a formatter, which takes tens of milliseconds to make. @param {number} count a whole one */
export const grouped = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

/** @param {number} count @param {string} one @param {string} [many] */
export const counted = (count, one, many = `${one}s`) => `${grouped(count)} ${count === 1 ? one : many}`;

/** "FULL_INTO_NEW" as "full into new". @param {string} name of an enumeration's value */
export const plain = (name) => name.toLowerCase().replaceAll("_", " ");

/** 1, 2, 3, 7 as "1–3, 7". @param {number[]} ordinals in ascending order */
export function ranges(ordinals) {
  const found = [];
  for (const ordinal of ordinals) {
    const last = found.at(-1);
    if (last && last[1] + 1 === ordinal) last[1] = ordinal;
    else found.push([ordinal, ordinal]);
  }
  return found.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(", ");
}

/** A run of another thread is named with it. @param {{threadId: string, from: number, to: number}[]} segments @param {string} [threadId] */
export function segmentsInWords(segments, threadId) {
  return segments
    .map(({ threadId: of, from, to }) => `${of === threadId ? "" : `${of} `}${from === to ? from : `${from}–${to}`}`)
    .join(", ");
}

/** What makes clipping more than cutting: white space in a row or at an end, and marks of direction. */
const UNUSUAL = /^\s|\s$|\s\s|[\t\n\r\u202A-\u202E\u2066-\u2069]/;

/**
 * At most so many characters, on one line, without the marks that would turn the direction of what follows.
 * @param {string} text @param {number} [most]
 */
export function clipped(text, most = 60) {
  if (text.length <= most && !UNUSUAL.test(text)) return text;
  const characters = Array.from(text.replace(/\s+/g, " ").replace(/[\u202A-\u202E\u2066-\u2069]/g, "").trim().slice(0, most * 4));
  return characters.length > most ? `${characters.slice(0, most - 1).join("")}…` : characters.join("");
}

/** The title, or the id of a thread without one. @param {{title?: string | null, id?: string, threadId?: string}} thread */
export const nameOf = (thread) => thread.title?.trim() || thread.id || thread.threadId;

function once(make) {
  let made = null;
  return () => (made ??= make());
}
