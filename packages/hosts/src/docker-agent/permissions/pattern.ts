/** A permission pattern: a tool, and what its arguments must be. */
interface PermissionPattern {
  /** A glob. */
  readonly tool: string;
  /** Globs by argument. One argument may occur twice: both must hold. */
  readonly args: readonly { readonly key: string; readonly glob: string }[];
}

/** Holds where a call's arguments are not an object, and so cannot be compared with anything. */
export const NO_OBJECT: string =
  '(!(tool_input.size() >= 0) || tool_input >= "" || tool_input == [] || tool_input.any(x, true))';

const ARGUMENT = /:(\w+)=/g;

/** Reads `tool:key=glob:key=glob`. Other colons belong to the tool or the value. */
export function parsePattern(text: string): PermissionPattern {
  const marks = [...text.matchAll(ARGUMENT)];
  const end = (index: number): number => marks[index]?.index ?? text.length;
  return {
    tool: text.slice(0, end(0)),
    args: marks.map((mark, index) => ({
      key: mark[1] ?? "",
      glob: text.slice(mark.index + mark[0].length, end(index + 1)),
    })),
  };
}
