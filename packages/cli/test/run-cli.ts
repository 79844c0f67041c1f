import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { rowProblems, shapeProblems } from "../../../tools/json-shapes/shape-problems.js";
import type { Io } from "../../console/src/io.js";
import { main } from "../src/main.js";
import type { Terminal } from "../../console/src/terminal.js";

/** What a command wrote, and its exit code. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A real folder with an empty home; removed by `remove`. */
export interface Folder {
  readonly path: string;
  readonly home: string;
  readonly remove: () => void;
}

/** Makes a folder of files; keys are paths. A key beginning with `~/` lies in the home folder. */
export function folder(files: Readonly<Record<string, string | Uint8Array>>): Folder {
  const root = mkdtempSync(join(tmpdir(), "gatehouse-cli-"));
  const path = join(root, "project");
  const home = join(root, "home");
  for (const one of [path, home]) mkdirSync(one);
  for (const [name, content] of Object.entries(files)) {
    const file = name.startsWith("~/") ? join(home, name.slice(2)) : join(path, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return { path, home, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** Where and with what a command runs. */
export interface Place {
  readonly cwd?: string;
  readonly home?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array;
  /** Standard input is a terminal. */
  readonly interactive?: boolean;
  /** Characters per line of a terminal that is written to; absent: it is none. */
  readonly columns?: number;
  /** The person at the terminal; without one there is none. */
  readonly terminal?: Terminal;
  /** The process that the command is taken to run in: what it came of is looked at; without one nothing is. */
  readonly process?: number;
}

/**
 * Runs a command line in this process, with streams of its own. What it prints for programs has to have the shape that is documented
 * (docs/reference/json.md): every test that asks for JSON is a test of that.
 */
export async function runCli(args: readonly string[], place: Place = {}): Promise<Ran> {
  const {
    cwd = "/nonexistent",
    home = "/nonexistent",
    env = {},
    stdin = "",
    terminal,
    interactive = false,
    columns,
  } = place;
  let stdout = "";
  let stderr = "";
  const output = (take: (text: string) => void): Io["stdout"] => ({
    columns,
    write: (text) => {
      take(text);
      return Promise.resolve();
    },
  });
  const io: Io = {
    stdin: chunks(typeof stdin === "string" ? new TextEncoder().encode(stdin) : stdin),
    stdout: output((text) => (stdout += text)),
    stderr: output((text) => (stderr += text)),
    env,
    cwd,
    home,
    interactive,
    terminal: () => terminal,
    ...(place.process === undefined ? {} : { process: place.process }),
    onInterrupt: () => () => {},
  };
  const code = await main(args, io);
  const problems = shapeProblems({ args, code, stdout });
  if (problems.length > 0)
    throw new Error(
      `gatehouse ${args.join(" ")} has not printed what it should:\n${problems.join("\n")}\n${stdout}`,
    );
  return { code, stdout, stderr };
}

/** Runs a command of the machine interface on rows; strings are lines as they are. */
export async function runRows(
  args: readonly string[],
  rows: readonly unknown[],
  place: Place = {},
): Promise<readonly Record<string, unknown>[]> {
  const stdin = rows.map((row) => (typeof row === "string" ? row : JSON.stringify(row))).join("\n");
  const { stdout, code, stderr } = await runCli([...args, "--jsonl"], { ...place, stdin });
  if (code !== 0) throw new Error(`exit code ${code}: ${stderr}`);
  const answers = stdout
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const problems = answers.flatMap((answer) => rowProblems(args, answer));
  if (problems.length > 0) throw new Error(`gatehouse ${args.join(" ")}: ${problems.join("\n")}`);
  return answers;
}

async function* chunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield await Promise.resolve(bytes);
}
