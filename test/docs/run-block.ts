import { spawn } from "node:child_process";
import path from "node:path";

/** What a program printed on standard output and standard error, and how it ended. */
export interface BlockRun {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
}

const root = path.resolve(import.meta.dirname, "../..");
/** Less than a test may take. */
const timeoutMs = 110_000;

/** Runs a file in the root of the workspace. */
export function runFile(file: string): Promise<BlockRun> {
  return runProgram(process.execPath, [file], {});
}

/** Runs shell commands in the root of the workspace, with the programs of `bin` found first. Stops at a failure. */
export function runShell(commands: string, bin: string): Promise<BlockRun> {
  return runProgram("bash", ["-euo", "pipefail", "-c", commands], {
    PATH: `${bin}${path.delimiter}${process.env["PATH"] ?? ""}`,
  });
}

function runProgram(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<BlockRun> {
  return new Promise((resolve, reject) => {
    // Examples never talk to a real model: the keys of whoever runs the tests are not theirs to spend.
    const secretFree = Object.entries(process.env).filter(
      ([name]) => !/_API_KEY$|^OLLAMA_|^NODE_OPTIONS$/.test(name),
    );
    const child = spawn(program, [...args], {
      cwd: root,
      env: { ...Object.fromEntries(secretFree), NO_COLOR: "1", ...environment },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: timeoutMs,
    });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk.toString("utf8");
    });
    child.stderr.on("data", (chunk: Buffer) => {
      stderr += chunk.toString("utf8");
    });
    child.on("error", reject);
    child.on("close", (exitCode, signal) => {
      if (signal === "SIGTERM" && child.killed)
        reject(new Error(`the block did not end within ${timeoutMs / 1_000} s: not a result\n${stderr}`));
      else resolve({ stdout, stderr, exitCode });
    });
  });
}
