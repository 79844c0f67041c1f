import { getRequestListener } from "@hono/node-server";
import {
  createServer,
  type IncomingMessage,
  type Server as HttpServer,
  type ServerResponse,
} from "node:http";
import { createServer as createTlsServer, type Server as HttpsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { TLSSocket } from "node:tls";
import type { DecisionServer } from "../decision-server.js";
import { readIncoming } from "./read-incoming.js";

/** Where a server listens. Times are in ms. */
export interface ListenOptions {
  /** Default `127.0.0.1`. */
  readonly host?: string;
  /** Default 8181; 0: one that is free. */
  readonly port?: number;
  /** PEM texts. With `ca`, the certificates of clients are verified by it, and callers are known by them. */
  readonly tls?: { readonly key: string; readonly cert: string; readonly ca?: string };
  /** For the head of a request. Default 5,000. */
  readonly headersTimeoutMs?: number;
  /** For a whole request. Default 15,000. */
  readonly requestTimeoutMs?: number;
  /** For a connection without requests. Default 60,000. */
  readonly idleTimeoutMs?: number;
  /** Connections at once; further ones are dropped. Default 10,000. */
  readonly maxConnections?: number;
  /** How long `close` goes on answering while `/readyz` says 503, so that balancers send no more. Default 0. */
  readonly shutdownDelayMs?: number;
  /** How long `close` waits for answers, after that delay. Default 25,000. */
  readonly graceMs?: number;
  /**
   * True: nothing else runs in this process, so its global `Request` and `Response` may become those of the HTTP adapter, which cost a
   * third less per request. Default false.
   */
  readonly ownProcess?: boolean;
}

/** A server that listens. */
export interface Listening {
  /** `https://127.0.0.1:8181`. */
  readonly origin: string;
  /**
   * Ends gracefully: after `shutdownDelayMs`, new requests get 503, those in flight are answered, and then the connections are closed. What is not answered
   * within `graceMs` is cut off.
   */
  readonly close: () => Promise<void>;
}

/** Bytes of a request's head. */
const MAX_HEAD = 16_384;

/**
 * Listens on Node's own HTTP server.
 *
 * @throws Error when the address is taken, or the key and the certificate are none
 */
export async function listen(server: DecisionServer, options: ListenOptions = {}): Promise<Listening> {
  const { host = "127.0.0.1", port = 8181, tls, graceMs = 25_000, shutdownDelayMs = 0 } = options;
  const http = httpServer(server, options);
  await new Promise<void>((resolve, reject) => {
    http.once("error", reject);
    http.listen(port, host, () => {
      http.removeListener("error", reject);
      resolve();
    });
  });
  const bound = (http.address() as AddressInfo).port;
  const shown = host.includes(":") ? `[${host}]` : host;
  let closing: Promise<void> | undefined;
  return {
    origin: `${tls === undefined ? "http" : "https"}://${shown}:${bound}`,
    close: () =>
      (closing ??= (async () => {
        server.leave();
        if (shutdownDelayMs > 0) await new Promise((resolve) => setTimeout(resolve, shutdownDelayMs));
        await end(http, server, graceMs);
      })()),
  };
}

/** Node's server, which does not listen yet. */
function httpServer(server: DecisionServer, options: ListenOptions): HttpServer | HttpsServer {
  const { tls, ownProcess = false } = options;
  const answer = getRequestListener(
    async (request, env) => {
      const { incoming } = env as NodeBindings;
      const readBody = async (most: number): Promise<Uint8Array | undefined> =>
        await readIncoming(incoming, most);
      return await server.fetch(request, { certificateSha256: certificateOf(incoming), readBody });
    },
    { overrideGlobalObjects: ownProcess },
  );
  const { headersTimeoutMs: headersTimeout = 5_000, requestTimeoutMs: requestTimeout = 15_000 } = options;
  const timing = {
    maxHeaderSize: MAX_HEAD,
    headersTimeout: Math.min(headersTimeout, requestTimeout),
    requestTimeout,
    // Node looks every 30 s by default, so that a slow head would live for 35 s.
    connectionsCheckingInterval: Math.min(1_000, headersTimeout),
  };
  const on = (request: IncomingMessage, response: ServerResponse): void => void answer(request, response);
  const http: HttpServer | HttpsServer =
    tls === undefined
      ? createServer(timing, on)
      : createTlsServer(
          {
            ...timing,
            minVersion: "TLSv1.2",
            ...tls,
            // A client without a certificate may have a token.
            ...(tls.ca !== undefined && { requestCert: true, rejectUnauthorized: false }),
          },
          on,
        );
  http.keepAliveTimeout = options.idleTimeoutMs ?? 60_000;
  http.maxConnections = options.maxConnections ?? 10_000;
  return http;
}

interface NodeBindings {
  readonly incoming: IncomingMessage;
}

/** How long answers that were made may take to leave, in ms. */
const LINGER_MS = 500;

async function end(http: HttpServer | HttpsServer, server: DecisionServer, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => http.close(() => resolve()));
  const timers: NodeJS.Timeout[] = [];
  const after = (ms: number): Promise<void> => new Promise((resolve) => timers.push(setTimeout(resolve, ms)));
  const late = after(graceMs);
  await Promise.race([server.drain(), late]);
  // What is left has no request that is being answered: it is idle, its answer is leaving, or it has sent nothing whole.
  const sweep = setInterval(() => http.closeIdleConnections(), 10);
  await Promise.race([closed, after(LINGER_MS), late]);
  clearInterval(sweep);
  for (const timer of timers) clearTimeout(timer);
  http.closeAllConnections();
  await closed;
}

/** Only a certificate that the given authority has signed is one. */
function certificateOf({ socket }: IncomingMessage): string | undefined {
  if (!(socket instanceof TLSSocket) || !socket.authorized) return undefined;
  const { fingerprint256 } = socket.getPeerCertificate();
  return fingerprint256?.replaceAll(":", "").toLowerCase();
}
