import type { Expr } from "@gatehouse-hooks/condition/analysis";
import type { EventKind, Policy } from "@gatehouse-hooks/engine";
import { nearName, quote } from "@gatehouse-hooks/json";
import { askedOf, type CallCase, isToolField } from "./call-case.js";
import type { ToolTypes } from "./tool-types.js";
import type { TypeFinding } from "./type-problem.js";

/** Kinds and tools that are looked at for one policy: with more of them, nothing is said of the tools. */
const MOST_CASES = 500;
/** Tools that a cure lists. */
const MOST_LISTED = 20;

/** A test of a field of the event with constant strings. */
export interface FieldTest {
  readonly in: "matcher" | "condition";
  readonly node: Expr;
  readonly name: string;
  readonly constants: readonly string[];
  /** The constants, in the condition. */
  readonly at: readonly Expr[];
}

/** The tests of fields with strings in one of a policy's conditions. */
export function fieldTestsOf(policy: Policy, part: FieldTest["in"]): readonly FieldTest[] {
  const found: FieldTest[] = [];
  const read = (node: Expr): void => {
    const asked = askedOf(node);
    if (asked !== undefined) found.push({ in: part, node, ...asked });
    else insideOf(node).forEach(read);
  };
  const { ast = null } = policy[part] ?? {};
  if (ast !== null) read(ast);
  return found;
}

/** The conditions inside of one, as far as tests of fields may be in them. */
function insideOf(node: Expr): readonly Expr[] {
  switch (node.kind) {
    case "and":
    case "or":
      return node.operands;
    case "not":
    case "truth":
      return [node.operand];
    case "any":
    case "all":
      return [node.body];
    case "compare":
      return [node.left, node.right];
    default:
      return [];
  }
}

/** Each kind with each tool that the tests name or may mean, and with any other. */
export function casesOf(
  tests: readonly FieldTest[],
  kinds: readonly EventKind[],
  { names = [] }: ToolTypes,
): readonly CallCase[] {
  const cases = kinds.flatMap((kind): readonly CallCase[] => {
    const named = new Set<string>();
    for (const { node, name, constants } of tests) {
      if (!isToolField(name, kind)) continue;
      for (const tool of node.kind === "call" ? names : constants) named.add(tool);
    }
    return [...Array.from(named, (tool) => ({ kind, tool })), { kind, tool: undefined }];
  });
  return cases.length > MOST_CASES ? kinds.map((kind) => ({ kind, tool: undefined })) : cases;
}

/** Names of a server's tools, all of which are known, that are none of them. */
export function missingTools(
  tests: readonly FieldTest[],
  cases: readonly CallCase[],
  { names = [], complete = [] }: ToolTypes,
): readonly Omit<TypeFinding, "policy">[] {
  if (complete.length === 0) return [];
  const compared = tests.filter(
    ({ node, name }) => node.kind === "compare" && cases.some(({ kind }) => isToolField(name, kind)),
  );
  return compared.flatMap(({ in: part, constants, at }) =>
    constants.flatMap((name, i) => {
      const span = at[i]?.span;
      const start = complete.find((one) => name.startsWith(one));
      if (span === undefined || start === undefined || names.includes(name)) return [];
      const own = names.filter((one) => one.startsWith(start)).map((one) => one.slice(start.length));
      const meant = nearName(name.slice(start.length), own);
      return [
        {
          in: part,
          span,
          code: "unknown-tool" as const,
          message: `the server of ${quote(name, 80)} has no such tool`,
          cure:
            meant === null
              ? `its tools are ${own.slice(0, MOST_LISTED).join(", ")}`
              : `did you mean ${quote(start + meant, 80)}?`,
        },
      ];
    }),
  );
}
