import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { createServer, type AddressInfo } from "node:net";

/** A process on the first core; the load is made on the others. */
export function onFirstCore(argv: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  return spawn("taskset", ["-c", "0", ...argv], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Resolves when something answers there. @throws Error when the process ends before */
export async function answers(port: number, path: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    if (await isThere(port, path)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("the server does not answer");
}

function isThere(port: number, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = request({ host: "127.0.0.1", port, path }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    asked.on("error", () => resolve(false));
    asked.end();
  });
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill();
  await gone;
}
