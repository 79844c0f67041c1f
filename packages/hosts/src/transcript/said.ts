import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";
import type { HostTool } from "../host-tables.js";
import { canonicalParams } from "../prepare/canonical-params.js";

/** One record of a conversation, in the words of the package `hooks`: who, what was said, what was called, what came back. */
export type SaidRecord = {
  readonly role: "user" | "assistant" | "other";
  readonly text: string;
  readonly toolCalls: readonly JsonObject[];
  /** Ids of calls whose results came. */
  readonly toolResults: readonly string[];
  /** A subagent's. */
  readonly isSidechain?: true;
};

/** The records of a transcript's lines, oldest first. What a line of another shape says is left out. */
export type ReadSaid = (lines: readonly JsonObject[]) => readonly JsonObject[];

/** A record that says something. */
export function said(
  role: SaidRecord["role"],
  text: string,
  toolCalls: readonly JsonObject[] = [],
): SaidRecord {
  return { role, text, toolCalls, toolResults: [] };
}

/** A record with the results of calls. */
export function returned(...ids: readonly string[]): SaidRecord {
  return { role: "other", text: "", toolCalls: [], toolResults: ids.filter((id) => id !== "") };
}

/** A call by the agent's own name, with its kind, and with the canonical parameters beside its own. */
export function callOf(
  { name, input, id }: { readonly name: string; readonly input: JsonValue | undefined; readonly id: string },
  tools: readonly HostTool[],
): JsonObject {
  const own = objectOf(input);
  const tool = tools.find((one) => one.name === name);
  const { kind, params } = canonicalParams(name, own, tool);
  return { name, kind, input: params, ...(id === "" ? {} : { id }) };
}

/** An own property that is an object, else an empty one. */
export function objectIn(object: JsonObject, key: string): JsonObject {
  return objectOf(Object.hasOwn(object, key) ? object[key] : undefined);
}

/** An own property that is a string, else an empty one. */
export function stringIn(object: JsonObject, key: string): string {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  return typeof value === "string" ? value : "";
}

/** The objects of an own property that is a list. */
export function objectsIn(object: JsonObject, key: string): readonly JsonObject[] {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  return Array.isArray(value)
    ? (value as readonly JsonValue[]).map((one) => objectOf(one)).filter((one) => Object.keys(one).length > 0)
    : [];
}

/** The text of parts, one to a line. */
export function joined(texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join("\n");
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
