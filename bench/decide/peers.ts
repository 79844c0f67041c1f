import type { Event } from "@gatehouse-hooks/engine";
import { ZenEngine } from "@gorules/zen-engine";
import { Environment } from "@marcbachmann/cel-js";
import { LogicEngine } from "json-logic-engine";
import { Engine, type TopLevelCondition } from "json-rules-engine";
import { casbinRules } from "../peers/casbin-rules.js";
import { cedarForbids } from "../peers/cedar-calls.js";
import type { Answer, Decider } from "./by-hand.js";
import type { Spec, Workload } from "./workload.js";

/** The answer from the numbers of all policies that matched, in any order. */
function answerOf(matched: readonly number[], all: boolean): Answer {
  if (all) return [...matched].sort((a, b) => a - b);
  return matched.length === 0 ? -1 : Math.min(...matched);
}

/** One `forbid` for each policy, and one `permit` for everything; the set is parsed beforehand. */
export function cedar({ specs, events, all }: Workload): Decider {
  const when = ({ tool, field, shape, literal, other }: Spec): string => {
    const at = `context.params.${field}`;
    const head = `context.toolName == "${tool}" && `;
    switch (shape) {
      case "includes":
        return `${head}${at} like "*${literal}*"`;
      case "startsWith":
        return `${head}${at} like "${literal}*"`;
      case "endsWith":
        return `${head}${at} like "*${literal}"`;
      case "either":
        return `${head}(${at} like "*${literal}*" || ${at} like "*${other}*")`;
      case "elsewhere":
        return `${head}${at} like "*${literal}*" && !(context.cwd like "/tmp*")`;
      case "stranger":
        return `${head}${at} like "*${literal}*" && context.sessionKey != "admin"`;
    }
  };
  const decide = cedarForbids(
    specs.map(when),
    events,
    (event) => JSON.parse(JSON.stringify(event)) as Record<string, string>,
  );
  return (event) => answerOf(decide(event), all);
}

/** One rule for each policy, evaluated by `eval(p.rule)`; a deny stops. */
export async function casbin({ specs, all }: Workload): Promise<Decider> {
  if (all) throw new Error("casbin does not collect matches");
  const ruleOf = ({ tool, field, shape, literal, other }: Spec): string => {
    const at = `r_event.params.${field}`;
    const head = `r_event.toolName == '${tool}' && `;
    switch (shape) {
      case "includes":
        return `${head}has(${at}, '${literal}')`;
      case "startsWith":
        return `${head}begins(${at}, '${literal}')`;
      case "endsWith":
        return `${head}ends(${at}, '${literal}')`;
      case "either":
        return `${head}(has(${at}, '${literal}') || has(${at}, '${other}'))`;
      case "elsewhere":
        return `${head}has(${at}, '${literal}') && !begins(r_event.cwd, '/tmp')`;
      case "stranger":
        return `${head}has(${at}, '${literal}') && r_event.sessionKey != 'admin'`;
    }
  };
  return await casbinRules<Event>(specs.map(ruleOf), {
    has: (text: string, part: string) => text.includes(part),
    begins: (text: string, part: string) => text.startsWith(part),
    ends: (text: string, part: string) => text.endsWith(part),
  });
}

/** One rule for each policy; asynchronous, and every rule is evaluated. */
export function jsonRulesEngine({ specs, all }: Workload): (event: Event) => Promise<Answer> {
  const engine = new Engine([], { allowUndefinedFacts: true });
  engine.addOperator<string, string>(
    "includes",
    (text, part) => typeof text === "string" && text.includes(part),
  );
  engine.addOperator<string, string>(
    "startsWith",
    (text, part) => typeof text === "string" && text.startsWith(part),
  );
  engine.addOperator<string, string>(
    "endsWith",
    (text, part) => typeof text === "string" && text.endsWith(part),
  );
  for (const { id, tool, field, shape, literal, other } of specs) {
    const at = { fact: "params", path: `$.${field}` };
    const head = { fact: "toolName", operator: "equal", value: tool };
    const includes = { ...at, operator: "includes", value: literal };
    const conditions: TopLevelCondition = {
      all: [
        head,
        ...(shape === "either"
          ? [{ any: [includes, { ...at, operator: "includes", value: other }] }]
          : shape === "elsewhere"
            ? [includes, { not: { fact: "cwd", operator: "startsWith", value: "/tmp" } }]
            : shape === "stranger"
              ? [includes, { fact: "sessionKey", operator: "notEqual", value: "admin" }]
              : [{ ...at, operator: shape, value: literal }]),
      ],
    };
    engine.addRule({ name: `p${id}`, conditions, event: { type: "match", params: { id } } });
  }
  return async (event) => {
    const { events } = await engine.run({ ...event });
    return answerOf(
      events.map((one) => (one.params as { readonly id: number }).id),
      all,
    );
  };
}

