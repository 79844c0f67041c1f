import { type Expr, readsName } from "@gatehouse-hooks/condition/analysis";
import {
  isManyEvents,
  type EventKind,
  kindsOf,
  policiesOf,
  type Policy,
  type PolicySet,
} from "@gatehouse-hooks/engine";
import { type CallCase, CaseTruth } from "./call-case.js";
import { casesOf, missingTools, type FieldTest, fieldTestsOf } from "./policy-cases.js";
import { eventType } from "./event-type.js";
import type { CheckedTypes, TypeFinding, TypeProblem, TypeScope } from "./type-problem.js";
import { typeOf } from "./type-of.js";
import { NO_TOOL_TYPES, type ToolTypes, typeOfArguments } from "./tool-types.js";
import { ANY, type ValueType } from "./value-type.js";

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
    .map((policy) => {
      const kinds = policy.events.filter((name) => !isManyEvents(name)).map((name) => kindsOf(set).of(name));
      return new PolicyTypes(policy, kinds, tools).run();
    });
  return {
    findings: each.flatMap(({ findings }) => findings),
    untyped: each.flatMap(({ untyped }) => untyped),
  };
}

class PolicyTypes {
  readonly #policy: Policy;
  readonly #cases: readonly CallCase[];
  readonly #tests: readonly FieldTest[];
  readonly #tools: ToolTypes;

  constructor(policy: Policy, kinds: readonly EventKind[], tools: ToolTypes) {
    this.#policy = policy;
    this.#tools = tools;
    this.#tests = [...fieldTestsOf(policy, "matcher"), ...fieldTestsOf(policy, "condition")];
    this.#cases = casesOf(this.#tests, kinds, tools);
  }

  run(): CheckedTypes {
    const policy = this.#policy;
    const missing = missingTools(this.#tests, this.#cases, this.#tools);
    const { ast = null } = policy.condition ?? {};
    const findings = [...missing, ...(ast === null ? [] : this.#findings(ast))]
      .map((finding): TypeFinding => ({ ...finding, policy }))
      .toSorted((a, b) => a.span[0] - b.span[0])
      .slice(0, MOST_FINDINGS);
    const untyped = ast === null ? [] : this.#untyped(ast).map((tool) => ({ policy, tool }));
    return { findings, untyped };
  }

  /** The parts that are wrong in each case in which they are looked at. */
  #findings(ast: Expr): readonly Omit<TypeFinding, "policy">[] {
    const found = new Map<Expr, TypeProblem[]>();
    this.#look(ast, (node, problem) => {
      if (problem !== null) found.set(node, [...(found.get(node) ?? []), problem]);
    });
    if (found.size === 0) return [];
    const looked = new Map<Expr, number>();
    this.#look(ast, (node) => {
      looked.set(node, (looked.get(node) ?? 0) + 1);
    });
    return [...found].flatMap(([node, problems]) => {
      // Of several tools one may have what is meant.
      const problem = problems.find(({ cure }) => cure.startsWith("did you mean")) ?? problems[0];
      return problem === undefined || problems.length !== looked.get(node)
        ? []
        : [{ ...problem, in: "condition", span: node.span }];
    });
  }

  #look(ast: Expr, note: TypeScope["note"]): void {
    for (const one of this.#cases) {
      const truth = this.#truthOf(one);
      if (truth === undefined) continue;
      const event = eventType(one.kind, argumentsIn(one, this.#tools) ?? ANY);
      typeOf(ast, { event, variables: NO_VARIABLES, truth: (node) => truth.of(node), note });
    }
  }

  /** What the tests of the kind and the tool come to; nothing where the policy is not about such events. */
  #truthOf(one: CallCase): CaseTruth | undefined {
    const truth = new CaseTruth(one, this.#tools);
    const { ast = null } = this.#policy.matcher ?? {};
    return ast !== null && truth.of(ast) === false ? undefined : truth;
  }

  #untyped(ast: Expr): readonly string[] {
    const tools = this.#cases.flatMap((one) => {
      const { tool, kind } = one;
      const isRead = tool !== undefined && kind.tool !== undefined && this.#truthOf(one)?.of(ast) !== false;
      return isRead && argumentsIn(one, this.#tools) === undefined && readsName(ast, kind.tool.input)
        ? [tool]
        : [];
    });
    return [...new Set(tools)];
  }
}

const NO_VARIABLES: TypeScope["variables"] = new Map();

function argumentsIn({ kind, tool }: CallCase, tools: ToolTypes): ValueType | undefined {
  return kind.tool === undefined || tool === undefined ? undefined : typeOfArguments(tools, tool, kind);
}
