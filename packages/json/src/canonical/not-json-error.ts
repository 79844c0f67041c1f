/**
 * A value that is not JSON was given where JSON is needed: a caller's bug, so it is thrown.
 *
 * Recognise it by `code`. The message names the place and the kind of value, never the value.
 */
export class NotJsonError extends TypeError {
  readonly code = "not-json";
  /** Property names and indexes from the root to the value. */
  readonly path: readonly (string | number)[];

  constructor(problem: string, path: readonly (string | number)[]) {
    super(
      `expected JSON data, got ${problem} at ${describePath(path)}; pass plain data as JSON.parse gives it`,
    );
    this.name = "NotJsonError";
    this.path = path;
  }
}

const LONGEST_SEGMENT = 40;
const MOST_SEGMENTS = 8;

function describePath(path: readonly (string | number)[]): string {
  if (path.length === 0) return "the top level";
  const shown = path.slice(0, MOST_SEGMENTS).map(describeSegment).join("");
  return `\`${shown}${path.length > MOST_SEGMENTS ? "…" : ""}\``;
}

function describeSegment(segment: string | number, index: number): string {
  if (typeof segment === "number") return `[${segment}]`;
  if (/^[\w$-]{1,40}$/.test(segment)) return index === 0 ? segment : `.${segment}`;
  const short = segment.length > LONGEST_SEGMENT ? `${segment.slice(0, LONGEST_SEGMENT)}…` : segment;
  return `[${printable(short)}]`;
}

/** JSON text in ASCII: control, invisible and bidirectional characters never reach a terminal. */
function printable(text: string): string {
  return JSON.stringify(text).replace(/[^ -_a-~]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
