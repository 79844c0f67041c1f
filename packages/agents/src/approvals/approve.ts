import { QUESTION_TIMEOUT_MS } from "@gatehouse-hooks/runtime";
import type { AskedCall } from "./asked-call.js";
import { askedCalls } from "./asked-calls.js";
import { askForWord, exitCode, type ExitCode, UsageError } from "@gatehouse-hooks/console";
import { openTrail } from "@gatehouse-hooks/local/open";
import { requirePerson } from "@gatehouse-hooks/local/person";
import { boxed, printable } from "@gatehouse-hooks/console/print";
import { type Context, printResult } from "@gatehouse-hooks/local";

/** What `--json` prints without a code. */
export interface WaitingCallsJson {
  readonly waiting: readonly AskedCall[];
}

/** What `--json` prints with a code. */
export interface ApproveJson {
  readonly approved: boolean;
  readonly call: AskedCall;
  /** With `--always`: by what it passes from now on. */
  readonly exception?: WrittenException;
}

/** An exception of a policy. */
interface WrittenException {
  readonly policy: string;
  /** A condition: the policy does not apply where it holds. */
  readonly clause: string;
  /** The file of the policy, as shown. */
  readonly path: string;
  readonly patch: string;
}

/** Lines of a call: people do not read more, and what was not shown cannot be approved. */
const MAX_LINES = 200;

/**
 * `gatehouse approve`: the calls that wait for a person. `gatehouse approve CODE`: shows one, and lets it happen once when the person at
 * the terminal says so. There is no way to say it without a terminal: an agent has none.
 *
 * @throws UsageError without a terminal, and for a code that is not of a call that waits
 */
export async function approveCall(context: Context, code: string | undefined): Promise<ExitCode> {
  const { io } = context;
  const calls = askedCalls(io.home);
  const waiting = await calls.waiting();
  if (code === undefined) {
    const lines = waiting.map(lineOf);
    await printResult(
      context,
      { waiting } satisfies WaitingCallsJson,
      lines.length === 0 ? ["no call waits for an approval"] : lines,
    );
    return exitCode.fine;
  }
  const call = waitingCall(waiting, code, "let the agent try the call again: the deny has a new code");
  const terminal = io.terminal?.();
  if (terminal === undefined)
    throw new UsageError(
      "there is no terminal to ask on whether this call may happen",
      `run \`gatehouse approve ${call.code}\` in a terminal of your own, not through the agent`,
    );
  requirePerson(terminal, await calls.asking());
  const lines = shown(call);
  if (lines.length > MAX_LINES)
    throw new UsageError(
      `the call has ${lines.length} lines: what cannot be shown whole cannot be approved`,
      "do it yourself, or let the agent do it in smaller steps",
    );
  const text = `\n${lines.join("\n")}\n`;
  const what = "let it happen once, within five minutes";
  const answer = await askForWord(terminal, text, what, AbortSignal.timeout(QUESTION_TIMEOUT_MS));
  const approved = answer === "yes";
  if (approved) {
    await calls.approve(call);
    await record(context, call);
  }
  await printResult(context, { approved, call } satisfies ApproveJson, [
    approved ? "approved: let the agent try it again" : "declined: it does not happen",
  ]);
  return approved ? exitCode.fine : exitCode.refused;
}

/**
 * The call that waits under a code.
 *
 * @param cure what the person can do if no call waits under it
 * @throws UsageError with that cure
 */
export function waitingCall(waiting: readonly AskedCall[], code: string, cure: string): AskedCall {
  const call = waiting.find((one) => plain(one.code) === plain(code));
  if (call === undefined)
    throw new UsageError(
      `no call with the code \`${printable(code)}\` waits for an approval: codes expire after 15 minutes`,
      cure,
    );
  return call;
}

/** Letters in any case, with or without the dash. */
function plain(code: string): string {
  return code.toLowerCase().replaceAll(/[^0-9a-z]/g, "");
}

function lineOf({ code, host, tool, params, policy }: AskedCall): string {
  const about = JSON.stringify(params).slice(0, 100);
  return printable(`${code}  ${host} ${tool} ${about}  (asked for by \`${policy ?? "gatehouse"}\`)`);
}

function shown({ host, tool, event, params, cwd, policy, reason }: AskedCall): readonly string[] {
  return [
    `${printable(host === "" ? "an agent" : host)} wants to call ${printable(tool === "" ? event : tool)}:`,
    "",
    ...Object.entries(params).flatMap(([name, value]) => [
      `${printable(name)}:`,
      ...boxed(typeof value === "string" ? value : JSON.stringify(value, null, 2)),
    ]),
    ...(cwd === "" ? [] : [`in the folder ${printable(cwd)}`]),
    "",
    `\`${printable(policy ?? "gatehouse")}\` asks: ${printable(reason)}`,
  ];
}

async function record(context: Context, { policy, call }: AskedCall): Promise<void> {
  const trail = await openTrail(context);
  void trail?.record({
    kind: "note",
    code: "call-approved",
    message: "a person has approved a call, once",
    hash: call,
    ...(policy === null ? {} : { policy }),
  });
  await trail?.close();
}
