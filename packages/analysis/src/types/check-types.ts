import type { Expr, Span } from "@gatehouse-hooks/condition/analysis";
import {
  ALL_GATING,
  type EventKind,
  kindsOf,
  policiesOf,
  type Policy,
  type PolicySet,
} from "@gatehouse-hooks/engine";
import { quote } from "@gatehouse-hooks/json";
import { askedOf, type CallCase, CaseTruth, isToolField } from "./call-case.js";
import { eventType } from "./event-type.js";
import { NO_TOOL_TYPES, type ToolTypes } from "./tool-types.js";
import { typeOf } from "./type-of.js";
import { meantBy, type TypeProblem } from "./type-problem.js";
import { ANY } from "./value-type.js";

/** A part of a policy's condition that comes out the same whatever the event, and why. */
export interface TypeFinding extends TypeProblem {
  readonly policy: Policy;
  /** Which of the policy's conditions it is in, and where: UTF-16 code units of its text. */
  readonly in: "matcher" | "condition";
  readonly span: Span;
}

/** What was found, and what could not be looked at. */
export interface CheckedTypes {
  readonly findings: readonly TypeFinding[];
  /** Tools whose arguments a policy reads, and nothing is known of. */
  readonly untyped: readonly { readonly policy: Policy; readonly tool: string }[];
}

/** Kinds and tools that are looked at for one policy: with more of them, nothing is said of the tools. */
const MOST_CASES = 500;
/** Findings of one policy. */
const MOST_FINDINGS = 5;

/**
 * Compares the conditions of policies with the types of what they read (SPEC, "Types"): fields that are not there, methods and
 * comparisons that come out the same for every value of a type, constants that a value never is.
 *
 * Where a policy is about several events or tools, only what holds for all of them is found.
 */
export function checkTypes(set: PolicySet, tools: ToolTypes = NO_TOOL_TYPES): CheckedTypes {
  const each = policiesOf(set)
    .filter(({ enabled }) => enabled)
    .map((policy) =>
      checkPolicy(
        policy,
        policy.events.map((name) => kindOf(set, name)),
        tools,
      ),
    );
  return {
    findings: each.flatMap(({ findings }) => findings),
    untyped: each.flatMap(({ untyped }) => untyped),
  };
}

function kindOf(set: PolicySet, name: string): EventKind {
  return kindsOf(set).of(name);
}

/** How often a part was looked at, and what was wrong with it each time. */
interface Noted {
  looked: number;
  readonly problems: TypeProblem[];
}

function checkPolicy(policy: Policy, kinds: readonly EventKind[], tools: ToolTypes): CheckedTypes {
  const { matcher, condition } = policy;
  const matching = matcher?.ast ?? null;
  const ast = condition?.ast ?? null;
  const known = { policy, findings: missingTools(policy, kinds, tools), untyped: new Set<string>() };
  if (ast !== null && !policy.events.includes(ALL_GATING)) {
    const noted = new Map<Expr, Noted>();
    for (const one of casesOf([matching, ast], kinds, tools)) {
      const truth = new CaseTruth(one, tools);
      if (matching !== null && truth.of(matching) === false) continue;
      const input = argumentsIn(one, tools);
      if (input === undefined && one.tool !== undefined && readsInput(ast, one.kind))
        known.untyped.add(one.tool);
      typeOf(ast, {
        event: eventType(one.kind, input ?? ANY),
        variables: new Map(),
        truth: (node) => truth.of(node),
        note: (node, problem) => {
          const before = noted.get(node) ?? { looked: 0, problems: [] };
          before.looked++;
          if (problem !== null) before.problems.push(problem);
          noted.set(node, before);
        },
      });
    }
    for (const [{ span }, { looked, problems }] of noted) {
      // Of several tools one may have what is meant.
      const problem = problems.find(({ cure }) => cure.startsWith("did you mean")) ?? problems[0];
      if (problem !== undefined && problems.length === looked)
        known.findings.push({ ...problem, policy, in: "condition", span });
    }
  }
  return {
    findings: known.findings.toSorted((a, b) => a.span[0] - b.span[0]).slice(0, MOST_FINDINGS),
    untyped: [...known.untyped].map((tool) => ({ policy, tool })),
  };
}

