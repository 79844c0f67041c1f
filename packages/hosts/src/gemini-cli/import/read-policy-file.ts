import { isRecord, type Issue, nearName, ownRecord } from "@gatehouse-hooks/json";
import { parse as parseToml, TomlError } from "smol-toml";
import { type NotKept, type RulePlace, rulePlace } from "../../importing/rule-importer.js";
import { cite } from "../../text/cite.js";
import type { Source } from "../../text/source.js";
import { argsPatternTest, commandRegexTest } from "./args-test.js";
import type { ArgsTest, GeminiRule } from "./gemini-rule.js";

/** The rules of a policy file, and what is in it beside them. */
export interface ReadGeminiRules {
  readonly rules: readonly GeminiRule[];
  readonly notKept: readonly NotKept[];
  readonly issues: readonly Issue[];
}

const KEYS =
  "toolName mcpName subagent toolAnnotations argsPattern commandPrefix commandRegex decision priority denyMessage modes interactive allowRedirection".split(
    " ",
  );
const DECISIONS = ["allow", "deny", "ask_user"] as const;
const MODES = ["default", "autoEdit", "plan", "yolo"];
const HEADER = /^[ \t]*\[\[[ \t]*(rule|safety_checker)[ \t]*\]\]/gm;

/** Reads a policy file of Gemini CLI. Where Gemini CLI refuses the whole file for one rule, only that rule is left out. */
export function readPolicyFile(source: Source): ReadGeminiRules {
  const issues: Issue[] = [];
  const notKept: NotKept[] = [];
  let root: unknown;
  try {
    root = parseToml(source.text, { maxDepth: 64 });
  } catch (error) {
    return { rules: [], notKept, issues: [notToml(error, source.path)] };
  }
  const places = placesOf(source);
  const told = (
    severity: Issue["severity"],
    code: string,
    message: string,
    { line, column }: RulePlace,
    cure: string,
  ): void => {
    issues.push({ severity, code, message, path: source.path, line, column, cure });
  };
  const rules = listOf(root, "rule").flatMap((written, index) => {
    const from = places("rule", index);
    const read = isRecord(written) ? readRule(ownRecord(written), from) : "it is not a table";
    if (typeof read === "string") {
      told("error", "invalid-value", `${read}; Gemini CLI refuses the file`, from, "correct the rule");
      notKept.push({ from, reason: read, guards: true });
      return [];
    }
    for (const key of Object.keys(written as object).filter((one) => !KEYS.includes(one))) {
      const near = nearName(key, KEYS);
      told(
        "warning",
        "unknown-key",
        `unknown key ${cite(key)}; it is ignored`,
        from,
        near === null ? "remove it" : `did you mean ${cite(near)}?`,
      );
      notKept.push({ from, reason: `the key ${cite(key)} is none of Gemini CLI's documents`, guards: true });
    }
    return read;
  });
  for (const index of listOf(root, "safety_checker").keys()) {
    notKept.push({
      from: places("safety_checker", index),
      reason: "a safety checker is a program of Gemini CLI's own",
      guards: true,
      instead: "write the check as a policy with `command`",
    });
  }
  return { rules, notKept, issues };
}

function notToml(error: unknown, path: string): Issue {
  const at = error instanceof TomlError ? { line: error.line, column: error.column } : { line: 1, column: 1 };
  const message = "not TOML; Gemini CLI refuses the file";
  return { severity: "error", code: "syntax", message, path, ...at, cure: "correct the line" };
}

/** The rules that one table stands for, one for each tool and prefix; a string says what is wrong. */
function readRule(
  written: Readonly<Record<string, unknown>>,
  from: RulePlace,
): readonly GeminiRule[] | string {
  const { decision: effect, priority } = written;
  const decision = DECISIONS.find((one) => one === effect);
  if (decision === undefined) return "`decision` must be allow, deny or ask_user";
  if (typeof priority !== "number" || !Number.isInteger(priority) || priority < 0 || priority > 999)
    return "`priority` must be a whole number from 0 to 999";
  const mcpName = textOrNull(written["mcpName"]);
  const toolNames = listOfTexts(written["toolName"] ?? (mcpName === null ? undefined : "*"));
  if (toolNames === null) return "`toolName` must be a name or a list of names";
  const tests = argsTests(written);
  if (typeof tests === "string") return tests;
  const base = {
    from,
    mcpName,
    decision,
    priority,
    message: textOrNull(written["denyMessage"]),
    also: alsoOf(written),
  };
  return tests.flatMap((args) => toolNames.map((toolName): GeminiRule => ({ ...base, toolName, args })));
}

function argsTests(written: Readonly<Record<string, unknown>>): readonly ArgsTest[] | string {
  const { argsPattern, commandPrefix, commandRegex, toolName } = written;
  const given = [argsPattern, commandPrefix, commandRegex].filter((one) => one !== undefined);
  if (given.length > 1) return "`argsPattern`, `commandPrefix` and `commandRegex` exclude each other";
  if ((commandPrefix ?? commandRegex) !== undefined && toolName !== "run_shell_command")
    return '`commandPrefix` and `commandRegex` want `toolName = "run_shell_command"`';
  if (commandPrefix !== undefined && commandPrefix !== "") {
    const prefixes = listOfTexts(commandPrefix);
    return prefixes === null
      ? "`commandPrefix` must be a string or a list"
      : prefixes.map((prefix) => ({ kind: "prefix", prefix }));
  }
  if (typeof commandRegex === "string" && commandRegex !== "") return [commandRegexTest(commandRegex)];
  if (typeof argsPattern === "string" && argsPattern !== "") return [argsPatternTest(argsPattern)];
  return given.every((one) => typeof one === "string") ? [{ kind: "any" }] : "patterns must be strings";
}

function alsoOf(written: Readonly<Record<string, unknown>>): GeminiRule["also"] {
  const { modes, interactive, subagent, toolAnnotations } = written;
  const listed = listOfTexts(modes) ?? [];
  // A rule without the usual mode must not hold in it.
  const isElsewhere = listed.length > 0 && !listed.includes("default");
  const isPartly = listed.length > 0 && !MODES.every((mode) => listed.includes(mode));
  return [
    ...(isElsewhere ? (["other modes"] as const) : isPartly ? (["modes"] as const) : []),
    ...(interactive === true ? (["interactive"] as const) : []),
    ...(interactive === false ? (["not interactive"] as const) : []),
    ...(subagent === undefined ? [] : (["subagent"] as const)),
    ...(toolAnnotations === undefined ? [] : (["toolAnnotations"] as const)),
  ];
}

/** Where the tables of each kind are; the file's start where they are not written as `[[rule]]`. */
function placesOf(source: Source): (kind: string, index: number) => RulePlace {
  const starts = [...source.text.matchAll(HEADER)].map(({ index, 1: kind }) => ({ index, kind }));
  return (kind, index) => {
    const found = starts.filter((one) => one.kind === kind)[index];
    if (found === undefined) return rulePlace(source, 0, 0);
    const next = starts.find((one) => one.index > found.index)?.index ?? source.text.length;
    return rulePlace(source, found.index, next);
  };
}

function listOf(root: unknown, key: string): readonly unknown[] {
  if (!isRecord(root) || !Object.hasOwn(root, key)) return [];
  const value = root[key];
  return Array.isArray(value) ? value : [value];
}

function listOfTexts(value: unknown): readonly string[] | null {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const texts = list.flatMap((one) => (typeof one === "string" ? [one] : []));
  return texts.length === list.length && texts.length > 0 ? texts : null;
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value : null;
}
