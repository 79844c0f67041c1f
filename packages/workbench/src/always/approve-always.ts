import { type ApproveJson, type AskedCall, askedCalls, waitingCall } from "@gatehouse-hooks/agents/approvals";
import { writeTarget } from "@gatehouse-hooks/agents/init";
import { inProjectOf, hookContext } from "@gatehouse-hooks/agents/hook";
import { callHash } from "@gatehouse-hooks/cache";
import { askForWord, exitCode, type ExitCode, UsageError } from "@gatehouse-hooks/console";
import { printable, printableLines } from "@gatehouse-hooks/console/print";
import type { Event } from "@gatehouse-hooks/engine";
import { type Context, type GlobalOptions, printResult } from "@gatehouse-hooks/local";
import { openTrail } from "@gatehouse-hooks/local/open";
import { requirePerson } from "@gatehouse-hooks/local/person";
import { loadPolicies } from "@gatehouse-hooks/local/places";
import { QUESTION_TIMEOUT_MS } from "@gatehouse-hooks/runtime";
import { readFileSync } from "node:fs";
import { keptDecisions } from "../recent/kept-decisions.js";
import { patchText } from "../suggest/suggest-changes.js";
import { draftException, type ExceptionDraft } from "./exception-draft.js";

/**
 * `gatehouse approve CODE --always`: the smallest exception by which this call passes from now on, shown as a patch with its tests, proven
 * to let nothing else pass, and written when the person at the terminal says so.
 *
 * @param code of a call that waits, or the number of a decision as `gatehouse why` counts them
 * @throws UsageError without a terminal, for a call that is not known, and where there is no such exception
 */
export async function approveAlways(
  context: Context,
  options: GlobalOptions,
  code: string | undefined,
): Promise<ExitCode> {
  const { io } = context;
  if (code === undefined)
    throw new UsageError(
      "--always without a call",
      "gatehouse approve CODE --always, or 1 for the last decision",
    );
  const call = await calledBy(io.home, code);
  const event = eventOf(call);
  const terminal = io.terminal?.();
  if (terminal === undefined)
    throw new UsageError(
      "there is no terminal to ask on whether the exception is written",
      `run \`gatehouse approve ${code} --always\` in a terminal of your own, not through the agent`,
    );
  requirePerson(terminal, await askedCalls(io.home).asking());
  const place = {
    ...io,
    cwd: typeof event["cwd"] === "string" && event["cwd"] !== "" ? event["cwd"] : io.cwd,
  };
  const hook = inProjectOf(hookContext(place, place.cwd, options), event);
  const now = await loadPolicies(hook.io, hook.settings);
  const draft = await draftException(hook, now, event);
  const patch = patchText(draft.path, draft.before, draft.after);
  const text = `\n${shown(draft, patch).join("\n")}\n`;
  const said = await askForWord(terminal, text, "write it", AbortSignal.timeout(QUESTION_TIMEOUT_MS));
  const written = said === "yes";
  if (written) await write(context, draft);
  const { policy, clause, path } = draft;
  await printResult(
    context,
    { approved: written, call, exception: { policy, clause, path, patch } } satisfies ApproveJson,
    [written ? `written to ${printable(path)}: let the agent try it again` : "declined: nothing is written"],
  );
  return written ? exitCode.fine : exitCode.refused;
}

/** What the agent has sent, as far as it is kept. */
function eventOf({
  host,
  event,
  tool,
  params,
  cwd,
}: Pick<AskedCall, "host" | "event" | "tool" | "params" | "cwd">): Event {
  return { event, toolName: tool, params, cwd, ...(host !== "" && { host }) };
}

/** The call that waits under a code, or that a kept decision was about. */
async function calledBy(home: string, code: string): Promise<AskedCall> {
  if (/^\d{1,3}$/.test(code)) {
    const kept = keptDecisions(home).at(-Number(code));
    if (kept === undefined) throw new UsageError(`no decision ${code} is kept`, "gatehouse log");
    const { agent, at, text, isCommand, event, tool, cwd, policy, reason } = kept;
    if (!isCommand)
      throw new UsageError(
        "what is kept of the call is not the whole of it",
        "only a shell command without a secret is kept as it was",
      );
    const sent = { host: agent, event, tool, params: { command: text }, cwd };
    return { code, call: callHash(eventOf(sent)), ...sent, policy, reason, asked: at, expires: at };
  }
  return waitingCall(
    await askedCalls(home).waiting(),
    code,
    "let the agent try the call again, or name a decision by its number: `gatehouse log`",
  );
}

function shown({ policy, clause, compared, tests }: ExceptionDraft, patch: string): readonly string[] {
  return [
    `\`${printable(policy)}\` stops this call. With this exception it passes from now on:`,
    "",
    printableLines(patch, "  "),
    "",
    `it passes where ${printable(clause)}`,
    `the analysis finds no other call that is decided otherwise; ${compared} calls that policies name were compared`,
    `${tests.length === 1 ? "1 test comes" : `${tests.length} tests come`} with it`,
  ];
}

async function write(
  context: Context,
  { real, before, after, policy, clause }: ExceptionDraft,
): Promise<void> {
  if (readFileSync(real, "utf8") !== before)
    throw new UsageError("the file has changed in the meantime", "run it again");
  writeTarget(real, new TextEncoder().encode(after));
  const trail = await openTrail(context);
  void trail?.record({
    kind: "note",
    code: "exception-written",
    message: `a person has let a call pass from now on, where ${clause}`,
    path: real,
    policy,
  });
  await trail?.close();
}
