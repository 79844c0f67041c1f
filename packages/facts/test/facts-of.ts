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

/** Makes facts of commands with rows of a user after those given. */
export function makerWith(
  own: readonly ProgramRow[],
  tools: readonly ToolRow[] = [],
  given: readonly ProgramRow[] = PROGRAMS,
): (command: string) => Facts {
  const maker = createFacts({ programs: [given, own], tools: [TOOL_ROWS, tools] });
  return (command) =>
    maker.facts({ ...PLACE, event: "before_tool_call", toolName: "Bash", params: { command } });
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
