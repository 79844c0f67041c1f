import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { parseJson } from "@gatehouse-hooks/json";
import { exitCode, type ExitCode } from "../exit-code.js";
import { readLines } from "../jsonl/read-lines.js";
import { rowOf } from "../jsonl/row.js";
import { printable } from "../print/printable.js";
import { field } from "../jsonl/field.js";
import { type Context, print } from "../settings.js";
import { UsageError } from "../usage-error.js";

/** A result of `runInlineTests`, as the program printed it. */
interface Result {
  readonly hook: string;
  readonly test: number;
  readonly passed: boolean;
  readonly difference: string;
}

/** What `--json` prints. */
export interface HookTestsJson {
  readonly ok: boolean;
  readonly path: string;
  readonly tests: readonly Result[];
}

/** Milliseconds that the program may take. */
const timeoutMs = 60_000;
/** Results that are read. */
const maxResults = 10_000;

/** Whether a file is a program with hooks rather than a policy file. */
export function isHookProgram(path: string): boolean {
  return /\.[cm]?js$/.test(path);
}

/**
 * `gatehouse test HOOKS.mjs`: runs the program with Node and collects the results of `runInlineTests` that it prints, one
 * JSON line each. The program runs in a separate process, as the user, as if it had been started by hand. Exit code 1
 * when a test fails or the program does.
 *
 * @throws UsageError when it prints something else.
 */
export async function testHooks(context: Context, path: string): Promise<ExitCode> {
  const { io, colors } = context;
  const child = spawn(process.execPath, [resolve(io.cwd, path)], {
    cwd: io.cwd,
    env: { ...io.env },
    stdio: ["ignore", "pipe", "inherit"],
    timeout: timeoutMs,
  });
  const ended = new Promise<number | null>((done, reject) => {
    child.on("error", reject);
    child.on("close", done);
  });
  const results: Result[] = [];
  try {
    for await (const line of readLines(child.stdout)) {
      if (results.length >= maxResults)
        throw new UsageError(`\`${path}\` prints more than ${maxResults} results`);
      results.push(readResult(line, path));
    }
  } finally {
    child.kill();
  }
  const ran = (await ended) === 0;
  const failed = results.filter(({ passed }) => !passed);
  const json: HookTestsJson = { ok: ran && failed.length === 0, path, tests: results };
  await print(context, json, [
    ...results.map(({ hook, test, passed, difference }) =>
      passed
        ? `${colors.green("pass")}  ${printable(hook)} #${test}`
        : `${colors.red("fail")}  ${printable(hook)} #${test}  ${printable(difference)}`,
    ),
    ran
      ? `${results.length - failed.length} of ${results.length} tests pass`
      : colors.red(`\`${printable(path)}\` ended with an error`),
  ]);
  return ran && failed.length === 0 ? exitCode.fine : exitCode.refused;
}

function readResult(line: Uint8Array | null, path: string): Result {
  const read = line === null ? undefined : rowOf(parseJson(line));
  const row = read?.kind === "row" ? read.row : {};
  const hook = field(row, "hook");
  const test = field(row, "test");
  const passed = field(row, "passed");
  const difference = field(row, "difference");
  if (typeof hook === "string" && typeof test === "number" && typeof passed === "boolean") {
    return { hook, test, passed, difference: typeof difference === "string" ? difference : "" };
  }
  throw new UsageError(
    `\`${path}\` prints something that is not a result of \`runInlineTests\``,
    "for (const result of await runInlineTests(hooks)) console.log(JSON.stringify(result))",
  );
}
