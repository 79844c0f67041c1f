import { type Expr, readAst } from "@gatehouse-hooks/condition";
import type { Condition } from "@gatehouse-hooks/engine";
import type { Problem } from "../text/report.js";
import type { EventWord } from "./event-names.js";
import type { ReadEventNames } from "./read-event-names.js";
import { renamed, type Renaming } from "./word-rules.js";

const TOO_LONG: Problem = {
  code: "condition-syntax",
  message: "the condition is too long to be read in the words of all agents",
  cure: "list the canonical event, and write its fields (docs/events.md)",
};

/**
 * A condition that is written in the words of an agent, or for an agent's name of an event, so that it means the same of the canonical
 * event and of one under the agent's name: `tool_input.command` is `params.command` there. Its text stays as it is written.
 *
 * @param refuse told why that cannot be; the condition is then as one that does not parse
 */
export function inAllWords(
  condition: Condition,
  { events, agents, canonical: listed }: ReadEventNames,
  refuse: (problem: Problem) => void,
): Condition {
  const { text, ast } = condition;
  const ruled = agents.filter(({ canonical }) => canonical.length === 1);
  if (ast === null || ruled.length === 0) return condition;
  const canonical = renamed(ast, toCanonical(ruled));
  // Who lists both names and writes the words of both has written it for each of them.
  if (listed.length > 0 && canonical !== ast && renamed(ast, toOwn(ruled)) !== ast) return condition;
  const named = ruled.filter(({ name, isOfEvents }) => isOfEvents && events.includes(name));
  const cases = casesOf(ast, canonical, named);
  if (cases.length === 0) return { text, ast: canonical };
  const whole = readAst(joined(cases, canonical, ast.span)).ast;
  if (whole === null) refuse(TOO_LONG);
  return { text, ast: whole };
}

interface Case {
  readonly names: readonly string[];
  readonly ast: Expr;
}

/** What the condition is for events under the agents' names, where it is something else than for the canonical ones. */
function casesOf(ast: Expr, canonical: Expr, named: readonly EventWord[]): readonly Case[] {
  const groups = new Map<string, EventWord[]>();
  for (const one of named) {
    const key = JSON.stringify(one.rules);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap((group) => {
    const own = renamed(ast, toOwn(group));
    return own === canonical ? [] : [{ names: group.map(({ name }) => name), ast: own }];
  });
}

function toCanonical(names: readonly EventWord[]): Renaming {
  return {
    paths: names.flatMap(({ rules }) => rules.map(({ own, canonical }) => ({ from: own, to: canonical }))),
    events: new Map(names.flatMap(({ name, canonical }) => canonical.map((one) => [name, one] as const))),
  };
}

function toOwn(names: readonly EventWord[]): Renaming {
  const rules = names.flatMap((one) => one.rules);
  return {
    // A parameter of its own before all of them.
    paths: rules
      .filter(({ canonical }) => canonical[0] !== "raw")
      .toSorted((a, b) => b.canonical.length - a.canonical.length)
      .map(({ own, canonical }) => ({ from: canonical, to: own })),
    events: new Map(),
  };
}

/** `(event in names && own) || … || (!(event in names) && canonical)`. */
function joined(cases: readonly Case[], canonical: Expr, span: Expr["span"]): Expr {
  const isOf = (names: readonly string[]): Expr => ({
    kind: "compare",
    operator: "in",
    left: { kind: "name", name: "event", span },
    right: { kind: "list", items: names.map((value) => ({ kind: "literal", value, span })), span },
    span,
  });
  const all = cases.flatMap(({ names }) => names);
  return {
    kind: "or",
    operands: [
      ...cases.map(({ names, ast }): Expr => ({ kind: "and", operands: [isOf(names), ast], span })),
      {
        kind: "and",
        operands: [{ kind: "not", operand: isOf(all), span }, canonical],
        span,
      },
    ],
    span,
  };
}
