import { setFlagsFromString } from "node:v8";
import { celEnv, parse as parseCel, plan } from "@bufbuild/cel";
import { statefulIsAuthorized } from "@cedar-policy/cedar-wasm/nodejs";
import type { Expr } from "@gatehouse-hooks/condition";
import type { JsonObject } from "@gatehouse-hooks/json";
import { Environment } from "@marcbachmann/cel-js";
import { newEnforcer, newModelFromString } from "casbin";
import { Parser } from "expr-eval";
import { compileExpression, useDotAccessOperatorAndOptionalChaining } from "filtrex";
import { Jexl } from "jexl";
import { LogicEngine } from "json-logic-engine";
import jsonLogic from "json-logic-js";
import jsonata from "jsonata";
import { cedarCalls } from "../peers/cedar-calls.js";
import type { Dialect } from "./dialect.js";
import { translate } from "./dialect.js";
import { plainEvents } from "./workload.js";

// Node 20 crashes in its deoptimiser now and then where it has put a call of WebAssembly (cedar's) into JavaScript.
setFlagsFromString("--no-turbo-inline-js-wasm-calls");

/** Answers by the number of the event: what an engine needs it for is prepared beforehand. */
export type Answer<T = boolean> = (event: number) => T;

const METHODS = ["includes", "startsWith", "endsWith"] as const;
const q = (text: string): string => JSON.stringify(text);

function textual(method: (typeof METHODS)[number]): (text: unknown, part: string) => boolean {
  return (text, part) => typeof text === "string" && text[method](part);
}

/** `has(e.a) && has(e.a.b) && …`: CEL, Cedar and others have no value for what is missing. */
function guarded(
  path: readonly string[],
  has: (parent: readonly string[], key: string) => string,
  test: string,
): string {
  const guards = path.map((key, i) => has(path.slice(0, i), key));
  return `(${[...guards, test].join(" && ")})`;
}

const symbols = {
  and: (parts: readonly string[]) => `(${parts.join(" && ")})`,
  or: (parts: readonly string[]) => `(${parts.join(" || ")})`,
  not: (part: string) => `!(${part})`,
};

const words = {
  and: (parts: readonly string[]) => `(${parts.join(" and ")})`,
  or: (parts: readonly string[]) => `(${parts.join(" or ")})`,
  not: (part: string) => `not (${part})`,
};

export const celDialect: Dialect<string> = {
  ...symbols,
  equals: (path, constant) => celGuard(path, `e.${path.join(".")} == ${q(constant)}`),
  test: (method, path, part) =>
    celGuard(path, `e.${path.join(".")}.${method === "includes" ? "contains" : method}(${q(part)})`),
};

function celGuard(path: readonly string[], test: string): string {
  return guarded(path, (parent, key) => `has(${["e", ...parent, key].join(".")})`, test);
}

const marcbachmann = new Environment({ unlistedVariablesAreDyn: true });
const plainActivations = plainEvents.map((event) => ({ e: event as Record<string, unknown> }));

export function celJs(ast: Expr): Answer {
  const run = marcbachmann.parse(translate(ast, celDialect));
  return (event) => run(plainActivations[event]) === true;
}

export function parseCelJs(text: string): unknown {
  return marcbachmann.parse(text);
}

const bufbuildEnv = celEnv({});
const bufbuildEvents = plainEvents.map((event) => ({ e: mapOf(event) }));

function mapOf(value: unknown): never {
  if (typeof value !== "object" || value === null) return value as never;
  return new Map(Object.entries(value).map(([key, member]) => [key, mapOf(member)])) as never;
}

export function bufbuildCel(ast: Expr): Answer {
  const run = plan(bufbuildEnv, parseCel(translate(ast, celDialect)));
  return (event) => run(bufbuildEvents[event] ?? {}) === true;
}

export function parseBufbuildCel(text: string): unknown {
  return parseCel(text);
}

export const logicDialect: Dialect<object> = {
  and: (parts) => ({ and: parts }),
  or: (parts) => ({ or: parts }),
  not: (part) => ({ "!": [part] }),
  equals: (path, constant) => ({ "===": [{ var: path.join(".") }, constant] }),
  test: (method, path, part) => ({ [method]: [{ var: path.join(".") }, part] }),
};

const logicEngine = new LogicEngine();
for (const method of METHODS) {
  const test = textual(method);
  logicEngine.addMethod(method, ([text, part]: [unknown, string]) => test(text, part), {
    deterministic: true,
  });
  jsonLogic.add_operation(method, test);
}

export function logicBuild(ast: Expr): Answer {
  const run = logicEngine.build(translate(ast, logicDialect)) as (event: unknown) => unknown;
  return (event) => Boolean(run(plainEvents[event]));
}

export function logicRun(ast: Expr): Answer {
  const logic = translate(ast, logicDialect);
  return (event) => Boolean(logicEngine.run(logic, plainEvents[event]));
}

export function logicJs(ast: Expr): Answer {
  const logic = translate(ast, logicDialect);
  return (event) => Boolean(jsonLogic.apply(logic, plainEvents[event]));
}

