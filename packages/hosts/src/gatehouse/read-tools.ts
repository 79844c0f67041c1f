import { gluedTools, isKnownTool, nearTool, toolProblem } from "../text/known-tools.js";
import { cite } from "../text/cite.js";
import type { Problem } from "../text/report.js";

/** What a policy's `tools` means. */
interface ReadTools {
  /** Names and globs; `null` when one of them cannot be read: then nothing is known of the tools. */
  readonly tools: readonly string[] | null;
  readonly problems: readonly Problem[];
}

/** `Bash(rm:*)`: a tool and what its input begins with, in another system's words. */
const PERMISSION = /^([A-Za-z_][\w.:-]*)\((.*)\)$/s;
/** What regular expressions have, and neither names nor globs. */
const REGEX = /[()^$+|]|\\[A-Za-z]/;
/** A caret at the start of a glob's class belongs to the class. */
const CLASS_START = /\[\^/g;
/** `.*` is a glob, too: a dot and anything. */
const DOT_STAR = ".*";
/** What no agent's tool has in its name: blanks, typographic quotes, brackets of markup, marks of a sentence. */
const NOT_IN_NAMES = /[\s“”‘’«»„<>;=&%#~`]/u;
/** What makes a name a glob; a closing bracket alone does not. */
const PATTERN = /[*?[{\\]/;
/** What is commonly written for "any tool". */
const EVERY: ReadonlySet<string> = new Set(["all", "any", "every", "everything", ".*"]);
const MAX_TOOLS = 1000;
const TOO_MANY = error(`more than ${MAX_TOOLS} names of tools`, "use globs");

/**
 * Reads the names and globs of `tools`. `Bash|Write` and `Bash, Write` are lists, as in other systems; regular expressions
 * and permission rules are not supported; the message says what was meant.
 *
 * @param own names of tools that are the file's own
 */
export function readTools(written: readonly string[], own: readonly string[] = []): ReadTools {
  const read = written
    .flatMap(listed)
    .slice(0, MAX_TOOLS + 1)
    .map((part) => readTool(part.trim(), own));
  if (read.length > MAX_TOOLS) return { tools: null, problems: [TOO_MANY] };
  const tools = read.map(({ tool }) => tool);
  const problems = read.flatMap(({ problem }) => (problem === null ? [] : [problem]));
  const warnings = problems.filter(({ severity }) => severity === "warning");
  const errors = problems.filter(({ severity }) => severity !== "warning");
  return {
    tools: tools.every((tool) => tool !== null) ? [...new Set(tools)] : null,
    // The parts of one regular expression are one mistake.
    problems: [
      ...errors.slice(0, 1),
      ...warnings,
      ...(errors.length > 0 ? [] : written.flatMap((text) => splitName(text, own))),
    ],
  };
}

interface ReadTool {
  readonly tool: string | null;
  readonly problem: Problem | null;
}

/** Each finds one way in which a name is not what it seems. */
const CHECKS: readonly ((text: string) => ReadTool | null)[] = [
  (text) =>
    text === ""
      ? invalid("a tool's name is empty", 'write the names as a list: `tools: [exec, "git_*"]`')
      : null,
  permissionRule,
  (text) =>
    text.startsWith("!")
      ? invalid(
          `${cite(text)}: tools are listed, not excluded`,
          `leave \`tools\` out, and write ${cite(`when: toolName != "${text.slice(1).trim()}"`)}`,
        )
      : null,
  (text) =>
    REGEX.test(text.replace(CLASS_START, "["))
      ? invalid(
          `${cite(text)} is a regular expression: here \`tools\` takes names and globs`,
          `write a list of names, \`*\` for any characters, for example ${cite(globOf(text))}`,
        )
      : null,
  (text) =>
    EVERY.has(text.toLowerCase())
      ? {
          tool: text,
          problem: warning(`${cite(text)} is read as the name of a tool`, 'any tool is `tools: "*"`'),
        }
      : null,
  strangeMark,
  dotStar,
  quoted,
  glued,
];

function readTool(text: string, own: readonly string[]): ReadTool {
  if (own.includes(text)) return { tool: text, problem: null };
  for (const check of CHECKS) {
    const found = check(text);
    if (found !== null) return found;
  }
  return { tool: text, problem: PATTERN.test(text) ? null : toolProblem(text) };
}

function permissionRule(text: string): ReadTool | null {
  const permission = PERMISSION.exec(text);
  if (permission === null) return null;
  const [, name = "", rule = ""] = permission;
  const problem = error(
    `${cite(text)} is another system's rule: here \`tools\` takes names and globs; any call of ${cite(name)} counts`,
    `write ${cite(`tools: ${name}`)} and the rest into \`when\`, for example ${example(rule)}`,
  );
  return { tool: name, problem };
}

function strangeMark(text: string): ReadTool | null {
  const strange = NOT_IN_NAMES.exec(text) ?? /^-/.exec(text);
  if (strange === null) return null;
  return invalid(
    strange[0] === " "
      ? `a blank in the tool's name ${cite(text)}`
      : `no tool has ${cite(strange[0])} in its name`,
    'write the names as a list, in straight quotes: `tools: [exec, "git_*"]`',
  );
}

function dotStar(text: string): ReadTool | null {
  if (!text.includes(DOT_STAR)) return null;
  const problem = warning(
    `in ${cite(text)}, the dot means a dot: \`*\` alone means any characters`,
    `did you mean ${cite(text.replaceAll(".*", "*"))}?`,
  );
  return { tool: text, problem };
}

function quoted(text: string): ReadTool | null {
  const bare = text.replaceAll(/["']/g, "");
  if (bare === text || !(isKnownTool(bare) || nearTool(bare) !== null)) return null;
  return { tool: text, problem: warning("a quote is read as a part of the tool's name", "remove it") };
}

function glued(text: string): ReadTool | null {
  const parts = gluedTools(text);
  if (parts === null) return null;
  const problem = warning(`${cite(text)} is read as the name of one tool`, `did you mean ${cite(parts)}?`);
  return { tool: text, problem: { ...problem, code: "unknown-tool" } };
}

/** A mark that parts the name of a documented tool is a typing error. */
function splitName(text: string, own: readonly string[]): readonly Problem[] {
  const parts = listed(text).map((part) => part.trim());
  return parts.flatMap((part, index) => {
    const next = parts[index + 1];
    const isKnown = (name: string): boolean => isKnownTool(name) || own.includes(name);
    if (next === undefined || (isKnown(part) && isKnown(next))) return [];
    const near = isKnownTool(part + next) ? part + next : nearTool(part + next);
    return near === null
      ? []
      : [warning(`${cite(text)} is read as a list of ${parts.length} tools`, `did you mean ${cite(near)}?`)];
  });
}

/** The parts between `|` and `,`, but not inside braces, brackets and parentheses. */
function listed(text: string): readonly string[] {
  const parts = [""];
  let depth = 0;
  for (const character of text) {
    if ("{[(".includes(character)) depth++;
    if ("}])".includes(character)) depth = Math.max(0, depth - 1);
    if (depth === 0 && (character === "|" || character === ",")) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts;
}

/** What a regular expression of tool names probably meant, as a list of names and globs. */
function globOf(regex: string): string {
  const plain = regex
    .replace(/^\^|\$$/g, "")
    .replace(/^\(\??:?|\)$/g, "")
    .replaceAll(/\.[*+]\??|\\[wdsWDS][*+]?/g, "*")
    .replaceAll(/\\b|[\\^$()+]/g, "");
  const names = plain.split("|").filter((name) => name !== "");
  return `tools: [${names.map((name) => JSON.stringify(name)).join(", ")}]`;
}

function example(rule: string): string {
  const start = rule.replace(/:?\*$/, "").replaceAll(/[^\w ./-]/g, "");
  return start === ""
    ? '`when: params.command.startsWith("rm")`'
    : `\`when: params.command.startsWith("${start}")\``;
}

function invalid(message: string, cure: string): ReadTool {
  return { tool: null, problem: error(message, cure) };
}

function error(message: string, cure: string): Problem {
  return { code: "invalid-value", message, cure };
}

function warning(message: string, cure: string): Problem {
  return { ...error(message, cure), severity: "warning" };
}
