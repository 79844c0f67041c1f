import fc from "fast-check";
import { tempDir } from "../../../../test/temp-dir.js";
import { type Execution, finished, runInBox } from "../../../shell/test/oracle/run-in-box.js";
import { placeVariables } from "../../src/mimir/shell/place-variables.js";
import { variablesOf } from "../../src/mimir/variables.js";
import { type GeneratedCommand, generatedCommand } from "./command-grammar.js";
import { hostileValue } from "./hostile-values.js";

const EVENT = "pre-bash-execution";
const VARIABLES = variablesOf(EVENT);

/** A command with its variables in their places; null: it is refused. */
export type Place = (command: string) => string | null;

/** What is tried. */
export const place: Place = (command) => placeVariables(command, VARIABLES, EVENT).command;

/** What runs where it is code, splits where it is not quoted, or is evaluated in arithmetic. */
export const PAYLOADS = [
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

/** A command, and what its variables hold. */
export interface Case {
  readonly command: GeneratedCommand;
  readonly texts: readonly string[];
}

/** What a value did beside being data: the first case of a batch that shows it. */
export async function wrongOf(
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

/** Cases of one box. */
export const BATCH = 100;

const texts = fc
  .tuple(fc.shuffledSubarray(PAYLOADS, { minLength: 3, maxLength: 3 }), value)
  .map(([some, other]) => [...some, other]);

/** Cases in one box. A failure is one of them, so that nothing has to be made smaller. */
export function batchOf(seed: number): readonly Case[] {
  return fc.sample(fc.record({ command: generatedCommand, texts }), { numRuns: BATCH, seed });
}