/** One row of a decision table for each policy. */
export function zen({ specs, all }: Workload): (event: Event) => Promise<Answer> {
  const expressionOf = ({ tool, field, shape, literal, other }: Spec): string => {
    const at = `params.${field}`;
    const head = `toolName == '${tool}' and `;
    switch (shape) {
      case "includes":
        return `${head}contains(${at}, '${literal}')`;
      case "startsWith":
      case "endsWith":
        return `${head}${shape}(${at}, '${literal}')`;
      case "either":
        return `${head}(contains(${at}, '${literal}') or contains(${at}, '${other}'))`;
      case "elsewhere":
        return `${head}contains(${at}, '${literal}') and not startsWith(cwd, '/tmp')`;
      case "stranger":
        return `${head}contains(${at}, '${literal}') and sessionKey != 'admin'`;
    }
  };
  const decision = new ZenEngine().createDecision({
    nodes: [
      { id: "in", type: "inputNode", name: "in", position: { x: 0, y: 0 } },
      {
        id: "table",
        type: "decisionTableNode",
        name: "table",
        position: { x: 0, y: 0 },
        content: {
          hitPolicy: all ? "collect" : "first",
          inputs: [{ id: "c", name: "c", type: "expression" }],
          outputs: [{ id: "o", name: "o", field: "id", type: "expression" }],
          rules: specs.map((spec) => ({ _id: `r${spec.id}`, c: expressionOf(spec), o: String(spec.id) })),
        },
      },
      { id: "out", type: "outputNode", name: "out", position: { x: 0, y: 0 } },
    ],
    edges: [
      { id: "e1", sourceId: "in", targetId: "table", type: "edge" },
      { id: "e2", sourceId: "table", targetId: "out", type: "edge" },
    ],
  });
  return async (event) => {
    const { result } = (await decision.evaluate(event)) as {
      readonly result: { readonly id?: number } | readonly { readonly id: number }[] | null;
    };
    if (Array.isArray(result)) return (result as readonly { readonly id: number }[]).map((row) => row.id);
    const first = result as { readonly id?: number } | null;
    return all ? [] : (first?.id ?? -1);
  };
}

function scan(tests: readonly ((event: Event) => unknown)[], all: boolean): Decider {
  return (event) => {
    const found: number[] = [];
    for (let id = 0; id < tests.length; id++) {
      if (tests[id]?.(event) !== true) continue;
      if (!all) return id;
      found.push(id);
    }
    return all ? found : -1;
  };
}

/** Each condition parsed to a function, in a loop. */
export function cel({ specs, events, all }: Workload): Decider {
  const environment = new Environment({ unlistedVariablesAreDyn: true });
  const plain = new Map(
    events.map((event) => [event, JSON.parse(JSON.stringify(event)) as Record<string, unknown>]),
  );
  const expressionOf = ({ tool, field, shape, literal, other }: Spec): string => {
    const at = `params.${field}`;
    const head = `toolName == "${tool}" && `;
    switch (shape) {
      case "includes":
        return `${head}${at}.contains("${literal}")`;
      case "startsWith":
      case "endsWith":
        return `${head}${at}.${shape}("${literal}")`;
      case "either":
        return `${head}(${at}.contains("${literal}") || ${at}.contains("${other}"))`;
      case "elsewhere":
        return `${head}${at}.contains("${literal}") && !cwd.startsWith("/tmp")`;
      case "stranger":
        return `${head}${at}.contains("${literal}") && sessionKey != "admin"`;
    }
  };
  const decide = scan(
    specs.map((spec) => {
      const run = environment.parse(expressionOf(spec));
      return (event: Event): unknown => run(event);
    }),
    all,
  );
  return (event) => decide((plain.get(event) ?? event) as Event);
}

/** Each condition built to a function (with `new Function`), in a loop. */
export function jsonLogicBuild({ specs, all }: Workload): Decider {
  const engine = new LogicEngine();
  for (const method of ["includes", "startsWith", "endsWith"] as const) {
    engine.addMethod(
      method,
      ([text, part]: [unknown, string]) => typeof text === "string" && text[method](part),
      {
        deterministic: true,
      },
    );
  }
  const logicOf = ({ tool, field, shape, literal, other }: Spec): object => {
    const at = { var: `params.${field}` };
    const includes = { includes: [at, literal] };
    const rest =
      shape === "either"
        ? [{ or: [includes, { includes: [at, other] }] }]
        : shape === "elsewhere"
          ? [includes, { "!": { startsWith: [{ var: "cwd" }, "/tmp"] } }]
          : shape === "stranger"
            ? [includes, { "!==": [{ var: "sessionKey" }, "admin"] }]
            : [{ [shape]: [at, literal] }];
    return { and: [{ "===": [{ var: "toolName" }, tool] }, ...rest] };
  };
  return scan(
    specs.map((spec) => engine.build(logicOf(spec)) as (event: Event) => unknown),
    all,
  );
}
