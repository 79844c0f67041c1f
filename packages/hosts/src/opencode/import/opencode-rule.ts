import type { CommandPattern } from "../../importing/command-pattern.js";
import type { RulePlace } from "../../importing/rule-importer.js";

/** A rule of the permission map, in the order of the file. */
export interface OpenCodeRule {
  /** A permission, or a pattern of some. */
  readonly key: string;
  readonly pattern: string;
  readonly action: "allow" | "ask" | "deny";
  readonly from: RulePlace;
}

/** What looser rules allow is an exception to stricter ones. */
export const STRICTNESS: Readonly<Record<OpenCodeRule["action"], number>> = { allow: 0, ask: 1, deny: 2 };

/** The tools of a permission whose name is not theirs. */
const TOOLS_OF: Readonly<Partial<Record<string, readonly string[]>>> = {
  edit: ["edit", "write", "patch", "multiedit", "apply_patch"],
};

/** The tools that ask for a permission: names, or one glob. */
export function toolsOf(key: string): readonly string[] {
  return Object.hasOwn(TOOLS_OF, key) ? (TOOLS_OF[key] ?? [key]) : [key];
}

/** A condition that the call is of a permission's tools; empty where it is of every tool. */
export function toolsTest(key: string): string {
  if (key === "*") return "";
  const tools = toolsOf(key);
  const [first = ""] = tools;
  if (tools.length > 1) return `toolName in ${JSON.stringify(tools)}`;
  return /[*?]/.test(first)
    ? `toolName.glob(${JSON.stringify(first.replaceAll(/[[\]{}\\]/g, String.raw`\$&`).replaceAll(/\*+/g, "**"))})`
    : `toolName == ${JSON.stringify(first)}`;
}

/** Whether some call may ask for both permissions. */
export function mayMeet(one: string, other: string): boolean {
  return one === other || /[*?]/.test(one) || /[*?]/.test(other);
}

/** Whether a pattern matches a text: `*` is any run of characters, `?` one, and a last ` *` may stand for nothing. */
export function wildcardMatches(pattern: string, text: string): boolean {
  if (pattern.endsWith(" *") && wildcardMatches(pattern.slice(0, -2), text)) return true;
  let [at, star, from] = [0, -1, 0];
  let i = 0;
  while (i < text.length) {
    if (pattern[at] === "*") {
      star = at++;
      from = i;
    } else if (pattern[at] === "?" || (at < pattern.length && pattern[at] === text[i])) {
      at++;
      i++;
    } else if (star >= 0) {
      at = star + 1;
      i = ++from;
    } else return false;
  }
  while (pattern[at] === "*") at++;
  return at === pattern.length;
}

/** What a rule of a permission compares its pattern with: an argument of the tool. */
export const SUBJECTS: Readonly<Partial<Record<string, string>>> = {
  webfetch: "params.url",
  websearch: "params.query",
  codesearch: "params.query",
  glob: "params.pattern",
  grep: "params.pattern",
  task: "params.subagent_type",
  skill: "params.name",
};

/** `*` at the end behind a blank stands for nothing, too. */
export function commandPattern(text: string): CommandPattern {
  return { text, isPrefix: text.endsWith(" *") };
}
