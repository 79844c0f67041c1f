import type { McpTransport } from "@gatehouse-hooks/core/mcp";
import { own } from "@gatehouse-hooks/json";
import { messageOf } from "@gatehouse-hooks/console";
import { eventStream } from "./event-stream.js";
import { MAX_MESSAGE_BYTES } from "./line-transport.js";

/** How often a stream that broke is opened again before that counts as its end, and milliseconds before. */
const MOST_RETRIES = 5;
const RETRY_MS = 1_000;
/** Milliseconds that the server has to end the session. */
const GOODBYE_MS = 2_000;

/** Where a stream is gone on with, and after which pause. */
interface Resumption {
  last: string | undefined;
  retryMs: number;
}

/** A server of streamable HTTP (MCP 2025-11-25, "Transports"). Redirections are not followed: headers may hold a secret. */
export class HttpServer implements McpTransport {
  onmessage?: McpTransport["onmessage"];
  onclose?: McpTransport["onclose"];
  onerror?: McpTransport["onerror"];
  readonly #url: URL;
  readonly #own: Readonly<Record<string, string>>;
  readonly #ending = new AbortController();
  #session: string | undefined;
  #version: string | undefined;

  constructor(url: URL, headers: Readonly<Record<string, string>>) {
    this.#url = url;
    this.#own = headers;
  }

  start(): Promise<void> {
    return Promise.resolve();
  }

  setProtocolVersion(version: string): void {
    this.#version = version;
  }

  /** @throws where the server does not take it */
  async send(message: object): Promise<void> {
    const response = await this.#fetch(
      "POST",
      {
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
      },
      JSON.stringify(message),
    );
    this.#session = response.headers.get("mcp-session-id") ?? this.#session;
    const id = own(message, "method") === undefined ? undefined : own(message, "id");
    const type = response.headers.get("content-type") ?? "";
    if (id === undefined || response.body === null) {
      await response.body?.cancel();
      if (own(message, "method") === "notifications/initialized") void this.#listen();
    } else if (type.startsWith("text/event-stream")) {
      void this.#answer(response.body, id);
    } else {
      this.#take(await textOf(response.body));
    }
  }

  async close(): Promise<void> {
    if (this.#ending.signal.aborted) return;
    this.#ending.abort();
    if (this.#session !== undefined) {
      const signal = AbortSignal.timeout(GOODBYE_MS);
      await fetch(this.#url, {
        method: "DELETE",
        headers: this.#headers({}),
        redirect: "manual",
        signal,
      }).catch(() => undefined);
    }
    this.onclose?.();
  }

  /** The stream of an answer: where it breaks and the server has named its events, it is gone on with. */
  async #answer(first: ReadableStream<Uint8Array>, id: unknown): Promise<void> {
    const seen: Resumption & { answered: boolean } = { answered: false, last: undefined, retryMs: RETRY_MS };
    let body: ReadableStream<Uint8Array> | undefined = first;
    for (let tries = 0; tries <= MOST_RETRIES && body !== undefined; tries++) {
      await this.#events(body, seen, (message) => {
        seen.answered ||= own(message, "id") === id && own(message, "method") === undefined;
      });
      if (seen.answered || this.#ending.signal.aborted) return;
      body = seen.last === undefined ? undefined : await this.#again(seen);
    }
    const error = { code: -32_000, message: "gatehouse: the server ended without an answer" };
    this.onmessage?.({ jsonrpc: "2.0", id, error });
  }

  /** What the server sends by itself. It may have no such stream (405). */
  async #listen(): Promise<void> {
    const seen: Resumption = { last: undefined, retryMs: RETRY_MS };
    for (let tries = 0; tries <= MOST_RETRIES && !this.#ending.signal.aborted; tries++) {
      try {
        const response = await this.#fetch("GET", this.#streamHeaders(seen.last));
        if (response.body === null) return;
        const got = await this.#events(response.body, seen, () => undefined);
        // Servers end idle streams: only those that bring nothing count.
        if (got > 0) tries = 0;
      } catch (error) {
        if (error instanceof Refused && error.status === 405) return;
        this.#tell(error);
      }
      await this.#pause(seen.retryMs);
    }
  }

  async #events(
    body: ReadableStream<Uint8Array>,
    seen: Resumption,
    note: (message: object) => void,
  ): Promise<number> {
    let got = 0;
    try {
      for await (const { data, id, retry } of eventStream(body, MAX_MESSAGE_BYTES)) {
        seen.last = id ?? seen.last;
        seen.retryMs = retry ?? seen.retryMs;
        if (data !== "") this.#take(data, note);
        got++;
      }
    } catch (error) {
      this.#tell(error);
    }
    return got;
  }

  async #again(seen: Readonly<Resumption>): Promise<ReadableStream<Uint8Array> | undefined> {
    await this.#pause(seen.retryMs);
    try {
      return (await this.#fetch("GET", this.#streamHeaders(seen.last))).body ?? undefined;
    } catch (error) {
      this.#tell(error);
      return undefined;
    }
  }

  async #fetch(method: string, headers: Readonly<Record<string, string>>, body?: string): Promise<Response> {
    const response = await fetch(this.#url, {
      method,
      headers: this.#headers(headers),
      redirect: "manual",
      signal: this.#ending.signal,
      ...(body !== undefined && { body }),
    });
    if (response.ok) return response;
    await response.body?.cancel();
    throw new Refused(response.status);
  }

  #headers(more: Readonly<Record<string, string>>): Record<string, string> {
    return {
      ...more,
      ...(this.#session !== undefined && { "mcp-session-id": this.#session }),
      ...(this.#version !== undefined && { "mcp-protocol-version": this.#version }),
      ...this.#own,
    };
  }

  #streamHeaders(last: string | undefined): Readonly<Record<string, string>> {
    return { accept: "text/event-stream", ...(last !== undefined && { "last-event-id": last }) };
  }

  #take(text: string, note: (message: object) => void = () => undefined): void {
    try {
      const message: unknown = JSON.parse(text);
      if (typeof message !== "object" || message === null) throw new Error("a message is not a JSON object");
      note(message);
      this.onmessage?.(message);
    } catch (error) {
      this.#tell(error);
    }
  }

  #tell(error: unknown): void {
    if (!this.#ending.signal.aborted) this.onerror?.(new Error(messageOf(error)));
  }

  async #pause(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#ending.signal.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}

class Refused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`the server answered with HTTP ${status}`);
    this.status = status;
  }
}

/** @throws where it is longer than a message may be */
async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > MAX_MESSAGE_BYTES) throw new Error(`a message is longer than ${MAX_MESSAGE_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
