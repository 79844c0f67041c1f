import { readFile, stat } from "node:fs/promises";
import path from "node:path";

import { isRecord, parseJson } from "@gatehouse-hooks/json";
import type { Verdict } from "@gatehouse-hooks/engine";
import * as core from "zod/v4/core";

import type { Hook, HookContext } from "./hook.js";
import type { HookCondition } from "./condition-logic.js";
import { abstention, hookOptions, type HookOptions, on } from "./on.js";
import {
  checkOptions,
  isFunction,
  isText,
  isWords,
  type OptionCheck,
  type OptionChecks,
  shown,
} from "./read-options.js";

/** A step of a workflow, in order. */
export interface WorkflowStep {
  readonly name: string;
  /** Whether it was done; asked for certainty, as a condition of `skipIf` is. */
  readonly check: HookCondition;
  /** What the agent is told of where it stopped. */
  readonly stoppedAt: string;
  /** What it is told to do. */
  readonly nextStep: string;
}

/** A file that the workflow has to leave behind. */
export interface WorkflowArtifact {
  /** Absolute, or from the project's folder. */
  readonly path: string;
  /** What the JSON in it has to be: a schema of zod or zod/mini. */
  readonly schema?: core.$ZodType;
  /** Says what is wrong with its content; undefined: nothing. */
  readonly validate?: (content: string) => string | undefined;
}

/** How a workflow of a subagent is guarded. */
export interface WorkflowOptions extends HookOptions {
  /** What is said in the conversation once all is done. */
  readonly marker: string;
  readonly steps?: readonly WorkflowStep[];
  readonly artifacts?: readonly WorkflowArtifact[];
  /** Runs once marker and artifacts are there. */
  readonly postComplete?: (context: HookContext) => Promise<Verdict | undefined> | Verdict | undefined;
  /** Runs where the subagent starts, each time. */
  readonly onStart?: (context: HookContext) => Promise<Verdict | undefined> | Verdict | undefined;
}

/** Bytes of an artifact that is read. */
const maxArtifact = 8 * 1024 * 1024;

const isSteps: OptionCheck = listOf(
  ({ name, check, stoppedAt, nextStep }) =>
    typeof check === "function" && [name, stoppedAt, nextStep].every((one) => isText(one) === undefined),
  "a list of steps, such as { name, check, stoppedAt, nextStep }",
);
const isArtifacts: OptionCheck = listOf(
  ({ path: at, validate }) =>
    isWords(at) === undefined && (validate === undefined || typeof validate === "function"),
  "a list of artifacts, such as { path, schema }",
);
const workflowOptions: OptionChecks<WorkflowOptions> = {
  ...hookOptions,
  marker: isWords,
  steps: isSteps,
  artifacts: isArtifacts,
  postComplete: isFunction,
  onStart: isFunction,
};

/**
 * Guards that keep a subagent from stopping before its workflow is done: until the marker was said, with the step that it stopped at; then
 * until its artifacts are there. Defaults: event `SubagentStop`, `maxFires` 1.
 *
 * @returns the guard; with `onStart` a second hook, at `SubagentStart`.
 * @throws TypeError without a label or a marker, and for an option that is not known or has a wrong value.
 */
export function workflow(label: string, options: WorkflowOptions): readonly Hook[] {
  if (isWords(label) !== undefined)
    throw new TypeError(
      `\`workflow\`: expected its label to be a string that is not empty, got ${shown(label)}`,
    );
  checkOptions(`\`workflow(${JSON.stringify(label)})\``, options, workflowOptions);
  const { marker, steps = [], artifacts = [], postComplete, onStart, ...rest } = options;
  if (isWords(marker) !== undefined)
    throw new TypeError(
      `\`workflow(${JSON.stringify(label)})\`: it has no \`marker\`, which says that it is done`,
    );
  const { events = "SubagentStop", maxFires = 1, ...own } = rest;
  const id = options.id ?? `workflow-${label}`;
  const guard = on(events, { ...own, id, maxFires }, async (context) => {
    if (!context.transcript.records.some(({ text }) => text.includes(marker)))
      return { kind: "deny", reason: `${label}: ${unfinished(steps, marker, context)}` };
    for (const artifact of artifacts) {
      const problem = await problemOf(artifact, context.root);
      if (problem !== undefined) return { kind: "deny", reason: `${label}: ${problem}` };
    }
    return (await postComplete?.(context)) ?? abstention;
  });
  const stop = postComplete === undefined ? Object.freeze({ ...guard, blocksOnly: true }) : guard;
  if (onStart === undefined) return [stop];
  const { tests: _, onFailure: __, ...shared } = own;
  return [stop, on("SubagentStart", { ...shared, id: `${id}-start` }, onStart)];
}

function unfinished(steps: readonly WorkflowStep[], marker: string, context: HookContext): string {
  const at = steps.find(({ check }) => !check(context, true)) ?? steps.at(-1);
  return at === undefined
    ? `it is not done: say \`${marker}\` once it is`
    : `${at.stoppedAt} ${at.nextStep}`.trim();
}

async function problemOf(
  { path: named, schema, validate }: WorkflowArtifact,
  root: string | undefined,
): Promise<string | undefined> {
  const content = await contentOf(path.resolve(root ?? "", named));
  if (typeof content !== "string") return `the artifact ${named} ${content.problem}`;
  if (schema !== undefined) {
    const read = parseJson(content);
    if ("issue" in read) return `the artifact ${named} is not JSON: ${read.issue?.message ?? ""}`;
    const parsed = core.safeParse(schema, read.value);
    if (!parsed.success)
      return `the artifact ${named} is not what it has to be: ${parsed.error.issues[0]?.message ?? "it is refused"}`;
  }
  const problem = validate?.(content);
  return problem === undefined ? undefined : `the artifact ${named} is not valid: ${problem}`;
}

async function contentOf(file: string): Promise<string | { readonly problem: string }> {
  try {
    const found = await stat(file);
    if (!found.isFile()) return { problem: "is not a file" };
    if (found.size > maxArtifact) return { problem: "is too large to be read" };
    return await readFile(file, "utf8");
  } catch {
    return { problem: "is not found, or cannot be read" };
  }
}

function listOf(check: (one: Readonly<Record<string, unknown>>) => boolean, expected: string): OptionCheck {
  return (value) =>
    Array.isArray(value) && value.every((one: unknown) => isRecord(one) && check(one)) ? undefined : expected;
}
