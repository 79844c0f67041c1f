import { spawn } from "node:child_process";

/** What one run of a fresh Node process gave. */
export interface FreshRun {
  readonly stdout: string;
  /** From spawn to exit, in ms. */
  readonly wallMs: number;
  /** User and system time of the process, in ms. */
  readonly cpuMs: number;
}

const reportCpu =
  "data:text/javascript," +
  encodeURIComponent(
    'import { writeSync } from "node:fs"; process.on("exit", () => { const u = process.cpuUsage(); ' +
      "writeSync(3, String((u.user + u.system) / 1000)); });",
  );

/**
 * Runs `node ...args` once and waits for its end.
 *
 * @throws Error with the standard error when it exits with another code than 0
 */
export function freshProcess(args: readonly string[], stdin = ""): Promise<FreshRun> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(process.execPath, ["--import", reportCpu, ...args], {
      stdio: ["pipe", "pipe", "pipe", "pipe"],
    });
    const texts = { 1: "", 2: "", 3: "" };
    for (const fd of [1, 2, 3] as const) {
      child.stdio[fd]?.on("data", (chunk: Buffer) => {
        texts[fd] += chunk.toString("utf8");
      });
    }
    child.on("error", reject);
    child.on("close", (code) => {
      const wallMs = performance.now() - start;
      if (code === 0) resolve({ stdout: texts[1], wallMs, cpuMs: Number(texts[3]) });
      else reject(new Error(`\`node ${args.join(" ")}\` exited with ${code}: ${texts[2].slice(-2000)}`));
    });
    child.stdin?.on("error", () => {
      // The child may exit without reading; its exit code says what matters.
    });
    child.stdin?.end(stdin);
  });
}
