import type { Event } from "@gatehouse-hooks/engine";
import { isRecord } from "@gatehouse-hooks/json";
import type { EventPart, HostTool, ToolKind } from "../host-tables.js";

/** An agent's name for some of the events of one canonical name. */
export interface NamedPart {
  readonly name: string;
  readonly part: EventPart;
}

/**
 * The condition that holds for the events of a part: the kind of a tool where the event says it, else the tool's name, for an event
 * that no host has prepared.
 *
 * @param tools of all agents
 */
export function partCondition({ name, part }: NamedPart, tools: readonly HostTool[]): string {
  const tests: string[] = [];
  const { kinds, failed, own } = part;
  if (kinds !== undefined) {
    const kind = kinds.length === 1 ? `tool.kind == ${quoted(kinds[0])}` : `tool.kind in ${quoted(kinds)}`;
    const names = toolsOfKinds(kinds, tools);
    tests.push(
      names.length === 0 ? kind : `(${kind} || (tool.kind == null && toolName in ${quoted(names)}))`,
    );
  }
  if (failed !== undefined) tests.push(failed ? "error != null" : "error == null");
  if (own === true) tests.push(`raw.hook_event_name == ${quoted(name)}`);
  return tests.join(" && ");
}

/** The same of one event. */
export function isOfPart(event: Event, { name, part }: NamedPart, tools: readonly HostTool[]): boolean {
  const { kinds, failed, own } = part;
  const { tool, toolName, error = null, raw } = event;
  if (kinds !== undefined) {
    const kind = isRecord(tool) ? (tool["kind"] ?? null) : null;
    const isKind =
      kind === null
        ? toolsOfKinds(kinds, tools).some((one) => one === toolName)
        : kinds.some((one) => one === kind);
    if (!isKind) return false;
  }
  if (failed !== undefined && failed !== (error !== null)) return false;
  return own !== true || (isRecord(raw) && raw["hook_event_name"] === name);
}

function toolsOfKinds(kinds: readonly ToolKind[], tools: readonly HostTool[]): readonly string[] {
  return [...new Set(tools.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name))];
}

function quoted(value: unknown): string {
  return JSON.stringify(value);
}
