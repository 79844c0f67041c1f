import type { EventKind } from "@gatehouse-hooks/engine";
import type { ValueType } from "./value-type.js";

/** What is known of the arguments of tools. */
export interface ToolTypes {
  /** The arguments of a tool, as an event of a kind has them; `undefined`: nothing is known. */
  readonly argumentsOf: (tool: string, kind: EventKind) => ValueType | undefined;
  /** Names of tools that a pattern of names may mean. */
  readonly names?: readonly string[];
  /** Beginnings of names: whatever begins with one is among `names`, or there is no such tool. */
  readonly complete?: readonly string[];
}

/** Nothing is known of tools. */
export const NO_TOOL_TYPES: ToolTypes = { argumentsOf: () => undefined };
