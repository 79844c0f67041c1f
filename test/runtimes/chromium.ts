import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";

const TYPES: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript" };
/** No code from strings, none in the page, nothing from elsewhere. */
const POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'";
/** Milliseconds until a browser that does not answer is ended. */
const PATIENCE = 120_000;

/** Opens the page of a folder in a headless Chromium, and returns what it posts. */
export async function inChromium(program: string, folder: string): Promise<string> {
  let posted: (text: string) => void;
  let failed: (reason: Error) => void;
  const answer = new Promise<string>((resolve, reject) => {
    posted = resolve;
    failed = reject;
  });
  const server = createServer((request, response) => {
    if (request.method === "POST") {
      let text = "";
      request.setEncoding("utf8").on("data", (part: string) => (text += part));
      request.on("end", () => {
        response.end();
        posted(text);
      });
      return;
    }
    const name = request.url === "/" ? "index.html" : path.basename(request.url ?? "");
    const type = TYPES[path.extname(name)];
    if (type === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.setHeader("content-type", `${type}; charset=utf-8`);
    response.setHeader("content-security-policy", POLICY);
    response.end(readFileSync(path.join(folder, name)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const browser = spawn(
    program,
    [
      "--headless",
      // A container has no namespaces to give; the page is ours.
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--no-first-run",
      `--user-data-dir=${path.join(folder, "chromium")}`,
      "--remote-debugging-port=0",
      `http://127.0.0.1:${port}/`,
    ],
    { stdio: "ignore", detached: true },
  );
  browser.on("error", (error) => failed(error));
  const timer = setTimeout(() => failed(new Error(`no answer in ${PATIENCE / 1_000} s`)), PATIENCE);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
    // Its processes are a group of their own.
    if (browser.pid !== undefined) process.kill(-browser.pid, "SIGKILL");
    server.closeAllConnections();
    server.close();
  }
}
