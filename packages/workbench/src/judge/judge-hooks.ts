import { spawn } from "node:child_process";
import { resolve } from "node:path";
import process from "node:process";
import { parseJson, shorten } from "@gatehouse-hooks/json";
import { exitCode, type ExitCode, UsageError } from "@gatehouse-hooks/console";
import { field, readLines, rowOf } from "@gatehouse-hooks/console/lines";
import { junitDocument, printable } from "@gatehouse-hooks/console/print";
import { type Context, printAsIs } from "@gatehouse-hooks/local";
import {
  askForHookTests,
  type HookTestResult,
  isTypeScript,
  readsTypeScript,
  TYPESCRIPT_CURE,
  typeScriptArgs,
} from "@gatehouse-hooks/agents/hook";
import { testFormat } from "../try/test.js";

/** What `--json` prints. */
export interface HookTestsJson {
  readonly ok: boolean;
  readonly path: string;
  readonly tests: readonly HookTestResult[];
  /** Why there is none. */
  readonly problem?: string;
}

/** Milliseconds that the program may take. */
const timeoutMs = 60_000;
/** The longest line of its messages, in UTF-16 code units. */
const LONGEST_LINE = 400;
/** Results that are read. */
const maxResults = 10_000;

/** Whether a file is a program with hooks rather than a policy file. */
export function isHookProgram(path: string): boolean {
  return /\.[cm]?[jt]s$/.test(path);
}

/**
 * `gatehouse test HOOKS.mjs`: the inline tests of the hooks that the file exports, with scripted answers, as `--hooks` imports them; or,
 * where the file is a program, the results of `runInlineTests` that it prints, one JSON line each. Both run in a process of their own, as
 * the user. Exit code 1 when a test fails, when there is none, or when the file cannot be run.
 *
 * @throws UsageError when it exports no hooks and prints something else; for TypeScript that Node does not read; for an unknown format
 */
export async function testHooks(given: Context, path: string, format: string): Promise<ExitCode> {
  const known = testFormat(format);
  const { io, settings, colors } = given;
  const context = {
    ...given,
    settings: { ...settings, json: known === "json" || (settings.json && known !== "junit") },
  };
  const file = resolve(io.cwd, path);
  const args = typeScriptArgs([file]);
  if (isTypeScript(file) && args.length === 0 && !readsTypeScript())
    throw new UsageError(`Node ${process.versions.node} does not read \`${path}\``, TYPESCRIPT_CURE);
  const { tests, problem } = await testsOf(context, path, file, args);
  const failed = tests.filter(({ passed }) => !passed);
  const ok = problem === undefined && failed.length === 0 && tests.length > 0;
  const why =
    problem ?? (tests.length === 0 ? `no tests in ${printable(path)}: give its hooks \`tests\`` : undefined);
  const json: HookTestsJson = { ok, path, tests, ...(why === undefined ? {} : { problem: why }) };
  const lines =
    known === "junit"
      ? junitLines(path, tests, why)
      : [
          ...tests.map(({ hook, test, passed, difference }) =>
            passed
              ? `${colors.green("pass")}  ${printable(hook)} #${test}`
              : `${colors.red("fail")}  ${printable(hook)} #${test}  ${printable(difference)}`,
          ),
          why === undefined
            ? `${tests.length - failed.length} of ${tests.length} tests pass`
            : colors.red(why),
        ];
  await printAsIs(context, json, lines);
  return ok ? exitCode.fine : exitCode.refused;
}

function junitLines(
  path: string,
  tests: readonly HookTestResult[],
  why: string | undefined,
): readonly string[] {
  return junitDocument("gatehouse test", [
    ...tests.map(({ hook, test, passed, difference }) => ({
      group: path,
      name: `${hook} #${test}`,
      ...(passed ? {} : { failure: { type: "difference", message: difference, text: difference } }),
    })),
    ...(why === undefined
      ? []
      : [{ group: path, name: path, failure: { type: "no-tests", message: why, text: why } }]),
  ]);
}

interface Tests {
  readonly tests: readonly HookTestResult[];
  readonly problem?: string;
}

/** What the file prints as a program, else what the hooks that it exports hold. */
async function testsOf(
  { io, settings }: Context,
  path: string,
  file: string,
  args: readonly string[],
): Promise<Tests> {
  const { results, ran, other } = await runProgram(io, path, file, args);
  if (!ran) return { tests: results, problem: `\`${printable(path)}\` ended with an error` };
  if (results.length > 0 && other === undefined) return { tests: results };
  const asked = await askForHookTests(file, settings.project, io.env, timeoutMs);
  if (asked.kind === "tested") return { tests: asked.results };
  if (other !== undefined) throw other;
  return { tests: [], problem: `\`${printable(path)}\`: ${printable(asked.why)}` };
}

/** Runs the file as a program: the results that it prints, whether it ended well, and that it printed something else. */
async function runProgram(
  io: Context["io"],
  path: string,
  file: string,
  args: readonly string[],
): Promise<{
  readonly results: readonly HookTestResult[];
  readonly ran: boolean;
  readonly other: UsageError | undefined;
}> {
  const child = spawn(process.execPath, [...args, file], {
    cwd: io.cwd,
    env: { ...io.env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: timeoutMs,
  });
  const told = passOn(child.stderr, io);
  const ended = new Promise<number | null>((done, reject) => {
    child.on("error", reject);
    child.on("close", done);
  });
  const results: HookTestResult[] = [];
  let other: UsageError | undefined;
  try {
    for await (const line of readLines(child.stdout)) {
      if (results.length >= maxResults)
        throw new UsageError(`\`${path}\` prints more than ${maxResults} results`);
      const read = readResult(line, path);
      if (read instanceof UsageError) other ??= read;
      else results.push(read);
    }
  } finally {
    if (results.length >= maxResults) child.kill();
  }
  await told;
  return { results, ran: (await ended) === 0, other };
}

/** What the program says of itself. Node shows the line that has thrown, which in a packed library is all of it. */
async function passOn(said: AsyncIterable<Uint8Array>, { stderr }: Context["io"]): Promise<void> {
  for await (const line of readLines(said)) {
    const text = printable(new TextDecoder().decode(line ?? new Uint8Array()));
    await stderr.write(`${text.length > LONGEST_LINE ? shorten(text, LONGEST_LINE) : text}\n`);
  }
}

function readResult(line: Uint8Array | null, path: string): HookTestResult | UsageError {
  const read = line === null ? undefined : rowOf(parseJson(line));
  const row = read?.kind === "row" ? read.row : {};
  const hook = field(row, "hook");
  const test = field(row, "test");
  const passed = field(row, "passed");
  const difference = field(row, "difference");
  if (typeof hook === "string" && typeof test === "number" && typeof passed === "boolean") {
    return { hook, test, passed, difference: typeof difference === "string" ? difference : "" };
  }
  return new UsageError(
    `\`${path}\` prints something that is not a result of \`runInlineTests\``,
    "for (const result of await runInlineTests(hooks)) console.log(JSON.stringify(result))",
  );
}
