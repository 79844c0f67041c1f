import type { PolicyDefinition } from "@gatehouse-hooks/engine";

/** A policy as people write it: flat, with the names of document 000 and its defaults filled in. */
export interface PolicyRow {
  readonly id: string;
  readonly name: string;
  readonly tier: string;
  readonly events: readonly string[];
  readonly description: string;
  readonly condition?: string;
  /** The condition parses; when it does not, the policy applies always. */
  readonly conditionParses?: boolean;
  readonly matcher?: string;
  readonly priority: number;
  readonly enabled: boolean;
  /** It is tried silently. */
  readonly observe?: boolean;
  /** `judge`, `static`, `command`, `builtin` or `function`. */
  readonly handler: string;
  /** What a static policy answers. */
  readonly verdict?: string;
  readonly reason?: string;
  readonly model?: string;
  /** What runs: shell text, or with `args` a program that no shell looks at. */
  readonly command?: string;
  readonly args?: readonly string[];
  /** Variables that are set for the command. */
  readonly env?: Readonly<Record<string, string>>;
  readonly workingDir?: string;
  /** The user is asked before it runs. */
  readonly prompt?: boolean;
  /** Milliseconds that a judge or a command has. */
  readonly timeoutMs?: number;
  readonly cache?: string;
  /** What the judge is told. */
  readonly body?: string;
  readonly uses?: readonly string[];
  readonly onFailure?: string;
  readonly path?: string;
  readonly line?: number;
}

/** Flattens a policy for `list`, `load` and `test`. */
export function policyRow(policy: PolicyDefinition): PolicyRow {
  const { handler, condition, matcher, source } = policy;
  return {
    id: policy.id,
    name: policy.id,
    tier: policy.tier ?? "project",
    events: policy.events,
    description: policy.description ?? "",
    ...(condition === undefined
      ? {}
      : { condition: condition.text, conditionParses: condition.ast !== null }),
    ...(matcher === undefined ? {} : { matcher: matcher.text }),
    priority: policy.priority ?? 100,
    enabled: policy.enabled ?? true,
    ...(policy.observe === true && { observe: true }),
    handler: handler.kind,
    ...(handler.kind === "static" ? { verdict: handler.verdict, reason: handler.reason } : {}),
    ...(handler.kind === "judge" ? judgeFields(handler) : {}),
    ...(handler.kind === "command" ? commandFields(handler) : {}),
    ...(policy.onFailure === undefined ? {} : { onFailure: policy.onFailure }),
    ...(source === undefined ? {} : { path: source.path }),
    ...(source?.line === undefined ? {} : { line: source.line }),
  };
}

function commandFields({
  command,
  args,
  env,
  workingDir,
  prompt,
  timeoutMs,
}: Extract<PolicyDefinition["handler"], { kind: "command" }>): Partial<PolicyRow> {
  return {
    command,
    ...(args === undefined ? {} : { args }),
    ...(env === undefined ? {} : { env }),
    ...(workingDir === undefined ? {} : { workingDir }),
    ...(prompt === undefined ? {} : { prompt }),
    timeoutMs,
  };
}

function judgeFields(handler: Extract<PolicyDefinition["handler"], { kind: "judge" }>): Partial<PolicyRow> {
  return {
    ...(handler.model === undefined ? {} : { model: handler.model }),
    timeoutMs: handler.timeoutMs,
    cache: handler.cache,
    body: handler.prompt,
    ...(handler.uses === undefined ? {} : { uses: handler.uses }),
  };
}

/** Why a policy does nothing. */
export type InertReason =
  | { readonly kind: "disabled"; readonly message: string }
  | { readonly kind: "untrusted"; readonly message: string; readonly cure: string }
  /** One agent never asks for it; others may. */
  | { readonly kind: "never-asked"; readonly host: string; readonly message: string };
