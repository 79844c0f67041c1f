import type { JsonObject } from "@gatehouse-hooks/json";
import { Environment } from "@marcbachmann/cel-js";
import { LogicEngine } from "json-logic-engine";
import { casbinRules } from "../peers/casbin-rules.js";
import { cedarForbids } from "../peers/cedar-calls.js";
import type { Decider } from "./by-hand.js";
import type { Affix, Check, Path, Rule } from "./check.js";

type Test = (event: JsonObject) => unknown;

const AFFIXES: readonly Affix[] = ["includes", "startsWith", "endsWith"];
const q = (value: string): string => JSON.stringify(value);

function firstOf(tests: readonly Test[]): Decider<JsonObject> {
  return (event) => tests.findIndex((test) => test(event) === true);
}

function has(kind: Affix, text: unknown, part: string): boolean {
  return typeof text === "string" && text[kind](part);
}

/** The regular expressions of a set, each compiled once. */
class Patterns {
  readonly #known = new Map<string, RegExp>();

  test(text: unknown, pattern: string, flags: string): boolean {
    const key = `${flags}/${pattern}`;
    let compiled = this.#known.get(key);
    if (compiled === undefined) this.#known.set(key, (compiled = new RegExp(pattern, flags)));
    return typeof text === "string" && compiled.test(text);
  }
}

function flagsOf(check: Extract<Check, { kind: "matches" }>): string {
  return check.ignoreCase === true ? "i" : "";
}

function holdsForOne(list: unknown, key: string, value: string): boolean {
  return Array.isArray(list) && list.some((one: JsonObject) => has("includes", one[key], value));
}

/** json-logic-engine, interpreted (`run`) or built to functions (`build`, with `new Function`). */
export function jsonLogic(rules: readonly Rule[], how: "run" | "build"): Decider<JsonObject> {
  const engine = new LogicEngine();
  const patterns = new Patterns();
  const add = (name: string, method: (args: [unknown, string, string]) => unknown): void => {
    engine.addMethod(name, method as never, { deterministic: true });
  };
  for (const kind of AFFIXES) {
    add(kind, ([text, part]) => has(kind, text, part));
    add(`${kind}Lower`, ([text, part]) => has(kind, lowered(text), part));
  }
  add("matches", ([text, pattern, flags]) => patterns.test(text, pattern, flags));
  add("element", ([list, key, value]) => holdsForOne(list, key, value));
  const logics = rules.map(({ check }) => logicOf(check));
  return firstOf(
    logics.map((logic): Test => {
      if (how === "build") return engine.build(logic) as Test;
      return (event) => engine.run(logic, event) as unknown;
    }),
  );
}

function lowered(text: unknown): unknown {
  return typeof text === "string" ? text.toLowerCase() : text;
}

function logicOf(check: Check): object {
  const at = (path: Path): object => ({ var: path.join(".") });
  switch (check.kind) {
    case "all":
      return { and: check.of.map(logicOf) };
    case "some":
      return { or: check.of.map(logicOf) };
    case "not":
      return { "!": [logicOf(check.of)] };
    case "is":
      return { "===": [at(check.path), check.value] };
    case "among":
      return { in: [at(check.path), check.values] };
    case "matches":
      return { matches: [at(check.path), check.pattern, flagsOf(check)] };
    case "glob":
      return { matches: [at(check.path), check.byHand, ""] };
    case "above":
      return { ">": [at(check.path), check.value] };
    case "element":
      return { element: [at(check.path), check.key, check.value] };
    default:
      return { [`${check.kind}${check.lower === true ? "Lower" : ""}`]: [at(check.path), check.value] };
  }
}

/** cel-js: each condition parsed to a function, in a loop. */
export function cel(rules: readonly Rule[]): Decider<JsonObject> {
  const environment = new Environment({ unlistedVariablesAreDyn: true });
  const tests = rules.map(({ check }): Test => {
    const run = environment.parse(celOf(check));
    return (event): unknown => run({ e: event });
  });
  return firstOf(tests);
}

function celOf(check: Check): string {
  switch (check.kind) {
    case "all":
      return `(${check.of.map(celOf).join(" && ")})`;
    case "some":
      return `(${check.of.map(celOf).join(" || ")})`;
    case "not":
      return `!(${celOf(check.of)})`;
    case "is":
      return guarded(check.path, `== ${q(check.value)}`);
    case "among":
      return guarded(check.path, `in [${check.values.map(q).join(", ")}]`);
    case "matches":
      // Its patterns have no flags, and those of the workload are in lower case.
      return guarded(
        check.path,
        `${check.ignoreCase === true ? ".lowerAscii()" : ""}.matches(${q(check.pattern)})`,
      );
    case "glob":
      return guarded(check.path, `.matches(${q(check.byHand)})`);
    case "above":
      // Numbers of JSON are doubles for it.
      return guarded(check.path, `> ${check.value}.0`);
    case "element":
      return guarded(
        check.path,
        `.exists(one, has(one.${check.key}) && one.${check.key}.contains(${q(check.value)}))`,
      );
    default: {
      const method = check.kind === "includes" ? "contains" : check.kind;
      return guarded(
        check.path,
        `${check.lower === true ? ".lowerAscii()" : ""}.${method}(${q(check.value)})`,
      );
    }
  }
}

