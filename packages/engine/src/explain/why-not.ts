import { analyze, type Path } from "@gatehouse-hooks/condition/analysis";
import { compile, type Expr } from "@gatehouse-hooks/condition/compile";
import { isSealed, type JsonObject, sealJsonObject, shorten } from "@gatehouse-hooks/json";
import { PathReader } from "../candidates/path-reader.js";
import type { Event } from "../event.js";
import type { Condition, Policy } from "../policy.js";
import type { Because } from "./explanation.js";
import { showValue } from "./show-value.js";

const PLAIN = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** A path as conditions write it: `params.command`, `tags[0]`, `params["a b"]`. */
export function printPath(path: readonly (string | number)[]): string {
  return path
    .map((key, i) => {
      if (typeof key === "number") return `[${key}]`;
      if (!PLAIN.test(key)) return `[${JSON.stringify(key)}]`;
      return i === 0 ? key : `.${key}`;
    })
    .join("");
}

/** The longest text of a test that is shown, in UTF-16 code units. */
const MAX_TEXT = 120;

/** The most properties shown for one test. */
const MAX_PATHS = 4;

/** The most tests in one answer: of an alternative, all parts have failed. */
const MAX_TESTS = 8;

/**
 * Why a policy does not apply to an event: the smallest set of tests that shows it, as far as looking at each part once
 * can tell. Empty when it does apply, or when its matcher or condition fails.
 */
export function whyNot(policy: Policy, event: Event): readonly Because[] {
  for (const part of ["matcher", "condition"] as const) {
    const condition = policy[part];
    if (condition?.ast == null) continue;
    const outcome = compile(condition.ast)(event);
    if (outcome === "over-budget") return [];
    if (outcome) continue;
    const tests = decisive(condition.ast, false, event);
    return tests.slice(0, MAX_TESTS).map((test) => becauseOf(part, condition, test, event));
  }
  return [];
}

interface Test {
  readonly node: Expr;
  readonly was: boolean;
}

/** The tests that decide a node's outcome. */
function decisive(node: Expr, was: boolean, event: Event): readonly Test[] {
  switch (node.kind) {
    case "truth":
      return decisive(node.operand, was, event);
    case "not":
      return decisive(node.operand, !was, event);
    case "and":
    case "or": {
      // One false part makes an `and` false, one true part an `or` true; else every part was needed.
      if ((node.kind === "or") !== was)
        return node.operands.flatMap((operand) => decisive(operand, was, event));
      const causes = node.operands
        .filter((operand) => compile(operand)(event) === was)
        .map((operand) => decisive(operand, was, event));
      return (
        causes.reduce<readonly Test[] | null>(
          (best, cause) => (best === null || cause.length < best.length ? cause : best),
          null,
        ) ?? [{ node, was }]
      );
    }
    default:
      return [{ node, was }];
  }
}

function becauseOf(part: Because["part"], condition: Condition, { node, was }: Test, event: Event): Because {
  const sealed = isSealed(event) ? event : sealJsonObject(event).value;
  return {
    part,
    text: shorten(sourceTextOf(condition.text, node), MAX_TEXT),
    was,
    saw:
      sealed === undefined
        ? []
        : analyze(node)
            .paths.slice(0, MAX_PATHS)
            .map((path) => ({ path: printPath(path), value: show(path, sealed) })),
  };
}

/** What the author wrote; the whole condition where a stored AST does not know its place in it. */
function sourceTextOf(text: string, { span: [start, end] }: Expr): string {
  const own = end <= text.length ? text.slice(start, end).trim() : "";
  return own === "" ? text.trim() : own;
}

function show(path: Path, event: JsonObject): string {
  return showValue(path.map(String).join("."), new PathReader(path).read(event));
}
