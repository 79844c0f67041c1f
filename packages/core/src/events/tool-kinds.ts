import { own } from "@gatehouse-hooks/json";
import type { ToolKind } from "@gatehouse-hooks/hosts";

/** The parameters that a tool of a kind has, whatever an agent calls them (engine SPEC, "Canonical events"). */
export interface KindParams {
  /** Runs shell text. */
  readonly shell: { readonly command: string };
  /** Reads a file. */
  readonly read: { readonly path: string };
  /** Writes a file. */
  readonly write: { readonly path: string; readonly content: string };
  /** Changes a file. */
  readonly edit: { readonly path: string };
  /** Deletes a file or folder. */
  readonly delete: { readonly path: string };
  /** Looks for files or text. */
  readonly search: { readonly pattern: string };
  /** Gets an address. */
  readonly fetch: { readonly url: string };
  /** A tool of a server of the Model Context Protocol. */
  readonly mcp: { readonly server: string; readonly tool: string };
  /** Starts another agent. */
  readonly agent: { readonly prompt: string };
  /** Anything else: nothing is known of its parameters. */
  readonly other: Readonly<Record<string, unknown>>;
}

/** The names of these parameters: all of them are strings. */
const REQUIRED: { readonly [Kind in ToolKind]: readonly string[] } = {
  shell: ["command"],
  read: ["path"],
  write: ["path", "content"],
  edit: ["path"],
  delete: ["path"],
  search: ["pattern"],
  fetch: ["url"],
  mcp: ["server", "tool"],
  agent: ["prompt"],
  other: [],
};

/** Every kind of tool. */
export const TOOL_KINDS: readonly ToolKind[] = Object.freeze(Object.keys(REQUIRED) as ToolKind[]);

/** Is this the name of a kind of tools? */
export function isToolKind(value: unknown): value is ToolKind {
  return typeof value === "string" && Object.hasOwn(REQUIRED, value);
}

/** The first parameter that a call of a kind should have, and this one has not as a string. */
export function missingParameter(kind: ToolKind, params: unknown): string | undefined {
  const names: readonly string[] = REQUIRED[kind];
  return names.find((name) => typeof own(params, name) !== "string");
}
