import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeEditorSchema } from "@gatehouse-hooks/agents/init";
import { policiesOf } from "@gatehouse-hooks/engine";
import { checkedSets } from "../check/checked-sets.js";
import { errorCodeOf, exitCode, type ExitCode, messageOf, UsageError } from "@gatehouse-hooks/console";
import { loadPolicies, requireHome, shownFrom } from "@gatehouse-hooks/local/places";
import { askedRule, type RuleParts, type WholeRule } from "./asked-rule.js";
import { lastCall } from "./last-call.js";
import { provenRule, type RuleEffect } from "./proven-rule.js";
import { STOP_KINDS } from "./stop-kinds.table.js";
import { countIssues, issueLines, printable, type PrintedIssue } from "@gatehouse-hooks/console/print";
import { type Context, printResult } from "@gatehouse-hooks/local";
import type { TestResult } from "../try/run-policy-tests.js";
import { resultLines, summaryLines } from "../try/test-lines.js";

/** What of a new policy the command line says. */
interface NewPolicyOptions {
  readonly stop: string | undefined;
  readonly of: string | undefined;
  readonly effect: string | undefined;
  readonly reason: string | undefined;
  /** What to stop is the last call of an agent that is kept. */
  readonly fromLast: boolean;
  /** Below the user's home, for all projects. */
  readonly user: boolean;
}

/** What `--json` prints. */
export type NewJson =
  | { readonly written: false }
  | {
      readonly written: true;
      readonly id: string;
      readonly path: string;
      /** What the file holds. */
      readonly text: string;
      readonly tests: readonly TestResult[];
      /** What `check` says of the file. */
      readonly issues: readonly PrintedIssue[];
    };

const ID = /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/;
const LONGEST_ID = 40;

/**
 * `gatehouse new [ID]`: a policy with tests, in a file of its own. Asks for what the options do not say. Nothing is written before its tests
 * pass, and no file and no policy of that name is replaced. Exit code 1 where the person gives no answer.
 *
 * @throws UsageError for options that cannot be used, a name that is taken, and where something is missing and there is no terminal
 */
export async function newPolicy(
  context: Context,
  given: string | undefined,
  options: NewPolicyOptions,
): Promise<ExitCode> {
  const { io, settings, colors } = context;
  if (given !== undefined && !ID.test(given))
    throw new UsageError(`\`${given}\` is not a name`, "write small letters, digits, `-`, `_` and `.`");
  const rule = await wholeRule(context, partsOf(io.home, options));
  if (rule === undefined) {
    await printResult(context, { written: false } satisfies NewJson, ["no answer: nothing was written"]);
    return exitCode.refused;
  }
  const id = given ?? idOf(rule.draft.about);
  const home = options.user ? requireHome(io.home) : undefined;
  const path = join(home ?? settings.project, ".gatehouse", `${id}.yaml`);
  const shown = shownFrom(io.cwd, path);
  await refuseTaken(context, id);
  const proven = provenRule(rule.draft, { id, effect: rule.effect, reason: rule.reason });
  if (proven.kind === "refused") throw new UsageError(proven.message, proven.cure);
  writeNew(path, shown, proven.text);
  const noSchema = writeEditorSchema(dirname(path));
  const tests = proven.tests.map((test) => ({ ...test, path: shown }));
  const { issues, sources } = await checkedSets(context, [path], { conflicts: false, tools: [] });
  const json: NewJson = { written: true, id, path: shown, text: proven.text, tests, issues };
  await printResult(context, json, [
    colors.bold(printable(shown)),
    ...proven.text
      .trimEnd()
      .split("\n")
      .map((line) => `  ${printable(line)}`),
    "",
    ...resultLines(tests, true, colors),
    ...summaryLines(tests, 1, colors),
    ...issueLines(issues, colors, { sources, columns: io.stdout.columns }),
    `check: ${countIssues(issues)}`,
    ...(noSchema === null ? [] : [`its schema, for editors, could not be written: ${printable(noSchema)}`]),
  ]);
  return exitCode.fine;
}

/** The options, checked. */
function partsOf(home: string, { stop, of, effect, reason, fromLast }: NewPolicyOptions): RuleParts {
  const kind = STOP_KINDS.find(({ name }) => name === stop);
  if (stop !== undefined && kind === undefined)
    throw new UsageError(
      `--stop is \`${stop}\``,
      `write one of ${STOP_KINDS.map(({ name }) => name).join(", ")}`,
    );
  if (fromLast && (stop !== undefined || of !== undefined))
    throw new UsageError("--from-last with --stop or --of", "it says what to stop: leave those out");
  if (of !== undefined && kind === undefined)
    throw new UsageError("--of without --stop", "say what --of is: --stop command");
  if (effect !== undefined && !isEffect(effect))
    throw new UsageError(`--effect is \`${effect}\``, "write deny, ask or warn");
  if (reason?.trim() === "") throw new UsageError("--reason is empty", "say what to do instead, or why not");
  return { ...(fromLast ? lastCall(home) : { stop: kind, of }), effect, reason };
}

function isEffect(text: string): text is RuleEffect {
  return text === "deny" || text === "ask" || text === "warn";
}

async function wholeRule({ io }: Context, parts: RuleParts): Promise<WholeRule | undefined> {
  const { stop, of, effect, reason } = parts;
  const draft = of === undefined ? undefined : stop?.draft(of.trim());
  const terminal = io.terminal?.();
  // A person is asked again.
  if (draft?.kind === "refused" && terminal === undefined) throw new UsageError(draft.message, draft.cure);
  if (draft?.kind === "draft" && effect !== undefined && reason !== undefined)
    return { draft, effect, reason };
  if (terminal !== undefined) return await askedRule({ terminal, columns: io.stdout.columns }, parts);
  const missing = Object.entries(parts).filter(([, value]) => value === undefined);
  throw new UsageError(
    `there is no terminal to ask on, and ${missing.map(([name]) => `--${name}`).join(", ")} is missing`,
    'gatehouse new --stop command --of "git push --force" --effect deny --reason "push without force"',
  );
}

function idOf(about: string): string {
  const id = about
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, LONGEST_ID)
    .replaceAll(/^-|-$/g, "");
  if (id === "") throw new UsageError(`\`${about}\` gives no name`, "name the policy: gatehouse new NAME");
  return id;
}

/** A policy with the name of another one could take its place. */
async function refuseTaken({ io, settings }: Context, id: string): Promise<void> {
  const { set } = await loadPolicies(io, settings);
  const same = policiesOf(set).find((policy) => policy.id === id);
  if (same !== undefined)
    throw new UsageError(
      `there is a policy \`${id}\`${same.source === undefined ? "" : ` in ${same.source.path}`}`,
      "name the new one: gatehouse new NAME",
    );
}

function writeNew(path: string, shown: string, text: string): void {
  try {
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, text, { flag: "wx" });
  } catch (error) {
    if (errorCodeOf(error) === "EEXIST")
      throw new UsageError(`\`${shown}\` is there already`, "name the new policy: gatehouse new NAME");
    throw new UsageError(`cannot write \`${shown}\`: ${messageOf(error)}`);
  }
}
