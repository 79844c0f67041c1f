import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { unlink } from "node:fs/promises";
import process from "node:process";
import { isAbsolute } from "node:path";
import { type HookPrinted, type HookCall, PARENT } from "./ask-daemon.js";
import { readBytes } from "@gatehouse-hooks/console";
import { dropMark, makeMark, MARKED, marked } from "./daemon-mark.js";
import {
  holdsPlace,
  leavePlace,
  type SocketPlace,
  startingMark,
  takePlace,
  whyNotOurs,
} from "./own-socket.js";
import { makePrivate } from "@gatehouse-hooks/local";

/** A daemon that listens. */
export interface Daemon {
  /** Takes no more calls, answers those in flight, and leaves its place. */
  readonly close: () => Promise<void>;
  /** Settles when it has closed, by itself or because it was asked to. */
  readonly closed: Promise<void>;
}

/** How a daemon works. Times are in ms. */
export interface DaemonOptions {
  readonly place: Extract<SocketPlace, { kind: "place" }>;
  readonly answer: (call: HookCall) => Promise<HookPrinted>;
  /** Whether it stays though no call comes. */
  readonly isBusy?: () => boolean;
  /** What `GET /status` says. */
  readonly status: () => unknown;
  /** It closes by itself after this time without a call. */
  readonly idleMs: number;
  /** How often it looks whether another daemon has taken its place, or its own program has changed. */
  readonly lookMs?: number;
  /** Whether its program is still the one it was started from. */
  readonly isCurrent?: () => Promise<boolean>;
  /** The longest payload, in bytes. */
  readonly maxBytes?: number;
}

const MAX_BYTES = 16 * 1024 * 1024;
const LOOK_MS = 5_000;
/** A caller on the same machine has its request ready. */
const REQUEST_MS = 10_000;
/** Calls in flight when it closes may still be answered. */
const GRACE_MS = 10_000;
const MAX_QUERY = 32_768;
/** Of version 00 (W3C Trace Context, 3.2). */
const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * Answers hooks over a Unix socket: `POST /hook/AGENT` with the payload, and the folder as `?project=…`, `?cwd=…` or in the header
 * `x-gatehouse-…` of the same name. Status 200 has what to print, with exit code 0. Anything else that was decided has status 422 and
 * the whole answer as JSON, so that a caller that tells only 200 from the rest falls back to deciding by itself. With `?marked` the body has
 * the daemon's mark around it, and there is none where its folder is not private any more: the caller may not be able to look.
 *
 * @throws Error when its folder is not private, or the socket cannot be bound
 */
export async function serveDaemon(options: DaemonOptions): Promise<Daemon> {
  const { place, idleMs, lookMs = LOOK_MS } = options;
  const problem = makePrivate(place.folder);
  if (problem !== null) throw new Error(problem);
  const server = createServer();
  server.requestTimeout = REQUEST_MS;
  server.headersTimeout = REQUEST_MS;
  server.keepAliveTimeout = Math.max(1_000, Math.min(idleMs, 60_000));
  let used = Date.now();
  let open = 0;
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    used = Date.now();
    open++;
    void respond(request, response, mark, options).finally(() => {
      open--;
      used = Date.now();
    });
  });
  const bound = `${place.socket}.${process.pid}`;
  await listen(server, bound);
  // Before the place is taken: whoever finds the mark of one daemon at the socket of another decides by itself.
  const mark = await makeMark(place.folder);
  const ino = await takePlace(bound, place.socket);
  // It is there: when it is killed, the next call may start another at once.
  await unlink(startingMark(place.folder)).catch(() => undefined);
  let closing: Promise<void> | undefined;
  let settle: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => (settle = resolve));
  const close = (): Promise<void> =>
    (closing ??= (async () => {
      clearInterval(looking);
      await leavePlace(place.socket, ino);
      await dropMark(place.folder, mark);
      await end(server);
      settle();
    })());
  const looking = setInterval(
    () => {
      void (async () => {
        if (options.isBusy?.() === true) used = Date.now();
        const idle = open === 0 && Date.now() - used >= idleMs;
        if (idle || !(await holdsPlace(place.socket, ino)) || (await options.isCurrent?.()) === false)
          await close();
      })();
    },
    Math.min(lookMs, idleMs),
  );
  return { close, closed };
}

function listen(server: Server, socket: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(socket, () => {
      server.removeListener("error", reject);
      resolve();
    });
  });
}

function end(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    server.close(() => {
      clearTimeout(late);
      resolve();
    });
    server.closeIdleConnections();
  });
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  mark: string,
  options: DaemonOptions,
): Promise<void> {
  const { place, answer, status, maxBytes = MAX_BYTES } = options;
  response.on("error", () => undefined);
  try {
    const { method = "", url = "", headers } = request;
    if (method === "GET" && url === "/status") return say(response, 200, JSON.stringify(status()));
    const call = method === "POST" ? callOf(url, headers) : null;
    if (call === null) return say(response, 404, "no such thing here\n");
    const payload = await readBytes(request, maxBytes);
    if (payload === null) return say(response, 413, `longer than ${maxBytes} bytes\n`);
    const notOurs = call.isMarked ? await whyNotOurs(place) : null;
    if (notOurs !== null) return say(response, 503, `${notOurs}\n`);
    const answered = await answer({ ...call, payload });
    const body = (text: string): string => (call.isMarked ? marked(mark, text) : text);
    if (answered.exitCode === 0 && answered.stderr === "") say(response, 200, body(answered.stdout));
    else say(response, 422, body(JSON.stringify(answered)));
  } catch (error) {
    say(response, 500, `${error instanceof Error ? error.message : "it failed"}\n`);
  }
}

interface AskedCall extends Omit<HookCall, "payload"> {
  readonly isMarked: boolean;
}

/** The agent and the folder that an address, or its headers, name. */
function callOf(url: string, headers: IncomingHttpHeaders): AskedCall | null {
  if (url.length > MAX_QUERY) return null;
  const { pathname, searchParams } = new URL(url, "http://daemon");
  const [, agent = ""] = /^\/hook\/([a-z][a-z0-9-]{0,60})$/.exec(pathname) ?? [];
  for (const folderIs of ["project", "cwd"] as const) {
    const header = headers[`x-gatehouse-${folderIs}`];
    // Node reads headers as Latin-1; a shell sends the bytes of the path.
    const folder =
      typeof header === "string" ? Buffer.from(header, "latin1").toString() : searchParams.get(folderIs);
    if (agent !== "" && folder !== null && isAbsolute(folder) && !folder.includes("\0")) {
      const told = headers["x-gatehouse-caller"] ?? searchParams.get("caller");
      const caller = /^[1-9]\d{0,9}$/.test(String(told)) ? Number(told) : 0;
      const parent = String(headers[PARENT] ?? searchParams.get(PARENT));
      const isParent = TRACEPARENT.test(parent);
      const isMarked = searchParams.has(MARKED);
      return { agent, folder, folderIs, caller, isMarked, ...(isParent && { parent }) };
    }
  }
  return null;
}

function say(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
}
