import { type JsonObject, type JsonValue, isList, isRecord } from "@gatehouse-hooks/json";

import { eventText, fileOf, inputText, isKind, isSaidTrue, textIn, toolInput } from "./event-fields.js";
import { fileMatcher, isWithinRoot, textPattern } from "./text-pattern.js";
import type { HookCondition, Moment } from "./condition-logic.js";
import { splitCommands } from "./split-commands.js";

/** Names that different agents give to one tool. */
const aliases: readonly (readonly string[])[] = [
  ["Bash", "Execute"],
  ["Write", "Create"],
  ["Agent", "Task"],
  ["WebFetch", "FetchUrl"],
  ["ExitPlanMode", "ExitSpecMode"],
];
const editing: ReadonlySet<string> = new Set(["Edit", "Write", "Create", "MultiEdit", "NotebookEdit"]);
const shells: ReadonlySet<string> = new Set(["Bash", "Execute"]);

/** The tool has one of the names, written `A|B`; an exact comparison, with the aliases of other agents. */
export function Tool(names: string): HookCondition {
  const known = withAliases(names);
  return ({ event }) => known.has(eventText(event, "toolName") ?? "");
}

/** The subagent has one of the types, written `a|b`: of the call that starts it, or of the event about it. */
export function Agent(names: string): HookCondition {
  const known = new Set(names.split("|"));
  return ({ event }) =>
    known.has(inputText(event, "subagent_type") ?? "") || known.has(eventText(event, "agentType") ?? "");
}

/** Options of conditions that look at a file. */
export interface FileScope {
  /** Only files of the project; default true. */
  readonly projectOnly?: boolean;
}

/** The file of the tool's input matches one of the globs (`*` takes slashes), whole or by its last part. */
export function FilePath(
  globs: string | readonly string[],
  { projectOnly = true }: FileScope = {},
): HookCondition {
  const matches = fileMatcher(typeof globs === "string" ? [globs] : globs);
  return (moment) => {
    const path = fileOf(toolInput(moment.event));
    return path !== undefined && isProjects(moment, path, projectOnly) && matches(path);
  };
}

/** The file is a test, by its name, in the usual manner of Python, Go, JavaScript and TypeScript. */
export function TestFile(scope: FileScope = {}): HookCondition {
  return FilePath(
    [
      "test_*.py",
      "*_test.py",
      "conftest.py",
      "tests/*.py",
      "*/tests/*.py",
      "*_test.go",
      "*.test.*",
      "*.spec.*",
    ],
    scope,
  );
}

/**
 * A command of the shell line matches: the line as it is, or one of its commands without quotes. Where certainty is
 * needed (`skipIf`), every command must match, and the line must hold nothing that only a shell can tell.
 */
export function Command(pattern: string, flags?: string): HookCondition {
  const regex = textPattern(pattern, flags);
  return ({ event }, sure = false) => {
    const isShells = shells.has(eventText(event, "toolName") ?? "Bash") || isKind(event, "shell");
    const line = isShells ? inputText(event, "command") : undefined;
    return line !== undefined && lineMatches(regex.search, line, sure);
  };
}

/** What the tool is about to write matches. `^` and `$` match the ends of lines. */
export function Content(pattern: string, { projectOnly = true }: FileScope = {}): HookCondition {
  const regex = textPattern(pattern, "m");
  return (moment, sure) => {
    const input = toolInput(moment.event);
    const path = fileOf(input);
    if (path !== undefined && !isProjects(moment, path, projectOnly)) return false;
    return found(regex.search(newContent(input)), sure);
  };
}

/** A top-level field of the tool's input matches; numbers and booleans as their text. */
export function ToolInput(field: string, pattern: string, flags?: string): HookCondition {
  const regex = textPattern(pattern, flags);
  return ({ event }, sure) => {
    const input = toolInput(event);
    const value = Object.hasOwn(input, field) ? input[field] : undefined;
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return false;
    return found(regex.search(String(value)), sure);
  };
}

