import { isRecord, nearName } from "@gatehouse-hooks/json";

/** What an option has to be; gives what was expected where it is something else. */
export type OptionCheck = (value: unknown) => string | undefined;

/** The options of a function by their names. */
export type OptionChecks<Options> = Readonly<Record<keyof Options & string, OptionCheck>>;

/**
 * Reads options strictly: a name that is not known would be ignored, and what it was meant to do would not happen.
 *
 * @param who - as messages name it: a hook by its id.
 * @throws TypeError that names the option, what was expected, and the option that is meant.
 */
export function checkOptions(
  who: string,
  options: unknown,
  checks: Readonly<Record<string, OptionCheck>>,
): void {
  if (typeof options !== "object" || options === null || Array.isArray(options))
    throw new TypeError(`${who}: expected an object with options, got ${shown(options)}`);
  const known = Object.keys(checks);
  for (const [name, value] of Object.entries(options)) {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (check === undefined) {
      const meant = nearName(name, known);
      const cure = meant === null ? `expected one of ${known.join(", ")}` : `did you mean \`${meant}\`?`;
      throw new TypeError(`${who}: unknown option \`${name}\`; ${cure}`);
    }
    const expected = value === undefined ? undefined : check(value);
    if (expected !== undefined)
      throw new TypeError(`${who}: expected \`${name}\` to be ${expected}, got ${shown(value)}`);
  }
}

/** A value as a message shows it. */
export function shown(value: unknown): string {
  if (typeof value === "string") return `\`${value.slice(0, 60)}\``;
  if (typeof value === "function") return "a function";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}

/** Text. */
export const isText: OptionCheck = (value) => (typeof value === "string" ? undefined : "a string");
/** Text that says something. */
export const isWords: OptionCheck = (value) =>
  typeof value === "string" && value.trim() !== "" ? undefined : "a string that is not empty";
/** True or false. */
export const isFlag: OptionCheck = (value) => (typeof value === "boolean" ? undefined : "true or false");
/** A function. */
export const isFunction: OptionCheck = (value) => (typeof value === "function" ? undefined : "a function");
/** A count that is at least 1. */
export const isPositive: OptionCheck = (value) =>
  Number.isSafeInteger(value) && Number(value) >= 1 ? undefined : "a whole number of at least 1";
/** A whole number. */
export const isWhole: OptionCheck = (value) => (Number.isSafeInteger(value) ? undefined : "a whole number");

/** One of a few words. */
export function isWord(...words: readonly string[]): OptionCheck {
  return (value) => {
    if (typeof value === "string" && words.includes(value)) return undefined;
    const meant = typeof value === "string" ? nearName(value, words) : null;
    return `${words.map((word) => `\`${word}\``).join(", ")}${meant === null ? "" : ` (did you mean \`${meant}\`?)`}`;
  };
}

const sizes = ["small", "medium", "large"] as const;

/** A size of model, or a model by its name. */
export const isModel: OptionCheck = (value) => {
  if (typeof value === "string" && /^[^\s/]+\/\S+$/.test(value)) return undefined;
  const problem = isWord(...sizes)(value);
  return problem === undefined ? undefined : `${problem}, or a model as \`provider/model\``;
};

/** What a question is about. */
export const isSpecialty: OptionCheck = isWord("review", "debugging", "general");

/** Names of events: a list, or one. */
export const isEvents: OptionCheck = (value) => {
  const listed: readonly unknown[] = Array.isArray(value) ? value : [value];
  return listed.length > 0 && listed.every((one) => typeof one === "string" && one !== "")
    ? undefined
    : 'the name of an event or a list of them, such as ["Stop", "SubagentStop"]';
};

/** Conditions. */
export const isConditions: OptionCheck = (value) =>
  Array.isArray(value) && value.every((one) => typeof one === "function")
    ? undefined
    : 'a list of conditions, such as [Tool("Edit")], or of functions';

/** Signals, as a list, with a threshold, or compiled. */
export const isSignals: OptionCheck = (value) => {
  const parts: Readonly<Record<string, unknown>> = isRecord(value) ? value : {};
  const list: unknown = Array.isArray(value) ? value : parts["patterns"];
  if (typeof parts["match"] === "function") return undefined;
  const isList =
    Array.isArray(list) &&
    list.every((one: unknown) => isRecord(one) && ("pattern" in one || "clauses" in one));
  return isList ? undefined : 'a list of signals, such as [Signal("impossible", 2)], or Signals({ … })';
};

/** Inline tests. */
export const isTests: OptionCheck = (value) =>
  Array.isArray(value) && value.every((one: unknown) => Array.isArray(one) && one.length === 2)
    ? undefined
    : "a list of pairs, such as [[Input({ … }), Block()]]";