function argumentsIn({ kind, tool }: CallCase, tools: ToolTypes): ReturnType<ToolTypes["argumentsOf"]> {
  return kind.tool === undefined || tool === undefined ? undefined : tools.argumentsOf(tool, kind);
}

/** Each kind with each tool that the conditions name or may mean, and with any other. */
function casesOf(
  conditions: readonly (Expr | null)[],
  kinds: readonly EventKind[],
  tools: ToolTypes,
): readonly CallCase[] {
  const cases = kinds.flatMap((kind): readonly CallCase[] => {
    const named = new Set<string>();
    for (const { node, constants } of toolTests(conditions, kind)) {
      const isPattern = node.kind === "call";
      for (const name of isPattern ? (tools.names ?? []) : constants) named.add(name);
    }
    return [...[...named].map((tool) => ({ kind, tool })), { kind, tool: undefined }];
  });
  return cases.length > MOST_CASES ? kinds.map((kind) => ({ kind, tool: undefined })) : cases;
}

interface ToolTest {
  readonly node: Expr;
  readonly constants: readonly string[];
  readonly at: readonly Expr[];
}

/** The tests of the tool's name in an event of a kind, with constants. */
function toolTests(conditions: readonly (Expr | null)[], kind: EventKind): readonly ToolTest[] {
  return conditions
    .flatMap((condition) => (condition === null ? [] : nodesOf(condition)))
    .flatMap((node) => {
      const asked = askedOf(node);
      return asked === undefined || !isToolField(asked.name, kind) ? [] : [{ node, ...asked }];
    });
}

/** Names of a server's tools, all of which are known, that are none of them. */
function missingTools(
  policy: Policy,
  kinds: readonly EventKind[],
  { names = [], complete = [] }: ToolTypes,
): TypeFinding[] {
  if (complete.length === 0) return [];
  const found = new Map<Expr, TypeFinding>();
  for (const part of ["matcher", "condition"] as const) {
    for (const { node, constants, at } of kinds.flatMap((kind) =>
      toolTests([policy[part]?.ast ?? null], kind),
    )) {
      constants.forEach((name, i) => {
        const place = at[i];
        const start = complete.find((one) => name.startsWith(one));
        if (node.kind !== "compare" || place === undefined || start === undefined || names.includes(name))
          return;
        const own = names.filter((one) => one.startsWith(start));
        const meant = meantBy(
          name.slice(start.length),
          own.map((one) => one.slice(start.length)),
        );
        found.set(place, {
          policy,
          in: part,
          span: place.span,
          code: "unknown-tool",
          message: `the server of ${quote(name, 80)} has no such tool`,
          cure:
            meant === undefined
              ? `its tools are ${own
                  .slice(0, 20)
                  .map((one) => one.slice(start.length))
                  .join(", ")}`
              : `did you mean ${quote(start + meant, 80)}?`,
        });
      });
    }
  }
  return [...found.values()];
}

function readsInput(ast: Expr, { tool }: EventKind): boolean {
  return (
    tool !== undefined &&
    nodesOf(ast).some(
      (node) => node.kind === "member" && node.object.kind === "name" && node.object.name === tool.input,
    )
  );
}

/** A condition and everything inside of it. */
function nodesOf(node: Expr): readonly Expr[] {
  const inside = Object.values<unknown>(node)
    .flatMap((value): readonly unknown[] => (Array.isArray(value) ? Array.from(value as unknown[]) : [value]))
    .filter(
      (value): value is Expr => typeof value === "object" && value !== null && Object.hasOwn(value, "kind"),
    );
  return [node, ...inside.flatMap(nodesOf)];
}