/** What of a workflow's script is looked for: a pattern of RE2, or a model that an agent in it is given. One of them. */
export type ScriptPart =
  | { readonly pattern: string; readonly model?: never }
  | { readonly model: string; readonly pattern?: never };

/**
 * A script of the tool `Workflow` matches. A script that is not in the call, but in a file that it names, may hold anything: yes, unless
 * that lets something through.
 *
 * @throws TypeError unless exactly one of `pattern` and `model` is given.
 */
export function WorkflowScript({ pattern, model }: ScriptPart): HookCondition {
  if ((pattern === undefined) === (model === undefined))
    throw new TypeError("`WorkflowScript`: expected exactly one of `pattern` and `model`");
  const { search } = textPattern(pattern ?? modelPin(model ?? ""));
  return ({ event }, sure = false) => {
    if (eventText(event, "toolName") !== "Workflow") return false;
    const script = inputText(event, "script");
    return script === undefined ? !sure : found(search(script), sure);
  };
}

/** `model: "haiku"`, with or without quotes: not a comment that speaks of it. */
function modelPin(model: string): string {
  const name = model.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  return String.raw`\bmodel["']?\s*[:=]\s*["'\x60]?${name}(?:["'\x60\s,;})]|$)`;
}

/** The agent plans and must not act: the mode says so, or more plans were entered than left. */
export function InPlanMode(): HookCondition {
  const left = withAliases("ExitPlanMode");
  return ({ event, transcript }) => {
    if (eventText(event, "mode") === "plan") return true;
    const calls = transcript.records.flatMap(({ toolCalls }) => toolCalls);
    return (
      calls.filter(({ name }) => name === "EnterPlanMode").length >
      calls.filter(({ name }) => left.has(name)).length
    );
  };
}

/** The event comes from a subagent. */
export function FromSubagent(): HookCondition {
  return ({ event }) => eventText(event, "agentId") !== undefined;
}

/** A hook has kept the agent from stopping, and it stops again: a deny is not heard a second time. */
export function StopHookActive(): HookCondition {
  return ({ event }) => isSaidTrue(event, "stop_hook_active");
}

/** Whether the regular expression matches, when it may be unable to tell. */
function found(outcome: boolean | "over-budget", sure: boolean = false): boolean {
  return outcome === "over-budget" ? !sure : outcome;
}

/** Whether a shell line matches, see `Command`. */
export function lineMatches(
  search: (text: string) => boolean | "over-budget",
  line: string,
  sure: boolean,
): boolean {
  const { commands, isPlain } = splitCommands(line);
  const one = (text: string): boolean => found(search(text), sure);
  return sure ? isPlain && commands.length > 0 && commands.every(one) : one(line) || commands.some(one);
}

/** Whether a tool call of this name edits a file. */
export function isEditing(name: string): boolean {
  return editing.has(name);
}

/** Whether a tool call of this name runs a shell line. */
export function isShellTool(name: string): boolean {
  return shells.has(name);
}

/** The set of names in `A|B`, with their aliases. */
function withAliases(names: string): ReadonlySet<string> {
  const written = new Set(names.split("|"));
  return new Set([...written, ...aliases.filter((group) => group.some((name) => written.has(name))).flat()]);
}

function isProjects({ root }: Moment, path: string, projectOnly: boolean): boolean {
  return !projectOnly || isWithinRoot(root, path);
}

function newContent(input: JsonObject): string {
  const edits: JsonValue = Object.hasOwn(input, "edits") ? (input["edits"] ?? null) : null;
  const written = [textIn(input, "content", "new_string", "new_source")];
  if (isList(edits)) {
    for (const edit of edits) {
      if (isRecord(edit)) {
        written.push(textIn(edit, "new_string"));
      }
    }
  }
  return written.filter((text) => text !== undefined).join("\n");
}
