import { isRecord, type JsonObject, type JsonValue } from "@gatehouse-hooks/json";
import { PROGRAMS } from "../rows/programs.table.js";
import type { ProgramRow } from "../programs/program-row.js";
import { TOOL_ROWS } from "../tools/tools.table.js";
import { exampleCommands } from "./example-commands.js";

/** Where a call is made, for paths below the home folder and the workspace. */
const AROUND = { home: "/home/user", workspace: "/home/user/project", cwd: "/home/user/project" };

/** The same where links have been looked for, and none was found. */
const WITHOUT_LINKS = { ...AROUND, links: {} };

/** Names of the tool and its arguments, as events have them. */
const TOOL_KEYS = [
  ["toolName", "params"],
  ["tool_name", "tool_input"],
] as const;

/**
 * Calls of the shell that may have the facts that an event is thought to have. What they have in truth is for the caller to derive:
 * a policy set with a deriver says whether one is what is looked for.
 *
 * @example
 * exampleEvents({ event: "before_tool_call", facts: { deletes: [{ path: "/etc/hosts" }] } })[0];
 * // { event: "before_tool_call", toolName: "Bash", params: { command: "rm /etc/hosts" } }
 *
 * @param thought an event with `facts`; without these there are none, nor for a tool that is not a shell
 * @param programs the tables whose tests are used, beside what is built from paths and addresses
 * @returns the plainest first, at most 12
 */
export function exampleEvents(
  thought: JsonObject,
  programs: readonly ProgramRow[] = PROGRAMS,
): readonly JsonObject[] {
  const facts: JsonValue | undefined = thought["facts"];
  if (!isRecord(facts)) return [];
  const { facts: _, ...rest } = thought;
  const [nameKey, inputKey] = TOOL_KEYS.find(([name]) => Object.hasOwn(rest, name)) ?? TOOL_KEYS[0];
  // The plainest event has an empty name where any will do.
  const tool = rest[nameKey] === "" ? "Bash" : (rest[nameKey] ?? "Bash");
  const shell = TOOL_ROWS.find((row) => row.shell !== undefined);
  if (typeof tool !== "string" || shell?.tool.includes(tool) !== true) return [];
  const input = rest[inputKey];
  return exampleCommands(facts, programs).flatMap((command) =>
    [{}, AROUND, WITHOUT_LINKS].map((around) => ({
      ...around,
      ...rest,
      [nameKey]: tool,
      [inputKey]: { ...(isRecord(input) ? input : {}), command },
    })),
  );
}
