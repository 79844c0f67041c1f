import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A registry on this machine that keeps in memory what is published. */
export interface SmallRegistry {
  readonly url: string;
  /** The names that are published, in order. */
  readonly published: readonly string[];
  /** Publishing these is refused. */
  readonly refused: Set<string>;
  readonly close: () => Promise<void>;
}

interface Packument {
  readonly name: string;
  readonly versions: Readonly<Record<string, unknown>>;
}

/** As much of a registry as `npm view` and `npm publish` ask for. */
export async function startSmallRegistry(): Promise<SmallRegistry> {
  const packages = new Map<string, Packument>();
  const published: string[] = [];
  const refused = new Set<string>();
  const server = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? "").slice(1).split("?")[0] ?? "");
    answer(request, response, name).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse, name: string): Promise<void> {
    const send = (status: number, body: object): void => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    if (request.method !== "PUT") {
      const found = packages.get(name);
      send(found === undefined ? 404 : 200, found ?? { error: "not found" });
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const sent = JSON.parse(Buffer.concat(chunks).toString("utf8")) as Packument;
    const before = packages.get(name);
    const again = Object.keys(sent.versions).some((version) =>
      Object.hasOwn(before?.versions ?? {}, version),
    );
    if (refused.has(name) || again) {
      send(403, { error: again ? "cannot publish over" : "refused" });
      return;
    }
    packages.set(name, { ...sent, versions: { ...before?.versions, ...sent.versions } });
    published.push(name);
    send(201, { ok: true });
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    published,
    refused,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
