import type { Condition } from "@gatehouse-hooks/engine";
import { cite } from "../text/cite.js";
import { readCondition } from "../text/read-condition.js";
import type { DocumentPath } from "../yaml/document.js";
import type { PolicyFileContext } from "./file-context.js";
import { readTools } from "./read-tools.js";
import type { PolicyShape } from "./shape.js";
import { readFrom } from "../names/read-from.js";
import { inAllWords } from "../names/in-all-words.js";
import { partsCondition, type ReadEventNames } from "../names/read-event-names.js";
import { type EffectsCondition, effectsCondition } from "./sets/effects-condition.js";
import { EFFECTS } from "./sets/set-shape.js";
import { GLOB_SIGN, toolsCondition, toolFieldOf } from "./tools-condition.js";

/** When a policy applies. */
export interface Conditions {
  readonly matcher?: Condition;
  readonly condition?: Condition;
  /** For what is only perhaps meant: in place of `condition`. */
  readonly doubtful?: Condition;
}

/** What follows a plain value of YAML on its line and is not part of it. */
const COMMENT = /[ \t]+#/y;

/**
 * Reads `tools` and `when`.
 *
 * @param tolerant the policy can only restrict: without a condition it applies always
 * @returns `null` when one of them cannot be read, and the policy might loosen too much without it
 */
export function readConditions(
  shape: PolicyShape,
  read: ReadEventNames,
  path: DocumentPath,
  tolerant: boolean,
  file: PolicyFileContext,
): Conditions | null {
  const { events } = read;
  const inForce = tolerant ? "the policy applies always" : "the policy is not loaded";
  const tools = toolsOf(shape, events, path, tolerant, file);
  if (tools === "unreadable" && !tolerant) return null;
  const names = tools === "unreadable" ? null : tools;
  const matcher = matcherOf(shape, read, names, path, inForce, file);
  const effects = effectsOf(shape, path, inForce, file);
  if (effects === null) return null;
  const whenText = (text: string | null): Condition | undefined =>
    whenOf(shape, text, read, names, path, inForce, file);
  const { condition: text } = effects;
  const condition = effects.problems.length > 0 ? { text: text ?? "", ast: null } : whenText(text);
  if (!tolerant && (matcher?.ast === null || condition?.ast === null)) return null;
  const doubtful = effects.doubtful === null ? undefined : whenText(effects.doubtful);
  return { ...(matcher && { matcher }), ...(condition && { condition }), ...(doubtful && { doubtful }) };
}

/** The events and tools of a policy. */
function matcherOf(
  shape: PolicyShape,
  read: ReadEventNames,
  names: readonly string[] | null,
  path: DocumentPath,
  inForce: string,
  file: PolicyFileContext,
): Condition | undefined {
  const key = shape.tools === undefined ? "events" : "tools";
  const test = allOf(
    partsCondition(read, file.names),
    names === null ? null : toolsCondition(names, read.events),
  );
  if (test === null) return undefined;
  return readCondition(test, file.report, {
    within: () => file.document.valueAt([...path, key]),
    inForce,
    before: file.toolConditions,
    parsed: file.parsed,
  });
}

const NO_EFFECTS: EffectsCondition = { condition: null, doubtful: null, problems: [] };

/** The keys that say what a call does, and what is wrong with them; `null` for an allow, for which they say too little. */
function effectsOf(
  shape: PolicyShape,
  path: DocumentPath,
  inForce: string,
  { document, report, sets }: PolicyFileContext,
): EffectsCondition | null {
  const effect = EFFECTS.find((one) => shape[one] !== undefined);
  if (effect !== undefined && shape.allow !== undefined) {
    report.add(document.keyAt([...path, effect]), {
      code: "invalid-value",
      message: `${cite(effect)} says what a call may do, which is too little for an allow; ${inForce}`,
      cure: 'write a condition: `when: facts.complete && facts.writes.all(w, w.within("./**"))`',
    });
    return null;
  }
  if (effect === undefined && (shape.except ?? shape.where ?? shape.doubt) === undefined) return NO_EFFECTS;
  const effects = effectsCondition(shape, sets, path);
  for (const { path: at, ...problem } of effects.problems)
    report.add(document.valueAt(at), { ...problem, message: `${problem.message}; ${inForce}` });
  return effects;
}

/**
 * `when`, in the words of all agents.
 *
 * @param effects what the keys beside it mean: both have to hold
 */
function whenOf(
  { when: written, ...shape }: PolicyShape,
  effects: string | null,
  read: ReadEventNames,
  tools: readonly string[] | null,
  path: DocumentPath,
  inForce: string,
  { document, report, own, source, derived, parsed }: PolicyFileContext,
): Condition | undefined {
  const before = effects === null || written === undefined ? "" : `(${effects}) && (`;
  const when = written === undefined ? effects : effects === null ? written : `${before}${written})`;
  if (when === null) return undefined;
  const key = EFFECTS.find((one) => shape[one] !== undefined);
  const at = (offset: number): number =>
    written !== undefined && offset >= before.length
      ? document.within([...path, "when"], Math.min(offset - before.length, written.length))
      : document.valueAt([...path, key ?? "when"]);
  const from = readFrom(read, tools?.some((name) => GLOB_SIGN.test(name)) === true ? null : tools);
  const condition = readCondition(when, report, {
    within: at,
    inForce,
    escapes: "strict",
    from: { ...from, also: [...(from.also ?? []), ...derived] },
    ownTools: own.tools,
    parsed,
    comment: () => commentAfter(source.text, at(when.length)),
  });
  return inAllWords(condition, read, (problem) => {
    report.add(document.keyAt([...path, written === undefined && key !== undefined ? key : "when"]), {
      ...problem,
      message: `${problem.message}; ${inForce}`,
    });
  });
}

/** Both of two conditions; null is one that holds always. */
function allOf(one: string | null, other: string | null): string | null {
  return one === null || other === null ? (one ?? other) : `(${one}) && (${other})`;
}

/** The tools of a policy; `null` where it names none. */
function toolsOf(
  { tools: written }: PolicyShape,
  events: readonly string[],
  path: DocumentPath,
  tolerant: boolean,
  { document, report, own }: PolicyFileContext,
): readonly string[] | null | "unreadable" {
  if (written === undefined) return null;
  const { tools, problems } = readTools(written, own.tools);
  const at = document.valueAt([...path, "tools"]);
  for (const problem of problems) {
    const counts = problem.severity === "warning" || tools !== null;
    const inForce = tolerant ? "the policy applies to every tool" : "the policy is not loaded";
    report.add(at, counts ? problem : { ...problem, message: `${problem.message}; ${inForce}` });
  }
  if (tools === null) return "unreadable";
  if (events.every((event) => toolFieldOf(event) === "none")) {
    report.add(document.keyAt([...path, "tools"]), {
      severity: "warning",
      code: "never-applies",
      message: "no event of the policy is about a tool: with `tools`, it never applies",
      cure: "remove `tools`, or list events such as `before_tool_call`",
    });
  }
  // A tool that is named wrongly is not what the author allowed.
  const wrong = problems.some(({ severity }) => severity !== "warning");
  return wrong && !tolerant ? "unreadable" : tools;
}

function commentAfter(text: string, offset: number): number | null {
  COMMENT.lastIndex = offset;
  return COMMENT.test(text) ? COMMENT.lastIndex - 1 : null;
}
