import { spawn } from "node:child_process";
import { cleanEnv, commandArgs } from "./spawn-cli.js";

/** What a replay prints, as far as it matters here. */
export interface Printed {
  readonly complete: boolean;
  readonly stopped: { readonly path: string; readonly offset: number } | null;
  readonly events: number;
}

/** Starts a replay, and interrupts it. */
export function interruptedReplay(
  args: readonly string[],
  { cwd, input, afterMs }: { readonly cwd: string; readonly input?: string; readonly afterMs: number },
): Promise<{ readonly code: number | null; readonly printed: Printed | null }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...commandArgs(), "replay", ...args, "--json"], {
      cwd,
      env: cleanEnv({}),
      stdio: ["pipe", "pipe", "inherit"],
    });
    let stdout = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.on("error", reject);
    child.on("close", (code) => {
      resolve({ code, printed: stdout === "" ? null : (JSON.parse(stdout) as Printed) });
    });
    // The input stays open: its writer has more to say.
    if (input !== undefined) child.stdin.write(input);
    setTimeout(() => child.kill("SIGTERM"), afterMs);
  });
}
