import fc from "fast-check";
import { expect, test } from "vitest";
import { lawRuns } from "../../../../test/assert-law.js";
import { tempDir } from "../../../../test/temp-dir.js";
import { type Execution, finished, runInBox } from "../../../shell/test/oracle/run-in-box.js";
import { placeVariables } from "../../src/mimir/shell/place-variables.js";
import { variablesOf } from "../../src/mimir/variables.js";
import { type GeneratedCommand, generatedCommand, VALUE_WAYS } from "./command-grammar.js";
import { hostileValue } from "./hostile-values.js";

const EVENT = "pre-bash-execution";
const VARIABLES = variablesOf(EVENT);

type Place = (command: string) => string | null;

const place: Place = (command) => placeVariables(command, VARIABLES, EVENT).command;

/** What runs where it is code, splits where it is not quoted, or is evaluated in arithmetic. */
const PAYLOADS = [
  "$(probe INJECTED)",
  "a[$(probe INJECTED)]",
  "; probe INJECTED; :",
  "probe INJECTED",
  '" ; probe INJECTED; "',
  "' ; probe INJECTED; '",
  "x\nEOF\nprobe INJECTED\n.",
];
/** A substitution loses the ends of lines at its own end. */
const value = hostileValue.map((text) => `${text}.`);

const SHELLS = ["dash", "bash"] as const;
/** A script that a hook runs, by its path: `probe` records its arguments. */
const STUBS = ["probe"];
const MARK = "Zm4rkZ";
const JSON_MARK = "Zj5onZ";
const END = ["probe", "<<END>>"];

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** The script that runs a placed command with each value; the check of programs has seen `echo`. */
function scriptOf(shell: string, command: string, texts: readonly string[]): string {
  const probing = quoted(command.replaceAll(/\becho\b/g, "probe"));
  const runs = ["", ...texts].map((text, index) => {
    const [plain, json] = text === "" ? [MARK, JSON_MARK] : [text, inJson(text)];
    const values = `MIMIR_bash_command=${quoted(plain)} MIMIR_json_bash_command=${quoted(json)}`;
    const others = "HOME=/home SHELL=/bin/sh MIMIR_tokens_used=7 MIMIR_agent_id=me";
    // What runs beside the command holds the pipe until it ends.
    return `mkdir /w/p/${index}; cd /w/p/${index}; ${others} ${values} ${shell} -c ${probing} 2>&1 | cat >/dev/null\n${END.map(quoted).join(" ")}`;
  });
  return runs.join("\n");
}

interface Case {
  readonly command: GeneratedCommand;
  readonly texts: readonly string[];
}

/** What a value did beside being data: the first case of a batch that shows it. */
async function wrongOf(
  cases: readonly Case[],
  placed: Place,
): Promise<{ readonly wrong: unknown; readonly ran: number }> {
  const accepted = cases.flatMap(({ command, texts }, index) => {
    const found = placed(command.text);
    return found === null ? [] : [{ command, texts, found, shell: SHELLS[index % 2] ?? "bash" }];
  });
  const scripts = accepted.map(({ found, texts, shell }) => scriptOf(shell, found, texts));
  const box = { stubs: STUBS, real: ["dash", "sh", "timeout", "mkdir"] };
  const runs = finished(runInBox(scripts, box, await tempDir()));
  for (const [index, { command, texts, found, shell }] of accepted.entries()) {
    const [harmless = [], ...hostile] = segments(runs[index] ?? []);
    for (const [at, text] of texts.entries()) {
      const seen = hostile[at] ?? [];
      const wanted = harmless.map((argv) =>
        argv.map((word) => word.replaceAll(MARK, () => text).replaceAll(JSON_MARK, () => inJson(text))),
      );
      const injected = seen.some((argv) => argv[1] === "INJECTED");
      // The parts of a pipe run at once.
      if (injected || (command.fixed && ordered(wanted) !== ordered(seen)))
        return { wrong: { shell, given: command.text, found, text, seen, wanted }, ran: index };
    }
  }
  return { wrong: null, ran: accepted.length };
}

/** What was run with each value. */
function segments(run: readonly Execution[]): readonly (readonly (readonly string[])[])[] {
  const all: (readonly string[])[][] = [[]];
  for (const { argv } of run) {
    if (argv[1] === END[1] && argv.length === 2) all.push([]);
    else all.at(-1)?.push(argv);
  }
  return all;
}

function ordered(all: readonly (readonly string[])[]): string {
  return all
    .map((argv) => JSON.stringify(argv))
    .sort()
    .join("\n");
}

const BATCH = 100;

const texts = fc
  .tuple(fc.shuffledSubarray(PAYLOADS, { minLength: 3, maxLength: 3 }), value)
  .map(([some, other]) => [...some, other]);

/** Cases in one box. A failure is one of them, so that nothing has to be made smaller. */
function batchOf(seed: number): readonly Case[] {
  return fc.sample(fc.record({ command: generatedCommand, texts }), { numRuns: BATCH, seed });
}

test("whatever is accepted runs the same for every value, which arrives as one argument and never as code", async () => {
  const batches = lawRuns({ quick: 4, deep: 20, full: 60 });
  let accepted = 0;
  for (let seed = 1; seed <= batches; seed++) {
    const { wrong, ran } = await wrongOf(batchOf(seed), place);
    accepted += ran;
    expect(wrong).toBeNull();
  }
  // A law about nothing would hold, too.
  expect(accepted).toBeGreaterThan((batches * BATCH) / 10);
}, 3_600_000);

test("no way of a value through variables and files ends in code", async () => {
  const ways = fc
    .sample(fc.shuffledSubarray([...VALUE_WAYS], { minLength: VALUE_WAYS.length }), { numRuns: 1, seed: 1 })
    .flat()
    .slice(0, lawRuns({ quick: 600, deep: 2_000, full: VALUE_WAYS.length }));
  const cases = ways.map((text) => ({ command: { text, fixed: false }, texts: PAYLOADS }));
  const { wrong, ran } = await wrongOf(cases, place);
  expect(wrong).toBeNull();
  expect(ran).toBeGreaterThan(ways.length / 50);
}, 600_000);

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
