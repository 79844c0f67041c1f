import { type Level, policySchema, testSchema } from "../../packages/hosts/src/gatehouse/schema.js";

const POLICY = { id: "a", events: ["before_tool_call"] };
const TEST = { event: {}, expect: {}, answers: { a: { kind: "deny" } } };
/** What each level needs at least; what the loader makes of it has the defaults. */
const LEAST: Readonly<Partial<Record<Level, Readonly<Record<string, unknown>>>>> = {
  judge: { prompt: "p" },
  command: { run: "r" },
  builtin: { name: "n" },
  function: { name: "n" },
};

/** The values in force of the keys of a level that are not written, as the loader's schemas fill them in. */
export function defaultsOf(level: Level): Readonly<Record<string, unknown>> {
  const least = LEAST[level];
  const whole: unknown =
    level === "policy" || least !== undefined
      ? policySchema.parse(least === undefined ? POLICY : { ...POLICY, [level]: least })
      : testSchema.parse(TEST);
  switch (level) {
    case "file":
    case "expect":
      return {};
    case "test":
      return without(testSchema.parse({ event: {}, expect: {} }), ["event", "expect"]);
    case "answer":
      return without((whole as typeof TEST).answers.a, ["kind"]);
    case "policy":
      return without(whole, Object.keys(POLICY));
    default:
      return without((whole as Readonly<Record<string, unknown>>)[level], Object.keys(least ?? {}));
  }
}

function without(value: unknown, keys: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(value as Readonly<Record<string, unknown>>).filter(([key]) => !keys.includes(key)),
  );
}