const jexlEngine = new Jexl();
for (const method of METHODS) jexlEngine.addFunction(method, textual(method));
export const jexlDialect: Dialect<string> = {
  ...symbols,
  equals: (path, constant) => `${path.join(".")} == ${q(constant)}`,
  test: (method, path, part) => `${method}(${path.join(".")}, ${q(part)})`,
};

export function jexl(ast: Expr): Answer {
  const expression = jexlEngine.compile(translate(ast, jexlDialect));
  return (event) => Boolean(expression.evalSync(plainEvents[event] as JsonObject));
}

export function parseJexl(text: string): unknown {
  return jexlEngine.compile(text);
}

const filtrexOptions = {
  customProp: useDotAccessOperatorAndOptionalChaining,
  extraFunctions: {
    same: (value: unknown, constant: string) => value === constant,
    ...Object.fromEntries(METHODS.map((method) => [method, textual(method)])),
  },
};
export const filtrexDialect: Dialect<string> = {
  ...words,
  // Its `==` refuses what is missing.
  equals: (path, constant) => `same(${path.join(".")}, ${q(constant)})`,
  test: (method, path, part) => `${method}(${path.join(".")}, ${q(part)})`,
};

export function filtrex(ast: Expr): Answer {
  const run = compileExpression(translate(ast, filtrexDialect), filtrexOptions) as (
    event: unknown,
  ) => unknown;
  return (event) => run(plainEvents[event]) === true;
}

export function parseFiltrex(text: string): unknown {
  return compileExpression(text, filtrexOptions);
}

const exprParser = new Parser();
const exprFunctions = exprParser.functions as Record<string, unknown>;
for (const method of METHODS) exprFunctions[method] = textual(method);
const exprEvents = plainEvents.map((event) => ({
  toolName: 0,
  sessionKey: 0,
  event: 0,
  params: 0,
  agent: 0,
  ...event,
}));
export const exprDialect: Dialect<string> = {
  ...words,
  equals: (path, constant) => exprGuard(path, `${path.join(".")} == ${q(constant)}`),
  test: (method, path, part) => exprGuard(path, `${method}(${path.join(".")}, ${q(part)})`),
};

/** It throws where the parent is missing. */
function exprGuard(path: readonly string[], test: string): string {
  const parents = path.slice(0, -1).map((_, i) => path.slice(0, i + 1).join("."));
  return parents.length === 0 ? test : `(${[...parents, test].join(" and ")})`;
}

export function exprEval(ast: Expr): Answer {
  const expression = exprParser.parse(translate(ast, exprDialect));
  return (event) => Boolean(expression.evaluate(exprEvents[event] as never));
}

export function parseExprEval(text: string): unknown {
  return exprParser.parse(text);
}

export const jsonataDialect: Dialect<string> = {
  and: words.and,
  or: words.or,
  not: (part) => `$not(${part})`,
  equals: (path, constant) => `${path.join(".")} = ${q(constant)}`,
  test: (method, path, part) => `$${method}(${path.join(".")}, ${q(part)})`,
};

/** Answers later: its evaluation is asynchronous. */
export function jsonataOf(ast: Expr): Answer<Promise<boolean>> {
  const expression = jsonata(translate(ast, jsonataDialect));
  for (const method of METHODS) expression.registerFunction(method, textual(method));
  return async (event) => (await expression.evaluate(plainEvents[event])) === true;
}

export function cedar(ast: Expr): Answer {
  const guard = (path: readonly string[], test: string): string =>
    guarded(path, (parent, key) => `${["context", ...parent].join(".")} has ${key}`, test);
  const text = translate<string>(ast, {
    ...symbols,
    equals: (path, constant) => guard(path, `context.${path.join(".")} == ${q(constant)}`),
    test: (method, path, part) => {
      const pattern = `${method === "startsWith" ? "" : "*"}${part}${method === "endsWith" ? "" : "*"}`;
      return guard(path, `context.${path.join(".")} like ${q(pattern)}`);
    },
  });
  const calls = cedarCalls({ p: `permit(principal, action, resource) when { ${text} };` }, plainEvents);
  return (event) => {
    const call = calls[event];
    const answer = call === undefined ? undefined : statefulIsAuthorized(call);
    return answer?.type === "success" && answer.response.decision === "allow";
  };
}

export async function casbin(ast: Expr): Promise<Answer> {
  const guard = (path: readonly string[], test: string): string => {
    const parents = path.slice(0, -1).map((_, i) => `r.event.${path.slice(0, i + 1).join(".")}`);
    return `(${[...parents, test].join(" && ")})`;
  };
  const text = translate<string>(ast, {
    ...symbols,
    equals: (path, constant) => guard(path, `r.event.${path.join(".")} == ${q(constant)}`),
    test: (method, path, part) => guard(path, `${method}(r.event.${path.join(".")}, ${q(part)})`),
  });
  const enforcer = await newEnforcer(
    newModelFromString(
      `[request_definition]\nr = event\n[policy_definition]\np = eft\n[policy_effect]\ne = some(where (p.eft == allow))\n[matchers]\nm = ${text}\n`,
    ),
  );
  for (const method of METHODS) await enforcer.addFunction(method, textual(method));
  return (event) => enforcer.enforceSync(plainEvents[event]);
}
