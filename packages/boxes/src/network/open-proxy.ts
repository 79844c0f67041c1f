import type { HostRefusal } from "@gatehouse-hooks/box";
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
  STATUS_CODES,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from "node:http";
import { isIP, type Server as Listener, type Socket } from "node:net";
import { pipeline } from "node:stream";
import { connectToFirst } from "./connect.js";
import { findAddresses } from "./find-addresses.js";
import { readAddress, readAuthority, type ReadTarget } from "./read-target.js";

/** A host that a box did not reach. */
type RefusedHost = Omit<HostRefusal, "policies">;

/** What a proxy lets through. */
export interface ProxyRules {
  /** Names and patterns of them. */
  readonly hosts: readonly string[];
  /** Is called before a refusal is answered; gives the sentence that the answer has. */
  readonly refused: (refused: RefusedHost) => string;
}

/** A proxy that listens. */
export interface OpenProxy {
  readonly close: () => void;
}

const MOST_CONNECTIONS = 256;
const MOST_HEADER_BYTES = 16 * 1_024;
const HEADERS_MS = 20_000;
/** A connection on which nothing comes or goes for so long is closed. */
const IDLE_MS = 10 * 60_000;

/**
 * Answers the requests of a box: `CONNECT`, and what is in absolute form. It looks names up by itself, and connects to the address that it has
 * checked. What is in a tunnel is not opened.
 *
 * @param listener in the network of the box
 */
export function openProxy(listener: Listener, rules: ProxyRules): OpenProxy {
  const tunnels = new Set<Socket>();
  const server: Server = createServer({
    maxHeaderSize: MOST_HEADER_BYTES,
    headersTimeout: HEADERS_MS,
    requestTimeout: IDLE_MS,
    insecureHTTPParser: false,
  });
  server.timeout = IDLE_MS;
  server.on("request", (asked, answer) => {
    void forward(asked, answer, rules).catch(() => answer.destroy());
  });
  server.on("connect", (asked, client: Socket, head) => {
    client.on("error", () => client.destroy());
    if (tunnels.size >= MOST_CONNECTIONS) return say(client, 503, "too many connections\n");
    tunnels.add(client);
    client.once("close", () => tunnels.delete(client));
    void tunnel(asked, client, head, rules).catch(() => client.destroy());
  });
  server.on("clientError", (_, client) => {
    if (client.writable)
      client.end(`HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n`, () => client.destroy());
    else client.destroy();
  });
  server.on("error", () => undefined);
  server.maxConnections = MOST_CONNECTIONS;
  server.listen(listener);
  server.unref();
  return {
    close: () => {
      server.close();
      server.closeAllConnections();
      listener.close();
      for (const one of tunnels) one.destroy();
    },
  };
}

/** Where a request goes, by an address that was checked; or how it is answered instead. */
type Way =
  | {
      readonly kind: "way";
      readonly target: Extract<ReadTarget, { kind: "target" }>;
      readonly addresses: readonly string[];
    }
  | { readonly kind: "answer"; readonly status: number; readonly text: string };

async function wayOf(target: ReadTarget, { hosts, refused }: ProxyRules): Promise<Way> {
  if (target.kind === "malformed")
    return { kind: "answer", status: 400, text: `gatehouse box: this request is not sent: ${target.why}\n` };
  const found = await findAddresses(hosts, target);
  switch (found.kind) {
    case "refused":
      return {
        kind: "answer",
        status: 403,
        text: `${refused({ kind: found.refusal, host: target.host, port: target.port })}\n`,
      };
    case "unknown":
      return { kind: "answer", status: 502, text: `gatehouse box: \`${target.host}\` has no address\n` };
    case "found":
      return { kind: "way", target, addresses: found.addresses };
  }
}

function say(client: Socket, status: number, text: string): void {
  const length = Buffer.byteLength(text);
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
    "Content-Type: text/plain; charset=utf-8",
    `Content-Length: ${length}`,
    "Connection: close",
  ];
  client.end(`${lines.join("\r\n")}\r\n\r\n${text}`);
}

async function tunnel(
  asked: IncomingMessage,
  client: Socket,
  head: Buffer,
  rules: ProxyRules,
): Promise<void> {
  const way = await wayOf(readAuthority(asked.url ?? ""), rules);
  if (way.kind === "answer") return say(client, way.status, way.text);
  const { host, port } = way.target;
  const up = await connectToFirst(way.addresses, port);
  if (up === undefined) return say(client, 502, `gatehouse box: \`${host}:${port}\` does not answer\n`);
  if (client.destroyed) return void up.destroy();
  for (const one of [client, up]) one.setTimeout(IDLE_MS, () => one.destroy());
  client.once("close", () => up.destroy());
  client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
  up.write(head);
  pipeline(client, up, () => undefined);
  pipeline(up, client, () => undefined);
}

/** All values of a header, as Node itself keeps only the first of some. */
function valuesOf({ rawHeaders }: IncomingMessage, name: string): readonly string[] {
  return rawHeaders.flatMap((one, at) =>
    at % 2 === 0 && one.toLowerCase() === name ? [rawHeaders[at + 1] ?? ""] : [],
  );
}

async function forward(asked: IncomingMessage, answer: ServerResponse, rules: ProxyRules): Promise<void> {
  const way = await wayOf(readAddress(asked.url ?? "", valuesOf(asked, "host")), rules);
  const tell = (status: number, text: string): void => {
    answer.writeHead(status, { "content-type": "text/plain; charset=utf-8", connection: "close" });
    answer.end(text);
  };
  if (way.kind === "answer") return tell(way.status, way.text);
  const { host, port, path } = way.target;
  const socket = await connectToFirst(way.addresses, port);
  if (socket === undefined) return tell(502, `gatehouse box: \`${host}:${port}\` does not answer\n`);
  if (answer.destroyed) return void socket.destroy();
  const name = isIP(host) === 6 ? `[${host}]` : host;
  const headers = {
    ...forwardedHeaders(asked.headers),
    host: port === 80 ? name : `${name}:${port}`,
    connection: "close",
  };
  const sent = request({ createConnection: () => socket, method: asked.method, path, headers });
  sent.setTimeout(IDLE_MS, () => sent.destroy());
  sent.on("error", () => (answer.headersSent ? answer.destroy() : tell(502, "the host has broken off\n")));
  sent.on("response", (got) => {
    answer.writeHead(got.statusCode ?? 502, forwardedHeaders(got.headers));
    pipeline(got, answer, () => undefined);
  });
  answer.once("close", () => sent.destroy());
  pipeline(asked, sent, () => undefined);
}

/** Headers of one connection, which say nothing of the next (RFC 9110, 7.6.1), and what is for the proxy alone. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** The headers that go on to the other side. */
function forwardedHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const named = new Set(
    (headers.connection ?? "")
      .toLowerCase()
      .split(",")
      .map((one) => one.trim()),
  );
  // What frames a body is not for a header to take away.
  named.delete("content-length");
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || HOP_BY_HOP.has(name) || named.has(name) ? [] : [[name, value] as const],
  );
  return Object.fromEntries(kept);
}
