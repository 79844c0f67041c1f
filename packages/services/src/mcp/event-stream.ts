/** One event of a stream (HTML, "Server-sent events"). */
interface StreamEvent {
  readonly data: string;
  readonly id?: string;
  /** Milliseconds. */
  readonly retry?: number;
}

const LINE_END = /\r\n|\n|\r/;

/**
 * The events of a stream as they come.
 *
 * @param most UTF-16 code units of one event
 * @throws where an event is longer, or the stream breaks
 */
export async function* eventStream(
  body: AsyncIterable<Uint8Array>,
  most: number,
): AsyncGenerator<StreamEvent, void, undefined> {
  const decoder = new TextDecoder();
  let event = FRESH;
  /** Of a line that has not ended. */
  let begun = "";
  /** A carriage return at the end of a part may be half of a line end. */
  let held = "";
  function* endedBy(part: string): Generator<StreamEvent, void, undefined> {
    const [first = "", ...others] = part.split(LINE_END);
    const lines = [begun + first, ...others];
    begun = lines.pop() ?? "";
    for (const line of lines) {
      if (line === "") {
        yield { ...event, data: event.data.replace(/\n$/, "") };
        event = FRESH;
      } else {
        event = withLine(event, line);
      }
    }
  }
  for await (const chunk of body) {
    const part = held + decoder.decode(chunk, { stream: true });
    held = part.endsWith("\r") ? "\r" : "";
    yield* endedBy(part.slice(0, part.length - held.length));
    if (begun.length + event.data.length > most)
      throw new Error(`an event is longer than ${most} characters`);
  }
  yield* endedBy(held);
}

const FRESH: StreamEvent = { data: "" };

function withLine(event: StreamEvent, line: string): StreamEvent {
  const colon = line.indexOf(":");
  const name = colon === -1 ? line : line.slice(0, colon);
  const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "");
  switch (name) {
    case "data":
      return { ...event, data: `${event.data}${value}\n` };
    case "id":
      return value.includes("\0") ? event : { ...event, id: value };
    case "retry":
      return /^\d{1,6}$/.test(value) ? { ...event, retry: Number(value) } : event;
    default:
      return event;
  }
}
