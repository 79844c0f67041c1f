import * as z from "zod/mini";
import type { DocumentPath } from "../../yaml/document.js";
import { checkStrict } from "../check-strict.js";
import type { AddProblem, FileContext } from "../file-context.js";
import type { PlacedHook } from "./definition.js";

/** The agent's keys that switch builtins on, and their events (document 004, "Available built-ins"). */
const FLAG_EVENTS: Readonly<Record<string, readonly string[]>> = {
  add_date: ["turn_start"],
  add_prompt_files: ["turn_start"],
  add_environment_info: ["session_start"],
  redact_secrets: ["pre_tool_use", "before_llm_call", "tool_response_transform"],
};

const flag: z.ZodMiniType<boolean> = z.boolean("expected true or false");
const files: z.ZodMiniType<readonly string[]> = z.array(
  z.string("expected a string"),
  "expected a list of file names",
);

/** The builtins that an agent's flags register, after its own hooks. */
export function readAgentFlags(
  agent: Readonly<Record<string, unknown>>,
  path: DocumentPath,
  file: FileContext,
): readonly PlacedHook[] {
  return Object.entries(FLAG_EVENTS).flatMap(([name, events]) => {
    const value = Object.hasOwn(agent, name) ? agent[name] : undefined;
    if (value === undefined || value === null) return [];
    const at = [...path, name];
    let args: readonly string[] | null = [];
    const placed = { at: losing(file.at, events), atKey: losing(file.atKey, events) };
    if (name === "add_prompt_files") args = checkStrict(files, value, at, [], placed);
    else if (checkStrict(flag, value, at, [], placed) !== true) return [];
    if (args === null || (name === "add_prompt_files" && args.length === 0)) return [];
    const hook = { type: "builtin" as const, command: name, ...(args.length === 0 ? {} : { args }) };
    return events.map((event) => ({
      event,
      hook,
      matcher: null,
      place: event,
      line: file.lineOf(at),
    }));
  });
}

/** A flag is outside of `hooks`: its place does not say for which events it is. */
function losing(add: AddProblem, events: readonly string[]): AddProblem {
  return (path, problem, lost = events) => add(path, problem, lost);
}
