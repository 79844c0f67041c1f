import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { inChromium } from "./chromium.js";
import { PROGRAMS } from "./installed.js";
import type { Prepared } from "./prepared.js";

const execute = promisify(execFile);

/** One way to run the program. */
export interface Run {
  readonly runtime: string;
  readonly program: string;
  readonly how: string;
  /** One line of JSON: the answers. */
  readonly answers: () => Promise<string>;
}

/** No runtime may turn text into code. */
const NO_EVAL = "--disallow-code-generation-from-strings";

/** Every way: the first one is what the others are compared with. */
export function runsOf(prepared: Prepared): readonly Run[] {
  const { folder, packages, bundle, required, worker } = prepared;
  const print = async (program: string, args: readonly string[]): Promise<string> => {
    const { stdout, stderr } = await execute(program, args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
    // workerd prints both to stderr.
    return (
      (stdout.trim() === "" ? stderr : stdout).split("\n").find((line) => line.startsWith('["')) ?? stderr
    );
  };
  const node = (["node20", "node22", "node24"] as const).flatMap((name): readonly Run[] => {
    const program = PROGRAMS[name];
    const run = (how: string, file: string): Run => ({
      runtime: "Node",
      program,
      how,
      answers: () => print(program, [NO_EVAL, file]),
    });
    return [run("packages", packages), run("`require`", required), run("bundle", bundle)];
  });
  const { deno, bun, workerd, chromium } = PROGRAMS;
  return [
    ...node,
    { runtime: "Deno", program: deno, how: "packages", answers: () => print(deno, ["run", "-A", packages]) },
    {
      runtime: "Deno",
      program: deno,
      how: "bundle, no permissions",
      answers: () => print(deno, ["run", `--v8-flags=${NO_EVAL}`, bundle]),
    },
    { runtime: "Bun", program: bun, how: "packages", answers: () => print(bun, [packages]) },
    { runtime: "Bun", program: bun, how: "bundle", answers: () => print(bun, [bundle]) },
    { runtime: "workerd", program: workerd, how: "bundle", answers: () => print(workerd, ["test", worker]) },
    {
      runtime: "Chromium",
      program: chromium,
      how: "bundle, `script-src 'self'`",
      answers: () => inChromium(chromium, folder),
    },
  ];
}
