import fc from "fast-check";
import { expect, test } from "vitest";
import { lawRuns } from "../../../../test/assert-law.js";
import { tempDir } from "../../../../test/temp-dir.js";
import { type Execution, runInBox } from "../../../shell/test/oracle/run-in-box.js";
import { placeVariables } from "../../src/mimir/shell/place-variables.js";
import { variablesOf } from "../../src/mimir/variables.js";
import { type GeneratedCommand, generatedCommand } from "./command-grammar.js";
import { hostileValue } from "./hostile-values.js";

const EVENT = "pre-bash-execution";
const VARIABLES = variablesOf(EVENT);

type Place = (command: string) => string | null;

const place: Place = (command) => placeVariables(command, VARIABLES, EVENT).command;

/** A substitution loses the ends of lines at its own end. */
const value = hostileValue.map((text) => `${text}.`);

const SHELLS = ["dash", "bash"] as const;
/** A script that a hook runs, by its path: `probe` records its arguments. */
const STUBS = ["probe", "touch"];
const MARK = "Zm4rkZ";
const JSON_MARK = "Zj5onZ";

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The script that runs a placed command with a value; the check of programs has seen `echo`. */
function scriptOf(shell: string, command: string, text: string, json: string): string {
  const values = `MIMIR_bash_command=${quoted(text)} MIMIR_json_bash_command=${quoted(json)} MIMIR_tokens_used=7 MIMIR_agent_id=me`;
  return `export HOME=/w/p ${values}\nexec ${shell} -c ${quoted(command.replaceAll(/\becho\b/g, "probe"))}`;
}

interface Case {
  readonly command: GeneratedCommand;
  readonly text: string;
}

/** What a value did beside being data: the first case of a batch that shows it. */
async function wrongOf(cases: readonly Case[], placed: Place): Promise<{ wrong: unknown; ran: number }> {
  const accepted = cases.flatMap(({ command, text }, index) => {
    const found = placed(command.text);
    return found === null ? [] : [{ command, text, found, shell: SHELLS[index % 2] ?? "bash" }];
  });
  const scripts = accepted.flatMap(({ found, text, shell }) => [
    scriptOf(shell, found, MARK, JSON_MARK),
    scriptOf(shell, found, text, JSON.stringify(text).slice(1, -1)),
  ]);
  const runs = runInBox(scripts, { stubs: STUBS, real: ["dash", "sh", "timeout"] }, await tempDir());
  for (const [index, { command, text, found, shell }] of accepted.entries()) {
    const [harmless = [], hostile = []] = runs.slice(2 * index, 2 * index + 2);
    const seen = {
      shell,
      given: command.text,
      found,
      text,
      harmless: argvs(harmless),
      hostile: argvs(hostile),
    };
    if (hostile.some(({ argv }) => argv[1] === "INJECTED" || argv[0] === "touch"))
      return { wrong: seen, ran: index };
    if (!command.fixed) continue;
    const wanted = argvs(harmless).map((argv) =>
      argv.map((word) =>
        word.replaceAll(MARK, () => text).replaceAll(JSON_MARK, () => JSON.stringify(text).slice(1, -1)),
      ),
    );
    // The parts of a pipe run at once.
    if (ordered(wanted) !== ordered(seen.hostile)) return { wrong: { ...seen, wanted }, ran: index };
  }
  return { wrong: null, ran: accepted.length };
}

function argvs(run: readonly Execution[]): readonly (readonly string[])[] {
  return run.map(({ argv }) => argv);
}

function ordered(all: readonly (readonly string[])[]): string {
  return all
    .map((argv) => JSON.stringify(argv))
    .sort()
    .join("\n");
}

const BATCH = 100;

/** Cases in one box. A failure is one of them, so that nothing has to be made smaller. */
function batchOf(seed: number): readonly Case[] {
  return fc.sample(fc.record({ command: generatedCommand, text: value }), { numRuns: BATCH, seed });
}

test("whatever is accepted runs the same for every value, which arrives as one argument and never as code", async () => {
  const batches = Math.ceil(lawRuns({ quick: 400, deep: 6_000 }) / BATCH);
  let accepted = 0;
  for (let seed = 1; seed <= batches; seed++) {
    const { wrong, ran } = await wrongOf(batchOf(seed), place);
    accepted += ran;
    expect(wrong).toBeNull();
  }
  // A law about nothing would hold, too.
  expect(accepted).toBeGreaterThan((batches * BATCH) / 10);
}, 3_600_000);

/** References without their quotes. */
const unquoted: Place = (command) => place(command)?.replaceAll(/"(\$\{MIMIR_\w+\?\})"/g, "$1") ?? null;
/** Quotes are all that counts. */
const trusting: Place = (command) =>
  command.replaceAll(/\$?\{(bash_command|agent_id|tokens_used)\}/g, '"${MIMIR_$1?}"');
/** Each line is judged as if it were the only one: what a variable holds is forgotten. */
const forgetful: Place = (command) => {
  const lines = command.split(/(\n|; )/).map((line) => place(line));
  return lines.includes(null) ? null : lines.join("");
};

test.each([
  ["without quotes", unquoted],
  ["for which quotes are enough", trusting],
  ["that forgets what variables hold", forgetful],
])(
  "a check %s is caught",
  async (_, broken) => {
    for (let seed = 1; seed <= 20; seed++) {
      if ((await wrongOf(batchOf(seed), broken)).wrong !== null) return;
    }
    throw new Error("expected the law to fail");
  },
  240_000,
);