/** It has no value for what is missing. */
function guarded(path: Path, test: string): string {
  const guards = path.map((_, i) => `has(e.${path.slice(0, i + 1).join(".")})`);
  return `(${[...guards, `e.${path.join(".")}${test.startsWith(".") ? "" : " "}${test}`].join(" && ")})`;
}

/** casbin: one rule for each policy, evaluated by `eval(p.rule)`; a deny stops. */
export async function casbin(rules: readonly Rule[]): Promise<Decider<JsonObject>> {
  // Its own language has no escapes: patterns go by number.
  const sources: (readonly [pattern: string, flags: string])[] = [];
  const at = (path: Path): string => `r_event.${path.join(".")}`;
  const matches = (path: Path, pattern: string, flags: string): string =>
    `matches(${at(path)}, ${sources.push([pattern, flags]) - 1})`;
  const ruleOf = (check: Check): string => {
    switch (check.kind) {
      case "all":
        return `(${check.of.map(ruleOf).join(" && ")})`;
      case "some":
        return `(${check.of.map(ruleOf).join(" || ")})`;
      case "not":
        return `!${ruleOf(check.of)}`;
      case "is":
        return `${at(check.path)} == ${q(check.value)}`;
      case "among":
        return `(${check.values.map((value) => `${at(check.path)} == ${q(value)}`).join(" || ")})`;
      case "matches":
        return matches(check.path, check.pattern, flagsOf(check));
      case "glob":
        return matches(check.path, check.byHand, "");
      case "above":
        return `above(${at(check.path)}, ${check.value})`;
      case "element":
        return `element(${at(check.path)}, ${q(check.key)}, ${q(check.value)})`;
      default:
        return `${check.kind}${check.lower === true ? "Lower" : ""}(${at(check.path)}, ${q(check.value)})`;
    }
  };
  const patterns = new Patterns();
  const affixes = AFFIXES.flatMap((kind) => [
    [kind, (text: unknown, part: string) => has(kind, text, part)] as const,
    [`${kind}Lower`, (text: unknown, part: string) => has(kind, lowered(text), part)] as const,
  ]);
  return await casbinRules<JsonObject>(
    rules.map(({ check }) => ruleOf(check)),
    {
      ...Object.fromEntries(affixes),
      matches(text: unknown, number: number) {
        const [pattern = "", flags = ""] = sources[number] ?? [];
        return patterns.test(text, pattern, flags);
      },
      above: (left: unknown, right: number) => typeof left === "number" && left > right,
      element: holdsForOne,
    },
  );
}

/** Whether Cedar can say it: it has neither regular expressions nor lower case, and its lists are sets of whole values. */
export function cedarCanSay(check: Check): boolean {
  switch (check.kind) {
    case "all":
    case "some":
      return check.of.every(cedarCanSay);
    case "not":
      return cedarCanSay(check.of);
    case "matches":
    case "glob":
    case "element":
      return false;
    case "is":
    case "among":
    case "above":
      return true;
    default:
      return check.lower !== true;
  }
}

/** cedar-wasm: one `forbid` for each policy, and one `permit` for everything; the set is parsed beforehand. */
export function cedar(rules: readonly Rule[], events: readonly JsonObject[]): Decider<JsonObject> {
  const decide = cedarForbids(
    rules.map(({ check }) => cedarOf(check)),
    events,
  );
  return (event) => {
    const denying = decide(event);
    return denying.length === 0 ? -1 : Math.min(...denying);
  };
}

function cedarOf(check: Check): string {
  switch (check.kind) {
    case "all":
      return `(${check.of.map(cedarOf).join(" && ")})`;
    case "some":
      return `(${check.of.map(cedarOf).join(" || ")})`;
    case "not":
      return `!(${cedarOf(check.of)})`;
    case "is":
      return present(check.path, `== ${q(check.value)}`);
    case "among":
      return `(${check.values.map((value) => present(check.path, `== ${q(value)}`)).join(" || ")})`;
    case "above":
      return present(check.path, `> ${check.value}`);
    case "includes":
      return present(check.path, `like "*${check.value}*"`);
    case "startsWith":
      return present(check.path, `like "${check.value}*"`);
    case "endsWith":
      return present(check.path, `like "*${check.value}"`);
    default:
      throw new Error(`Cedar has no \`${check.kind}\``);
  }
}

function present(path: Path, test: string): string {
  const guards = path.map((key, i) => `${["context", ...path.slice(0, i)].join(".")} has ${key}`);
  return `(${[...guards, `context.${path.join(".")} ${test}`].join(" && ")})`;
}
