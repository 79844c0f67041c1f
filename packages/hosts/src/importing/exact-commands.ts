import { type CommandPattern, SHELL_SYNTAX } from "./command-pattern.js";
import { matchesCondition, regexLiteral } from "./re2-regex.js";

/** What precedes the last word of a pattern, that word or its beginning, and what follows. */
type ExactCommand = readonly [before: string, isStart: boolean, after: string, value: string];

/**
 * The body of `facts.commands.any(c, …)` for a command that one of the patterns matches in exactly one spelling: the arguments in their
 * places, the program by its name. Those that differ in the last word are one test, so that hundreds fit into a condition.
 */
export function exactBody(commands: readonly ExactCommand[]): string {
  const groups = new Map<string, ExactCommand[]>();
  const key = (one: ExactCommand): string => String(one.slice(0, 3));
  for (const one of commands) groups.set(key(one), [...(groups.get(key(one)) ?? []), one]);
  const tests = [...groups.values()].map((group) => {
    const [[before, isStart, after] = ["", false, ""]] = group;
    return holdsOf(before, isStart, [...new Set(group.map(([, , , value]) => value))]) + after;
  });
  return `c.certainty == "exact" && ${tests.length === 1 ? tests.join("") : `(${tests.join(" || ")})`}`;
}

/** Null where the pattern is not words and at most a last `*`. */
export function exactCommand({ text, isPrefix }: CommandPattern): ExactCommand | null {
  const words = text.split(" ").filter((word) => word !== "");
  const isOpen = words.at(-1)?.endsWith("*") === true;
  const start = isOpen ? (words.pop()?.slice(0, -1) ?? "") : "";
  if (words.length === 0 || [...words, start].some((word) => SHELL_SYNTAX.test(word) || word.includes("*")))
    return null;
  const count = words.length - 1;
  const size = isOpen ? (isPrefix ? "" : ` && c.args.size() > ${count}`) : ` && c.args.size() == ${count}`;
  const all = start === "" ? words : [...words, start];
  const places = all.map((_, at) => (at === 0 ? "c.name" : `c.args[${at - 1}]`));
  const fixed = places.slice(0, -1).map((place, at) => holdsOf(place, false, [all[at] ?? ""]));
  return [[...fixed, places.at(-1)].join(" && "), start !== "", start === "" ? size : "", all.at(-1) ?? ""];
}

function holdsOf(place: string, isStart: boolean, values: readonly string[]): string {
  const all = JSON.stringify(values.length === 1 ? values[0] : values);
  if (!isStart) return `${place} ${values.length === 1 ? "==" : "in"} ${all}`;
  return values.length === 1
    ? `${place}.startsWith(${all})`
    : matchesCondition(place, `^(?:${values.map(regexLiteral).join("|")})`);
}
