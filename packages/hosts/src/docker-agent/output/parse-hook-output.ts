import type { Answer, CommandHandler, Event, Failure, Verdict } from "@gatehouse-hooks/engine";
import { type Compat, DEFAULT_COMPAT } from "../docker-agent-options.js";
import { canBlock } from "../contract.js";
import { cut } from "../../text/characters.js";
import { readHookOutput } from "./hook-output.js";
import { unreadDenial } from "./unread-denial.js";
import { denial, reasonOf, verdictOf } from "./verdict-of.js";

/** How a command ended and what it printed. */
export interface HookRun {
  /** `null` when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal?: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * The language of a command's output: that of docker-agent's hooks in the newest or the first generation, or Gatehouse's own,
 * which are strict.
 */
export type HookWords = "docker-agent" | "docker-agent-2026-05" | "gatehouse";

export interface ParseHookOptions {
  /** Default `docker-agent`. */
  readonly words?: HookWords;
  /** The hook has `strict_output`. */
  readonly strict?: boolean;
}

/** What is left of bytes that are not UTF-8, of UTF-16 for example. */
// oxlint-disable-next-line no-control-regex -- a NUL is what UTF-16 shows itself by
const UNREADABLE = /[\0\uFFFD]/;
const BYTES = "the output is not UTF-8 text: nothing of it was read";

/** The events whose plain stdout becomes context (document 004, "Plain Text Output"). */
const PLAIN_CONTEXT = new Set([
  "session_start",
  "user_prompt_submit",
  "user_steering_messages_submit",
  "user_followup_submit",
  "turn_start",
  "post_tool_use",
  "pre_compact",
  "stop",
  "worktree_create",
]);

/**
 * What a command said about an event (document 004, "Hook Output", "Exit Codes"; SPEC, "Output"). Pure.
 *
 * Exit code 2 denies. Any other but 0, a signal, broken JSON and unknown decision words are failures; generation `2026-05`
 * takes them for "no objection". A policy of Gatehouse's own answers with one JSON object of known keys, or with nothing.
 *
 * @param event as the hook saw it, with the rewrites of the hooks before it
 */
export function parseHookOutput(run: HookRun, event: Event, options: ParseHookOptions = {}): Verdict {
  const { words = "docker-agent", strict = false } = options;
  const compat: Compat = words === "docker-agent-2026-05" ? "2026-05" : DEFAULT_COMPAT;
  if (run.exitCode === 2) return blocked(run, event, compat);
  if (run.exitCode !== 0) {
    if (compat === "2026-05") return { kind: "approve", reason: "" };
    return run.exitCode === null
      ? failure("signal", `ended by ${run.signal ?? "a signal"}`)
      : failure("exit-code", `ended with exit code ${run.exitCode}${said(run.stderr)}`);
  }
  return noting(run, wordsOf(run.stdout.trim(), event, { words, compat, strict }));
}

/**
 * Reads the runs of command hooks, for the runtime's command handler. The generation that a command was written for is in its handler,
 * where loading has put it.
 */
export function interpretHook(): (
  run: HookRun,
  need: {
    readonly event: Event;
    readonly handler: Pick<CommandHandler, "contract" | "strictOutput">;
  },
) => Verdict {
  return (run, { event, handler: { contract, strictOutput } }) =>
    parseHookOutput(run, event, {
      words: contract === "docker-agent" || contract === "docker-agent-2026-05" ? contract : "gatehouse",
      strict: strictOutput === true,
    });
}

interface Reading {
  readonly words: HookWords;
  readonly compat: Compat;
  readonly strict: boolean;
}

/** Exit code 0. */
function wordsOf(stdout: string, event: Event, { words, compat, strict }: Reading): Verdict {
  const own = words === "gatehouse";
  if (stdout.startsWith("{") || ((strict || own) && stdout !== "")) {
    const read = readHookOutput(stdout, { compat, strict: strict || own, event: event.event });
    if (read.kind === "output") {
      const verdict = verdictOf(read.output, event, { compat, strict: strict && !own, own });
      return compat === "2026-05" || own ? verdict : heard(verdict, stdout, event);
    }
    if (compat !== "2026-05") return failure("bad-output", read.reason);
  }
  const context = stdout !== "" && PLAIN_CONTEXT.has(event.event) ? { context: [stdout] } : {};
  const plain: Answer = { kind: "approve", reason: "", ...context };
  return compat === "2026-05" ? plain : heard(plain, stdout, event);
}

/** A denial in a form that docker-agent does not read counts if the event can be stopped, and is noted elsewhere. */
function heard(verdict: Verdict, stdout: string, event: Event): Verdict {
  if (verdict.kind === "deny" || verdict.kind === "failure") return verdict;
  const found = unreadDenial(stdout);
  if (found === null) return UNREADABLE.test(stdout) ? { ...verdict, warnings: [BYTES] } : verdict;
  const { reason, apart, note } = found;
  const warnings = [...(verdict.warnings ?? []), note];
  // Where text becomes context, a sentence may mention a denial.
  const clear = apart || !PLAIN_CONTEXT.has(event.event);
  if (!clear || !canBlock(event.event)) return { ...verdict, warnings };
  return { ...verdict, kind: "deny", reason: reason === "" ? verdict.reason : reason, warnings };
}

/** Exit code 2. Without a word on stderr, the reason is that of the JSON on stdout (document 004, "Validation Script"). */
function blocked(run: HookRun, event: Event, compat: Compat): Answer {
  let reason = run.stderr.trim();
  if (reason === "" && run.stdout.trim().startsWith("{")) {
    const read = readHookOutput(run.stdout.trim(), { compat, strict: false, event: event.event });
    if (read.kind === "output") reason = reasonOf(read.output);
  }
  return denial(event, reason, compat, {});
}

/** What a command reports on stderr is shown even if it ended well: a guard without its `jq` says so there. */
function noting({ stderr }: HookRun, verdict: Verdict): Verdict {
  const complaint = firstLine(stderr);
  if (verdict.kind === "failure" || complaint === "") return verdict;
  const warnings = [...(verdict.warnings ?? []), `exit code 0, with a word on stderr: ${complaint}`];
  return { ...verdict, warnings };
}

function said(stderr: string): string {
  const line = firstLine(stderr);
  return line === "" ? "" : `: ${line}`;
}

function firstLine(text: string): string {
  const [line = ""] = text.trim().split(/[\r\n]/, 1);
  return cut(line, 500);
}

function failure(code: string, message: string): Failure {
  return { kind: "failure", code, message };
}
