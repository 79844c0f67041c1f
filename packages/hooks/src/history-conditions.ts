import { own } from "@gatehouse-hooks/json";
import { isEditing, isShellTool, lineMatches } from "./conditions.js";
import { fileOf, textIn } from "./event-fields.js";
import { fileMatcher, textPattern } from "./text-pattern.js";
import type { HookCondition, Moment } from "./condition-logic.js";
import { surelyRuns } from "./surely-runs.js";
import { type ToolCall, turnStart } from "./transcript.js";

/** Options of conditions that look at what has been done. */
export interface HistoryScope {
  /** Count what subagents did, too. */
  readonly subagents?: boolean;
}

/**
 * A shell command of the conversation matches: the line as it is, or one of its commands. Where certainty is needed
 * (`skipIf`), the command itself has to begin with a match, not one that only speaks of it, such as `echo`: see
 * `surelyRuns`. Subagents count by default.
 */
export function RanCommand(pattern: string, { subagents = true }: HistoryScope = {}): HookCondition {
  const anywhere = textPattern(pattern);
  const atStart = textPattern(`^(?:${pattern})`);
  return (moment, sure = false) =>
    called(moment, sure, subagents, ({ name, kind, input }) => {
      const line = isShellTool(name) || kind === "shell" ? textIn(input, "command") : undefined;
      if (line === undefined) return false;
      return sure
        ? surelyRuns(line, (command) => atStart.search(command) === true)
        : lineMatches(anywhere.search, line, false);
    });
}

/** Something that user or assistant said matches. */
export function Said(pattern: string, flags?: string): HookCondition {
  const { search } = textPattern(pattern, flags);
  return ({ transcript }, sure = false) =>
    (transcript.missing !== undefined && !sure) ||
    transcript.records.some(({ text }) => {
      const found = search(text);
      return found === "over-budget" ? !sure : found;
    });
}

/** A file that matches one of the globs was read. Subagents count by default. */
export function ReadFile(
  globs: string | readonly string[],
  { subagents = true }: HistoryScope = {},
): HookCondition {
  const matches = fileMatcher(typeof globs === "string" ? [globs] : globs);
  return (moment, sure = false) =>
    called(
      moment,
      sure,
      subagents,
      (call) => (call.name === "Read" || call.kind === "read") && isFile(call, matches),
    );
}

/** Kinds of tools that change files. */
const changing: ReadonlySet<string> = new Set(["write", "edit", "delete"]);

/** A file that matches one of the globs was edited or written. Subagents do not count by default. */
export function TouchedFile(
  globs: string | readonly string[],
  { subagents = false }: HistoryScope = {},
): HookCondition {
  const matches = fileMatcher(typeof globs === "string" ? [globs] : globs);
  return (moment, sure = false) =>
    called(
      moment,
      sure,
      subagents,
      (call) => (isEditing(call.name) || changing.has(call.kind ?? "")) && isFile(call, matches),
    );
}

/** A skill of one of the names, written `a|b`, was used; `plugin:a` is `a`, too. Subagents count by default. */
export function UsedSkill(names: string, { subagents = true }: HistoryScope = {}): HookCondition {
  const known = new Set(names.split("|"));
  return (moment, sure = false) =>
    called(moment, sure, subagents, ({ name, input }) => {
      const skill = name === "Skill" ? textIn(input, "skill", "command", "name") : undefined;
      return skill !== undefined && (known.has(skill) || known.has(skill.slice(skill.indexOf(":") + 1)));
    });
}

const waiting: ReadonlySet<string> = new Set(["Monitor", "TeamCreate", "ScheduleWakeup", "SendMessage"]);
const starting: ReadonlySet<string> = new Set(["Agent", "Task", "Workflow"]);
const background: ReadonlySet<string> = new Set([...starting, "Bash", "Execute"]);

/**
 * The agent waits for something: in this turn it started a monitor, a team or a background task; or an agent or a workflow that
 * runs on in the background, whatever turn it was started in, has not been said to have ended.
 */
export function Waiting(): HookCondition {
  return ({ transcript: { records } }) => {
    const results = new Set(records.flatMap(({ toolResults }) => toolResults));
    const ended = new Set(records.flatMap((record) => record.ended ?? []));
    const tasks = new Map(
      records.flatMap(({ launched = [] }) => launched.map(({ call, task }) => [call, task])),
    );
    const start = turnStart(records);
    return records.some(({ toolCalls }, at) =>
      toolCalls.some((call) => {
        const isNow = at >= start;
        if (isNow && waiting.has(call.name)) return true;
        const { id } = call;
        const task = id === undefined ? undefined : tasks.get(id);
        if (id !== undefined && (ended.has(id) || (task !== undefined && ended.has(task)))) return false;
        return runsOn(call, isNow, task !== undefined, id !== undefined && results.has(id));
      }),
    );
  };
}

/** Whether a call that has not been said to have ended is waited for. */
function runsOn({ name, input, id }: ToolCall, isNow: boolean, isTask: boolean, hasResult: boolean): boolean {
  if (isTask || own(input, "run_in_background") === true) {
    // A call without an id cannot be said to have ended: it counts in its turn only.
    return starting.has(name) ? isNow || id !== undefined : isNow && background.has(name);
  }
  return isNow && !hasResult && starting.has(name) && textIn(input, "subagent_type") === undefined;
}

/** Whether a call of the conversation is such. Without the conversation it may be: yes, unless that lets something through. */
function called(
  { transcript }: Moment,
  sure: boolean,
  subagents: boolean,
  test: (call: ToolCall) => boolean,
): boolean {
  const records = subagents ? [...transcript.records, ...transcript.subagents] : transcript.records;
  return (transcript.missing !== undefined && !sure) || records.some(({ toolCalls }) => toolCalls.some(test));
}

function isFile({ input }: ToolCall, matches: (path: string) => boolean): boolean {
  const path = fileOf(input);
  if (path !== undefined && matches(path)) return true;
  const paths = own(input, "paths");
  return Array.isArray(paths) && paths.some((one) => typeof one === "string" && matches(one));
}
