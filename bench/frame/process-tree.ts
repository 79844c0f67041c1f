import { spawn } from "node:child_process";

/** What one run of a program, and of all that it started, gave. */
export interface ProcessTree {
  readonly stdout: string;
  /** From spawn to exit, in ms. */
  readonly wallMs: number;
  /** User and system time from the first instruction of the program on, in ms, to 1 ms. */
  readonly cpuMs: number;
}

const TIMED = `TIMEFORMAT='%3U %3S'; { time "$@" 2>&4 3>&- 4>&-; } 4>&2 2>&3`;

/**
 * Runs a program once and waits for its end. bash counts the processor time: Node knows only its own.
 *
 * @throws Error with the standard error when it exits with another code than 0
 */
export function processTree(
  argv: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>>; readonly stdin: string },
): Promise<ProcessTree> {
  const { cwd, env, stdin } = options;
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn("bash", ["-c", TIMED, "bash", ...argv], {
      cwd,
      env,
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
      const [user = NaN, system = NaN] = texts[3].trim().split(" ").map(Number);
      if (code === 0) resolve({ stdout: texts[1], wallMs, cpuMs: (user + system) * 1_000 });
      else reject(new Error(`\`${argv.join(" ")}\` exited with ${code}: ${texts[2].slice(-2000)}`));
    });
    child.stdin?.on("error", () => {
      // It may exit without reading; its exit code says what matters.
    });
    child.stdin?.end(stdin);
  });
}
