/** A call that waits, as the server tells it. */
export interface ListedCall {
  readonly id: string;
  readonly policy: string | null;
  readonly reason: string;
  readonly shown: { readonly event: string; readonly tool: string; readonly params: string };
  readonly saw?: readonly string[];
  readonly from?: {
    readonly caller?: string;
    readonly agent?: string;
    readonly folder?: string;
    readonly session?: string;
  };
  readonly asked: number;
  readonly expires: number;
}

/** The longest text of a call in a line, in UTF-16 code units. */
const MOST = 200;

/** The command as it would be typed, and what else the call has. */
export function textsOf({ shown: { params } }: ListedCall): readonly [string, ...string[]] {
  let given: unknown;
  try {
    given = JSON.parse(params);
  } catch {
    return [params];
  }
  if (typeof given !== "object" || given === null || !("command" in given)) return [written(given)];
  const { command, ...others } = given;
  if (typeof command !== "string") return [written(given)];
  return Object.keys(others).length === 0 ? [command] : [command, written(others)];
}

function written(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** The tool, or the event where it is not a call of one. */
export function nameOf({ shown: { tool, event } }: ListedCall): string {
  return tool === "" ? event : tool;
}

/** A call in a line. */
export function shortly(call: ListedCall): string {
  const [text] = textsOf(call);
  return `${nameOf(call)}: ${text.length > MOST ? `${text.slice(0, MOST - 1)}…` : text}`;
}

/** How many parts of a call are hidden, and as what; null for none. */
export function hiddenParts({ shown: { params } }: ListedCall): string | null {
  const hidden = params.match(/\[redacted:[^\]]*\]/g) ?? [];
  if (hidden.length === 0) return null;
  const names = [...new Set(hidden)].join(", ");
  return hidden.length === 1
    ? `1 part is hidden, as it looks like a secret: ${names}. Approve only a call whose hidden part you know.`
    : `${hidden.length} parts are hidden, as they look like secrets: ${names}. Approve only a call whose hidden parts you know.`;
}

/** Minutes and seconds. */
export function lasting(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
