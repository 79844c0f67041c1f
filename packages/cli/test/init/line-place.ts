import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import type { HookCall, HookPrinted } from "../../../agents/src/daemon/ask-daemon.js";
import { type SocketPlace, socketPlace } from "../../../agents/src/daemon/own-socket.js";
import { type Daemon, serveDaemon } from "../../../agents/src/daemon/serve-daemon.js";
import { steadyProgramOn } from "../../../local/src/agents/find-agents.js";
import { hookCommandLine } from "../../../agents/src/init/hook-command-line.js";
import { hookFile, hookFilePath } from "../../../agents/src/init/hook-file.js";

/** How a line ended. */
export interface LineRan {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a line is started. */
export interface LineStart {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The agent's shell. */
  readonly shell?: string;
  /** In the place of the line's own /bin/sh. */
  readonly sh?: string;
  readonly blocks?: boolean;
}

/** A home with an installed line, and what it asks. */
export interface LinePlace {
  readonly home: string;
  readonly place: Extract<SocketPlace, { kind: "place" }>;
  /** The script that the line starts. */
  readonly script: string;
  /** What the daemon was asked. */
  readonly calls: readonly HookCall[];
  /** Writes what the line starts where no daemon answers; absent: a program that says what it was called with. */
  readonly hook: (source: string, name?: string) => void;
  /** A daemon that gives this answer. */
  readonly serve: (answer: (call: HookCall) => Partial<HookPrinted> | Error) => Promise<void>;
  readonly line: (blocks?: boolean) => string;
  readonly run: (input: string, start?: LineStart) => Promise<LineRan>;
  readonly remove: () => Promise<void>;
}

/** Says that it was started, with its arguments and the number of bytes that it has read. */
const SAYS = `let n = 0; process.stdin.on("data", (part) => (n += part.length));
process.stdin.on("end", () => process.stdout.write(["by the hook", ...process.argv.slice(2), n].join(" ")));`;

/** Programs that ask the daemon. */
export const CURL: string | undefined = steadyProgramOn(process.env["PATH"], "curl");
export const CAT: string | undefined = steadyProgramOn(process.env["PATH"], "cat");

/**
 * @param asks whether the line asks a daemon
 * @param isShell whether the program, where no daemon answers, is a script of the shell instead of one of Node
 */
export function linePlace({ asks = true, isShell = false } = {}): LinePlace {
  const home = mkdtempSync(join(tmpdir(), "gh-l-"));
  const node = isShell ? join(home, "node") : process.execPath;
  // The script gives Node an option first.
  if (isShell) writeFileSync(node, `#!/bin/sh\nshift\nexec /bin/sh "$@"\n`, { mode: 0o700 });
  const place = socketPlace(home);
  if (place.kind === "refused") throw new Error(place.message);
  const script = hookFilePath(home);
  const calls: HookCall[] = [];
  let daemon: Daemon | undefined;
  const hook = (source: string, name = "hook.mjs"): void => {
    const binary = join(home, name);
    writeFileSync(binary, source);
    mkdirSync(dirname(script), { recursive: true, mode: 0o700 });
    const asking =
      asks && CURL !== undefined && CAT !== undefined ? { socket: place.socket, curl: CURL, cat: CAT } : {};
    writeFileSync(script, hookFile({ node, binary, ...asking }), { mode: 0o600 });
  };
  hook(SAYS);
  const line = (blocks = true): string => hookCommandLine("claude-code", { file: script, blocks });
  return {
    home,
    place,
    script,
    calls,
    hook,
    async serve(answer) {
      daemon = await serveDaemon({
        place,
        idleMs: 60_000,
        status: () => null,
        answer: (call) => {
          calls.push(call);
          const answered = answer(call);
          return answered instanceof Error
            ? Promise.reject(answered)
            : Promise.resolve({ stdout: "", stderr: "", exitCode: 0, ...answered });
        },
      });
    },
    line,
    run(input, { cwd = home, env = {}, shell = "/bin/sh", sh = "/bin/sh", blocks = true } = {}) {
      const child = spawn(shell, ["-c", line(blocks).replace("/bin/sh", sh)], {
        cwd,
        env: { PATH: process.env["PATH"] ?? "", HOME: home, ...env },
      });
      let stdout = "";
      let stderr = "";
      child.stdout.setEncoding("utf8").on("data", (part: string) => (stdout += part));
      child.stderr.setEncoding("utf8").on("data", (part: string) => (stderr += part));
      child.stdin.on("error", () => undefined);
      child.stdin.end(input);
      return new Promise((resolve) => child.on("close", (status) => resolve({ status, stdout, stderr })));
    },
    async remove() {
      await daemon?.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
