import type { JsonObject } from "@gatehouse-hooks/json";
import type { Check, Path, Rule } from "./check.js";

/** The number of the first policy that stops the event, or -1. */
export type Decider<Input> = (input: Input) => number;

/** Every policy in turn, each a function of its own: what a careful person would write down. */
export function handWritten(rules: readonly Rule[]): Decider<JsonObject> {
  const tests: readonly Test[] = rules.map(({ check }) => functionOf(check));
  return (event) => {
    for (let i = 0; i < tests.length; i++) if (tests[i]?.(event) === true) return i;
    return -1;
  };
}

type Test = (event: JsonObject) => boolean;

export function functionOf(check: Check): Test {
  const patterns: RegExp[] = [];
  const source = sourceOf(check, patterns);
  const names = patterns.map((_, i) => `const p${i} = patterns[${i}];`).join("");
  // oxlint-disable-next-line eslint/no-new-func, typescript/no-implied-eval -- the control is hand-written code; the texts are the bench's own
  const make = new Function("patterns", `${names} return (event) => ${source};`) as (
    patterns: readonly RegExp[],
  ) => Test;
  return make(patterns);
}

function sourceOf(check: Check, patterns: RegExp[]): string {
  switch (check.kind) {
    case "all":
      return `(${check.of.map((one) => sourceOf(one, patterns)).join(" && ")})`;
    case "some":
      return `(${check.of.map((one) => sourceOf(one, patterns)).join(" || ")})`;
    case "not":
      return `!${sourceOf(check.of, patterns)}`;
    case "is":
      return `${read(check.path)} === ${JSON.stringify(check.value)}`;
    case "among":
      return `(${check.values.map((value) => `${read(check.path)} === ${JSON.stringify(value)}`).join(" || ")})`;
    case "matches":
      return tested(check.path, new RegExp(check.pattern, check.ignoreCase === true ? "i" : ""), patterns);
    case "glob":
      return tested(check.path, new RegExp(check.byHand), patterns);
    case "above":
      return `${read(check.path)} > ${check.value}`;
    case "element":
      return `(${read(check.path)}?.some((one) => one.${check.key}?.includes(${JSON.stringify(check.value)})) === true)`;
    default: {
      const lower = check.lower === true ? ".toLowerCase()" : "";
      return `(${read(check.path)}?${lower === "" ? "" : lower}.${check.kind}(${JSON.stringify(check.value)}) === true)`;
    }
  }
}

/** What is missing matches no pattern; `test` alone would read it as the string "undefined". */
function tested(path: Path, pattern: RegExp, patterns: RegExp[]): string {
  return `(${read(path)} !== undefined && p${patterns.push(pattern) - 1}.test(${read(path)}))`;
}

function read(path: Path): string {
  return `event.${path.join("?.")}`;
}
