import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** A folder on the loopback. */
export interface ServedFolder {
  /** Without a slash at the end. */
  readonly origin: string;
  readonly close: () => void;
}

/** Serves the files of a folder, as a server of files does: an address that ends in `/` is its `index.html`. */
export async function serve(folder: string, base: string): Promise<ServedFolder> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://site");
    const below = decodeURIComponent(pathname).slice(base.length);
    const file = path.join(folder, pathname.endsWith("/") ? `${below}index.html` : below);
    const isThere =
      file.startsWith(`${folder}${path.sep}`) && statSync(file, { throwIfNoEntry: false })?.isFile();
    if (isThere !== true) {
      response.writeHead(404).end();
      return;
    }
    response.setHeader("content-type", TYPES[path.extname(file)] ?? "application/octet-stream");
    response.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
