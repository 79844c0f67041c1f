import { spawn } from "node:child_process";

const REPORT =
  "data:text/javascript," +
  encodeURIComponent(
    'import { writeSync } from "node:fs"; process.on("exit", () => { writeSync(3, String(process.resourceUsage().maxRSS)); });',
  );

/**
 * The most memory that `node ...args` has while it reads what is piped to it, in KiB.
 *
 * @param input chunks, made as they are read
 * @throws Error when it exits with another code than 0
 */
export function peakMemory(args: readonly string[], input: Iterable<string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", REPORT, ...args], {
      stdio: ["pipe", "ignore", "inherit", "pipe"],
    });
    let text = "";
    child.stdio[3]?.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve(Number(text));
      else reject(new Error(`\`node ${args.join(" ")}\` exited with ${code}`));
    });
    const { stdin } = child;
    if (stdin === null) return;
    const chunks = input[Symbol.iterator]();
    const write = (): void => {
      for (let next = chunks.next(); ; next = chunks.next()) {
        if (next.done === true) {
          stdin.end();
          return;
        }
        if (!stdin.write(next.value)) {
          stdin.once("drain", write);
          return;
        }
      }
    };
    write();
  });
}
