import type { EventKind } from "@gatehouse-hooks/engine";
import type { Goal } from "../solve/goal.js";
import { oneOf, PRESENT } from "../values/constant-tests.js";

/** The kinds of tools that are not in a sender's table. */
const UNKNOWN_KINDS = ["mcp", "other"];

type Path = readonly (string | number)[];

/**
 * What every event of a name meets that a sender sends; nothing for an event that it does not have.
 *
 * @param paths that are read from events: of others nothing need be known
 */
export function sentGoals(
  { events, tools, otherTools }: SentEvents,
  { name, tool }: Pick<EventKind, "name" | "tool">,
  paths: readonly Path[],
): readonly Goal[] | undefined {
  const rows = events.filter((one) => one.name === name);
  if (rows.length === 0) return undefined;
  const fields = rows.every((row) => row.fields !== undefined)
    ? rows.flatMap((row) => row.fields ?? [])
    : undefined;
  const roots = [...new Set(paths.map(([root]) => String(root)))];
  const unsent = fields === undefined ? [] : roots.filter((root) => !fields.includes(root));
  return [
    ...unsent.map((root) => missing([root])),
    ...(tool === undefined ? [] : [called(tool, tools, otherTools, paths)]),
  ];
}

/** The tool is one of the sender's, with its kind and its arguments, or one that no table has. */
function called(
  { name, input }: NonNullable<EventKind["tool"]>,
  tools: readonly SentTool[],
  otherTools: readonly string[],
  paths: readonly Path[],
): Goal {
  const read = [
    ...new Set(paths.flatMap(([root, key]) => (root === input && typeof key === "string" ? [key] : []))),
  ];
  const groups = new Map<string, { readonly tool: SentTool; readonly names: string[] }>();
  for (const tool of tools) {
    const key = JSON.stringify([tool.kind, absent(tool, read)]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { tool, names: [tool.name] });
    else group.names.push(tool.name);
  }
  const known = [...tools.map((tool) => tool.name), ...otherTools];
  const isKind = (kinds: readonly string[]): Goal => value(["tool", "kind"], kinds, true);
  return {
    kind: "choice",
    options: [
      ...[...groups.values()].map(({ tool, names }) => [
        value([name], names, true),
        isKind([tool.kind]),
        ...absent(tool, read).map((field) => missing([input, field])),
      ]),
      [value([name], known, false), isKind(UNKNOWN_KINDS)],
    ],
  };
}

/** The arguments that a tool is never given. */
function absent({ fields }: SentTool, read: readonly string[]): readonly string[] {
  return fields === undefined ? [] : read.filter((field) => !fields.includes(field));
}

function value(path: Path, constants: readonly string[], holds: boolean): Goal {
  return { kind: "value", path, test: oneOf(constants), holds };
}

function missing(path: Path): Goal {
  return { kind: "value", path, test: PRESENT, holds: false };
}

/** What is known of the events that one sender sends, as policies see them. */
export interface SentEvents {
  /** Its events; where fields are given, it sends no other ones. */
  readonly events: readonly { readonly name: string; readonly fields?: readonly string[] }[];
  /** Its own tools. It may have others, which are not known. */
  readonly tools: readonly SentTool[];
  /** Names of tools that it does not have. */
  readonly otherTools: readonly string[];
}

/** A tool that a sender has. */
export interface SentTool {
  readonly name: string;
  /** The value of `tool.kind`. */
  readonly kind: string;
  /** What its arguments may be called; absent: not known. */
  readonly fields?: readonly string[];
}
