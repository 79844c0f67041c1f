import type { McpTransport } from "@gatehouse-hooks/core/mcp";
import { isRecord, own, parseJson } from "@gatehouse-hooks/json";
import { lineSplitter } from "@gatehouse-hooks/console/lines";
import { messageOf } from "@gatehouse-hooks/console";

/** Bytes of one message: what the official SDK reads, too. */
export const MAX_MESSAGE_BYTES: number = 10 * 1024 * 1024;
/** Milliseconds that one chunk of input waits for a slow reader. */
const ROOM_MS = 1_000;
const LIMITS = {
  maxBytes: MAX_MESSAGE_BYTES,
  maxDepth: 128,
  maxNodes: 1_000_000,
  loneSurrogates: "keep",
} as const;

/** Messages on two streams, one a line (MCP, "Transports", stdio). */
export interface LineTransport extends McpTransport {
  /** Resolves when everything that was sent has been taken. */
  drained(): Promise<void>;
}

/** The streams, and how strictly is read. */
export interface LineTransportOptions {
  readonly input: AsyncIterable<Uint8Array>;
  readonly write: (text: string) => Promise<void>;
  /** Ends what is written. */
  readonly end: () => Promise<void>;
  /**
   * `exact`, of what may call tools: a message that two readers may read in two ways is refused, and its sender is told. `as it
   * is`: a message passes with the bytes that it came with.
   */
  readonly reading: "exact" | "as it is";
  /** Resolves when more may be read: whoever gets the messages has taken the former ones. */
  readonly room: () => Promise<void>;
  /** Messages that are passed on unchanged are written as they came: JavaScript would round some numbers. */
  readonly texts: WeakMap<object, string>;
}

/** Reads and writes lines. What is not a message is told with `onerror`, and dropped. */
export function lineTransport(options: LineTransportOptions): LineTransport {
  const { write, end, texts } = options;
  let last: Promise<unknown> = Promise.resolve();
  const reading = { closed: false };

  const transport: LineTransport = {
    start() {
      void readLines(transport, options, reading).then(async () => await transport.close());
      return Promise.resolve();
    },
    async send(message) {
      const writing = write(`${texts.get(message) ?? JSON.stringify(message)}\n`);
      last = Promise.all([last, writing.catch(() => undefined)]);
      await writing;
    },
    async close() {
      if (reading.closed) return;
      reading.closed = true;
      await end();
      transport.onclose?.();
    },
    async drained() {
      await last;
    },
  };
  return transport;
}

async function readLines(
  transport: LineTransport,
  options: LineTransportOptions,
  state: { readonly closed: boolean },
): Promise<void> {
  const lines = lineSplitter(MAX_MESSAGE_BYTES);
  try {
    for await (const chunk of options.input) {
      for (const line of lines.push(chunk)) take(transport, line, options);
      if (state.closed) return;
      await within(ROOM_MS, options.room());
    }
    for (const line of lines.end()) take(transport, line, options);
  } catch (error) {
    transport.onerror?.(new Error(messageOf(error)));
  }
}

function take(
  transport: LineTransport,
  line: Uint8Array | null,
  { reading, texts }: LineTransportOptions,
): void {
  const drop = (why: string, id?: unknown): void => {
    transport.onerror?.(new Error(why));
    if (reading === "exact") refuse(transport, why, id);
  };
  if (line === null) {
    drop(`a message is longer than ${MAX_MESSAGE_BYTES} bytes`);
    return;
  }
  if (line.every((byte) => byte === 0x20 || byte === 0x09)) return;
  const text = textOf(line);
  const loose = text === undefined ? undefined : looselyRead(text);
  if (text === undefined || loose === undefined) {
    drop("a line is not JSON in UTF-8");
    return;
  }
  if (reading === "as it is") {
    texts.set(loose, text);
    transport.onmessage?.(loose);
    return;
  }
  const { value, issue } = parseJson(line, LIMITS);
  if (issue !== undefined) drop(`a message cannot be read: ${issue.message}`, own(loose, "id"));
  else if (isRecord(value)) transport.onmessage?.(value);
  else drop("a message is not a JSON object");
}

/** The sender is told where it waits for an answer. */
function refuse(transport: LineTransport, why: string, id: unknown): void {
  if (typeof id !== "string" && typeof id !== "number") return;
  const error = { code: -32_700, message: `gatehouse: ${why}` };
  transport.send({ jsonrpc: "2.0", id, error }).catch(() => undefined);
}

/** A reader that takes nothing must not keep the end of the input from being seen. */
async function within(ms: number, waited: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([waited, late]);
  clearTimeout(timer);
}

function textOf(line: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line);
  } catch {
    return undefined;
  }
}

function looselyRead(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
