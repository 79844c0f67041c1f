import { isEditing, isShell, lineMatches } from "./conditions.js";
import { fileOf, textIn } from "./event-fields.js";
import { fileMatcher } from "./file-paths.js";
import type { HookCondition, Moment } from "./moment.js";
import { textPattern } from "./text-pattern.js";
import { type ToolCall, turnStart } from "./transcript.js";

/** Options of conditions that look at what has been done. */
export interface HistoryScope {
  /** Count what subagents did, too. */
  readonly subagents?: boolean;
}

/** A shell command of the conversation matches: the line as it is, or one of its commands. Subagents count by default. */
export function RanCommand(pattern: string, { subagents = true }: HistoryScope = {}): HookCondition {
  const regex = textPattern(pattern);
  return (moment) =>
    called(moment, subagents, ({ name, input }) => {
      const line = isShell(name) ? textIn(input, "command") : undefined;
      return line !== undefined && lineMatches(regex.search, line, false);
    });
}

/** A file that matches one of the globs was read. Subagents count by default. */
export function ReadFile(
  globs: string | readonly string[],
  { subagents = true }: HistoryScope = {},
): HookCondition {
  const matches = fileMatcher(typeof globs === "string" ? [globs] : globs);
  return (moment) => called(moment, subagents, (call) => call.name === "Read" && isFile(call, matches));
}

/** A file that matches one of the globs was edited or written. Subagents do not count by default. */
export function TouchedFile(
  globs: string | readonly string[],
  { subagents = false }: HistoryScope = {},
): HookCondition {
  const matches = fileMatcher(typeof globs === "string" ? [globs] : globs);
  return (moment) => called(moment, subagents, (call) => isEditing(call.name) && isFile(call, matches));
}

/** A skill of one of the names, written `a|b`, was used; `plugin:a` is `a`, too. Subagents count by default. */
export function UsedSkill(names: string, { subagents = true }: HistoryScope = {}): HookCondition {
  const known = new Set(names.split("|"));
  return (moment) =>
    called(moment, subagents, ({ name, input }) => {
      const skill = name === "Skill" ? textIn(input, "skill", "command", "name") : undefined;
      return skill !== undefined && (known.has(skill) || known.has(skill.slice(skill.indexOf(":") + 1)));
    });
}

const waiting: ReadonlySet<string> = new Set(["Monitor", "TeamCreate", "ScheduleWakeup", "SendMessage"]);
const starting: ReadonlySet<string> = new Set(["Agent", "Task"]);
const background: ReadonlySet<string> = new Set(["Agent", "Task", "Bash", "Execute"]);

/** In this turn the agent started something that it now waits for: a monitor, a team, a background task. */
export function Waiting(): HookCondition {
  return ({ transcript: { records } }) => {
    const results = new Set(records.flatMap(({ toolResults }) => toolResults));
    return records
      .slice(turnStart(records))
      .flatMap(({ toolCalls }) => toolCalls)
      .some(({ name, input, id }) => {
        if (waiting.has(name)) return true;
        const inBackground = Object.hasOwn(input, "run_in_background") && input["run_in_background"] === true;
        if (inBackground) return background.has(name);
        const isDone = id !== undefined && results.has(id);
        return !isDone && starting.has(name) && textIn(input, "subagent_type") === undefined;
      });
  };
}

function called({ transcript }: Moment, subagents: boolean, test: (call: ToolCall) => boolean): boolean {
  const records = subagents ? [...transcript.records, ...transcript.subagents] : transcript.records;
  return records.some(({ toolCalls }) => toolCalls.some(test));
}

function isFile({ input }: ToolCall, matches: (path: string) => boolean): boolean {
  const path = fileOf(input);
  return path !== undefined && matches(path);
}
