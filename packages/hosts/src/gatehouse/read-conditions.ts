import type { Condition } from "@gatehouse-hooks/engine";
import { readCondition } from "../text/read-condition.js";
import type { DocumentPath } from "../yaml/document.js";
import type { PolicyFileContext } from "./file-context.js";
import { readTools } from "./read-tools.js";
import type { PolicyShape } from "./shape.js";
import { toolFieldOf } from "./tool-field.js";
import { GLOB, toolsCondition } from "./tools-condition.js";

/** When a policy applies. */
export interface Conditions {
  readonly matcher?: Condition;
  readonly condition?: Condition;
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
  events: readonly string[],
  path: DocumentPath,
  tolerant: boolean,
  file: PolicyFileContext,
): Conditions | null {
  const { document, report } = file;
  const inForce = tolerant ? "the policy applies always" : "the policy is not loaded";
  const tools = toolsOf(shape, events, path, tolerant, file);
  if (tools === "unreadable" && !tolerant) return null;
  const names = tools === "unreadable" || tools === null ? null : tools;
  const matcher =
    names === null
      ? undefined
      : readCondition(toolsCondition(names, events), report, {
          within: () => document.valueAt([...path, "tools"]),
          inForce,
          parsed: file.toolConditions,
        });
  const condition =
    shape.when === undefined
      ? undefined
      : readCondition(shape.when, report, {
          within: (offset) => document.within([...path, "when"], offset),
          inForce,
          escapes: "strict",
          from: { events, tools: names === null || names.some((name) => GLOB.test(name)) ? null : names },
          comment: () =>
            commentAfter(file.source.text, document.within([...path, "when"], shape.when?.length ?? 0)),
        });
  if (!tolerant && (matcher?.ast === null || condition?.ast === null)) return null;
  return { ...(matcher === undefined ? {} : { matcher }), ...(condition === undefined ? {} : { condition }) };
}

/** The tools of a policy; `null` where it names none. */
function toolsOf(
  { tools: written }: PolicyShape,
  events: readonly string[],
  path: DocumentPath,
  tolerant: boolean,
  { document, report }: PolicyFileContext,
): readonly string[] | null | "unreadable" {
  if (written === undefined) return null;
  const { tools, problems } = readTools(written);
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
