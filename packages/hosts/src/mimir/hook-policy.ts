import { type Condition, type Handler, type PolicyDefinition, type Tier } from "@gatehouse-hooks/engine";
import { eventKindOf } from "../vocabulary.js";
import { cite } from "../text/cite.js";
import type { MimirEvent } from "./mimir-events.table.js";
import { lintCommand } from "./lint-command.js";
import { readPatterns } from "./patterns.js";
import { type KeyProblem, type ReadKeys, DEFAULT_TIMEOUT_MS, type MimirHook } from "./read-keys.js";
import { placeVariables } from "./shell/place-variables.js";
import { variablesOf } from "./variables.js";

/** A problem of a hook; with `offset`, at a character of the text under its path. */
export interface HookProblem extends KeyProblem {
  readonly offset?: number;
}

/** A hook's policy, `null` when nothing of it can be in force. */
interface HookPolicy {
  readonly policy: PolicyDefinition | null;
  /** It cannot run: the policy only denies in its place, where the hook could have blocked. */
  readonly broken: boolean;
  readonly problems: readonly HookProblem[];
}

/** Document 003 reads the global file first, and so does Gatehouse: its hooks come before those of the project. */
const PRIORITY: Readonly<Record<Tier, number>> = { enforced: 100, user: 101, project: 100 };

/**
 * Makes the policy of one hook. A hook that cannot run and that should block denies; any other one is left out.
 *
 * @param tier whose hook it is: from the place of its file
 */
export function hookPolicy(event: MimirEvent, { hook, problems: found }: ReadKeys, tier: Tier): HookPolicy {
  const problems: HookProblem[] = [...found];
  const { gates } = eventKindOf(event.name);
  const blocks = gates && wantsToBlock({ hook, problems: found });
  if (hook.continueOnError === false && !gates) {
    problems.push({
      path: ["continueOnError"],
      severity: "warning",
      code: "cannot-block",
      message: `${cite(event.name)} comes when there is nothing left to block: a failure is a warning`,
      cure: "use the `pre-` event, or `continueOnError: true`",
    });
  }
  const handler = commandHandler(event, hook, tier, problems);
  const refusal = handler === null && blocks;
  if (handler === null) {
    problems.push({
      path: [],
      code: "not-run",
      message: refusal
        ? `the hook cannot run; it blocks, so every ${cite(event.name)} is denied`
        : "the hook cannot run and is left out",
      cure: "correct the errors of the hook",
    });
    if (!refusal) return { policy: null, broken: true, problems };
  }
  const condition = refusal ? null : conditionOf(event, hook, problems);
  const policy: PolicyDefinition = {
    id: `mimir.${tier}.${event.name}`,
    tier,
    events: [event.name],
    handler: handler ?? {
      kind: "static",
      verdict: "deny",
      reason: `the hook for ${event.name} has an error and cannot run`,
    },
    priority: PRIORITY[tier],
    alwaysRuns: true,
    ...(condition === null ? {} : { condition }),
    ...(handler === null ? {} : { onFailure: blocks ? "deny" : "warn" }),
  };
  return { policy, broken: handler === null, problems };
}

/** Its failure blocks: `continueOnError: false`, or a key that may have been meant to say so. */
export function wantsToBlock({ hook, problems }: ReadKeys): boolean {
  const unsure = problems.some(({ code }) => code === "unknown-key") && hook.continueOnError !== true;
  const wrongFlag = problems.some(({ path }) => path[0] === "continueOnError");
  return hook.continueOnError === false || unsure || wrongFlag;
}

function commandHandler(
  event: MimirEvent,
  hook: Partial<MimirHook>,
  tier: Tier,
  problems: HookProblem[],
): Handler | null {
  if (hook.command === undefined) {
    if (!problems.some(({ path }) => path[0] === "command")) {
      problems.push({
        path: [],
        code: "missing-key",
        message: "a hook needs a `command`",
        cure: "for example `command: npx eslint {file_path}`",
      });
    }
    return null;
  }
  const placed = placeVariables(hook.command, variablesOf(event.name), event.name);
  const blocks = hook.continueOnError === false && eventKindOf(event.name).gates;
  for (const problem of [...placed.problems, ...lintCommand(hook.command, blocks)]) {
    problems.push({ path: ["command"], ...problem });
  }
  if (placed.command === null) return null;
  // Declining is a way around a hook, and there is none around the organisation's.
  const prompt = hook.prompt === true && tier !== "enforced";
  if (hook.prompt === true && !prompt) {
    problems.push({
      path: ["prompt"],
      code: "conflicting-keys",
      message: "an enforced hook does not ask; it runs without",
      cure: "remove the key",
    });
  }
  return {
    kind: "command",
    command: placed.command,
    ...(hook.environment === undefined ? {} : { env: hook.environment }),
    timeoutMs: hook.timeout ?? DEFAULT_TIMEOUT_MS,
    mayRewrite: false,
    inOrder: true,
    contract: "mimir",
    ...(prompt ? { prompt } : {}),
  };
}

function conditionOf(
  event: MimirEvent,
  { patterns }: Partial<MimirHook>,
  problems: HookProblem[],
): Condition | null {
  if (patterns === undefined) return null;
  if (!event.fileHook || patterns.length === 0) {
    problems.push({
      path: ["patterns"],
      severity: "warning",
      code: "no-filter",
      message: event.fileHook
        ? "an empty list filters nothing"
        : `${cite(event.name)} is not about a file: patterns are ignored`,
      cure: "remove the key",
    });
    return null;
  }
  const read = readPatterns(patterns);
  for (const { index, ...problem } of read.problems) problems.push({ path: ["patterns", index], ...problem });
  return read.condition;
}
