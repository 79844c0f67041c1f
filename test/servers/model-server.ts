// A loopback HTTP server that answers as a script says, faults included. The protocols stand in `openai-server.ts`
// and `anthropic-server.ts`.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** A request as it arrived. */
export interface ModelRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The parsed JSON body. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The system text and the user's text, whatever the protocol calls them. */
  readonly system: string;
  readonly prompt: string;
}

/** What the server does with one request. */
export type ServerAnswer =
  /** A whole answer of the model. */
  | {
      readonly kind: "reply";
      readonly text: string;
      readonly finishReason?: string;
      readonly afterMs?: number;
    }
  /** A whole answer as server-sent events, asked for or not; `open` keeps the stream open behind the last one. */
  | { readonly kind: "stream"; readonly text: string; readonly contentType?: string; readonly open?: boolean }
  /** A whole answer that calls a tool beside its text. */
  | { readonly kind: "tool-call"; readonly text: string; readonly finishReason: string }
  /** Any status, headers and body. */
  | {
      readonly kind: "raw";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** Accepts the request and never answers. */
  | { readonly kind: "hang" }
  /** Sends the headers and then one byte every `everyMs` milliseconds. */
  | { readonly kind: "drip"; readonly text: string; readonly everyMs: number }
  /** Closes the connection before the headers, or in the middle of the body. */
  | { readonly kind: "reset"; readonly when: "before-headers" | "in-body" }
  /** A valid beginning that never ends, as fast as the client reads. */
  | { readonly kind: "endless" };

/** A script: the answer to the request of this number, counted from 0. */
export type ServerScript = (request: ModelRequest, number: number) => ServerAnswer;

/** A running server. */
export interface ModelServer {
  /** What a client is configured with. */
  readonly baseUrl: string;
  readonly requests: readonly ModelRequest[];
  /** Connections that are open now, in use or idle. */
  readonly openSockets: () => number;
  /** Requests that are neither answered nor given up by the client. */
  readonly openRequests: () => number;
  /** Most requests that were being answered at once. */
  readonly peak: () => number;
  readonly close: () => Promise<void>;
}

/** How a protocol reads requests and writes answers. */
export interface Protocol {
  readonly path: string;
  /** The body of a whole answer. */
  readonly encode: (text: string, finishReason: string, request: ModelRequest) => unknown;
  /** The same answer as the server-sent events of the protocol's streaming form. */
  readonly stream: (text: string, request: ModelRequest) => readonly string[];
  /** A whole answer with the text and a call of the tool `run`. */
  readonly callTool: (text: string, finishReason: string, request: ModelRequest) => unknown;
  readonly read: (body: Readonly<Record<string, unknown>>) => {
    readonly system: string;
    readonly prompt: string;
  };
}

export async function startModelServer(protocol: Protocol, script: ServerScript): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const sockets = new Set<Socket>();
  let active = 0;
  let peak = 0;
  const server = createServer((request, response) => {
    active++;
    peak = Math.max(peak, active);
    response.on("close", () => active--);
    readBody(request).then(
      (text) => {
        const body = JSON.parse(text) as Readonly<Record<string, unknown>>;
        const seen = { path: request.url ?? "", headers: request.headers, body, ...protocol.read(body) };
        requests.push(seen);
        if (seen.path !== protocol.path)
          return answer(response, { kind: "raw", status: 404 }, seen, protocol);
        return answer(response, script(seen, requests.length - 1), seen, protocol);
      },
      () => response.destroy(),
    );
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}${protocol.path.startsWith("/v1/") ? "/v1" : ""}`,
    requests,
    openSockets: () => sockets.size,
    openRequests: () => active,
    peak: () => peak,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}

function answer(
  response: ServerResponse,
  how: ServerAnswer,
  request: ModelRequest,
  protocol: Protocol,
): void {
  switch (how.kind) {
    case "reply": {
      const body = JSON.stringify(protocol.encode(how.text, how.finishReason ?? "stop", request));
      const send = () => void response.writeHead(200, { "content-type": "application/json" }).end(body);
      if (how.afterMs === undefined) return send();
      setTimeout(send, how.afterMs).unref();
      return;
    }
    case "stream":
      response.writeHead(200, { "content-type": how.contentType ?? "text/event-stream" });
      for (const event of protocol.stream(how.text, request)) response.write(event);
      if (how.open !== true) response.end();
      return;
    case "tool-call":
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify(protocol.callTool(how.text, how.finishReason, request)));
      return;
    case "raw":
      response
        .writeHead(how.status, { "content-type": "application/json", ...how.headers })
        .end(how.body ?? "");
      return;
    case "hang":
      return;
    case "drip": {
      const body = JSON.stringify(protocol.encode(how.text, "stop", request));
      response.writeHead(200, { "content-type": "application/json" });
      let at = 0;
      const timer = setInterval(() => {
        if (at < body.length) response.write(body[at++]);
        else response.end();
      }, how.everyMs);
      response.on("close", () => clearInterval(timer));
      return;
    }
    case "reset":
      if (how.when === "before-headers") return void response.socket?.resetAndDestroy();
      response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
      response.write('{"id":"x",');
      setTimeout(() => response.socket?.resetAndDestroy(), 20).unref();
      return;
    case "endless": {
      response.writeHead(200, { "content-type": "application/json" });
      response.write('{"id":"');
      const chunk = "x".repeat(65_536);
      const pump = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on("drain", pump);
      pump();
      return;
    }
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
