/** Server-sent events read from a stream of bytes, as GraphQL over SSE writes them. */

/**
 * @param {ReadableStream<Uint8Array>} stream @yields {{event: string, data: string}}
 */
export async function* eventsOf(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      // A line's end may itself be split between two parts.
      const text = rest + value;
      const blocks = text.split(/\r\n\r\n|\n\n|\r\r/);
      rest = blocks.pop();
      for (const block of blocks) {
        const event = eventOf(block);
        if (event) yield event;
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** @param {string} block lines of one event @returns {{event: string, data: string} | null} null for a comment, as keeps a connection alive */
function eventOf(block) {
  let event = "message";
  const data = [];
  for (const line of block.split(/\r\n|\n|\r/)) {
    const [, name, value] = /^([^:]*):? ?(.*)$/s.exec(line);
    if (name === "event") event = value;
    else if (name === "data") data.push(value);
  }
  return event === "message" && !data.length ? null : { event, data: data.join("\n") };
}
