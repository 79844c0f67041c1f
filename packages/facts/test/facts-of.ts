import { type Facts, type ProgramRow, type ToolRow, PROGRAMS, TOOL_ROWS, createFacts } from "../src/index.js";

const { facts } = createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] });

/** Where the tests' commands run. */
export const PLACE = { cwd: "/w/project", workspace: "/w/project", home: "/home/u" };

/** The facts of a command of the shell. */
export function factsOf(command: string, more: object = {}): Facts {
  return facts({ ...PLACE, ...more, event: "before_tool_call", toolName: "Bash", params: { command } });
}

/** The facts of a call of any tool. */
export function toolFacts(toolName: string, params: object): Facts {
  return facts({ ...PLACE, event: "before_tool_call", toolName, params });
}

/** The facts of a command with rows of a user beside. */
export function factsWith(
  programs: readonly ProgramRow[],
  command: string,
  tools: readonly ToolRow[] = [],
): Facts {
  const own = createFacts({ programs: [PROGRAMS, programs], tools: [TOOL_ROWS, tools] });
  return own.facts({ ...PLACE, event: "before_tool_call", toolName: "Bash", params: { command } });
}

/** Facts without their places in the text. */
export function withoutSpans(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSpans);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "span")
      .map(([key, one]) => [key, withoutSpans(one)]),
  );
}
