import { rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { askForWord, exitCode, type ExitCode, UsageError } from "@gatehouse-hooks/console";
import { type Context, makePrivate, printResult } from "@gatehouse-hooks/local";
import { openTrail } from "@gatehouse-hooks/local/open";
import { MOST_OFF_MS, OFF_FILE, readUserSettings } from "@gatehouse-hooks/local/own-config";
import { requirePerson } from "@gatehouse-hooks/local/person";
import { requireHome } from "@gatehouse-hooks/local/places";
import { offText } from "@gatehouse-hooks/local/rules";
import { QUESTION_TIMEOUT_MS } from "@gatehouse-hooks/runtime";
import { askedCalls } from "../approvals/asked-calls.js";

/** What `off` and `on` print with `--json`. */
export interface SwitchedJson {
  /** Until when the rules are off, in ms since 1970; null: they are on. */
  readonly offUntil: number | null;
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, min: 60_000, h: 3_600_000 };

/**
 * `gatehouse off`: from a person's terminal, the rules of this machine stop nothing for a while. Those of the organisation and what guards
 * Gatehouse itself stay in force, and what would have been stopped is kept for `gatehouse log`. There is no way to say it without a
 * terminal: an agent has none.
 *
 * @param given how long, for example `30m`
 * @throws UsageError for a time that it cannot read, or that is too long
 */
export async function switchOff(context: Context, given: string): Promise<ExitCode> {
  const { io } = context;
  const ms = timeOf(given);
  const file = join(requireHome(io.home), OFF_FILE);
  const terminal = io.terminal?.();
  if (terminal === undefined) return await refused(context);
  requirePerson(terminal, await askedCalls(io.home).asking());
  const text = `
For ${given}, nothing that agents do on this machine is stopped or asked about.
The rules of your organisation, and those that guard Gatehouse and the
agents' settings, stay in force. \`gatehouse log\` shows what would have been
stopped; \`gatehouse on\` ends it early.
`;
  const signal = AbortSignal.timeout(QUESTION_TIMEOUT_MS);
  const isWanted = (await askForWord(terminal, text, "switch the rules off", signal)) === "yes";
  if (isWanted) {
    const why = makePrivate(dirname(file));
    if (why !== null) throw new UsageError(why, "let no one else write there");
    // After the question: its time is not the person's.
    const from = Date.now();
    writeFileSync(file, `${JSON.stringify({ version: 1, from, until: from + ms })}\n`, { mode: 0o600 });
    await record(context, "rules-off", `a person has switched the rules off for ${given}`);
  }
  const { offUntil } = readUserSettings(io.home);
  await printResult(context, { offUntil } satisfies SwitchedJson, [
    isWanted && offUntil !== null ? offText(offUntil) : "declined: the rules are as they were",
  ]);
  return isWanted ? exitCode.fine : exitCode.refused;
}

async function refused(context: Context): Promise<ExitCode> {
  const { offUntil } = readUserSettings(context.io.home);
  await printResult(context, { offUntil } satisfies SwitchedJson, [
    "refused: there is no terminal to ask a person on whether the rules may be off",
    "run `gatehouse off` in a terminal of your own, not through an agent",
  ]);
  return exitCode.refused;
}

/** `gatehouse on`: the rules that `gatehouse off` has switched off hold again. Anybody may say it: it makes nothing looser. */
export async function switchOn(context: Context): Promise<ExitCode> {
  const { io } = context;
  const { offUntil } = readUserSettings(io.home);
  rmSync(join(requireHome(io.home), OFF_FILE), { force: true });
  if (offUntil !== null) await record(context, "rules-on", "the rules were switched on again");
  await printResult(context, { offUntil: null } satisfies SwitchedJson, [
    offUntil === null ? "the rules are on already" : "on: the rules hold again, from the next call",
  ]);
  return exitCode.fine;
}

/** @throws UsageError */
function timeOf(given: string): number {
  const [, number = "", unit = ""] = /^(\d{1,6})(s|m|min|h)$/.exec(given) ?? [];
  const ms = Number(number) * (Object.hasOwn(UNITS, unit) ? (UNITS[unit] ?? 0) : 0);
  if (ms > 0 && ms <= MOST_OFF_MS) return ms;
  throw new UsageError(`--for is \`${given}\``, "write minutes or hours, 8 hours at most: `30m`, `2h`");
}

async function record(context: Context, code: string, message: string): Promise<void> {
  const trail = await openTrail(context);
  void trail?.record({ kind: "note", code, message });
  await trail?.close();
}
