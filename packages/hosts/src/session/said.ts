import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";
import type { HostTool } from "../host-tables.js";
import { canonicalParams } from "../prepare/canonical-params.js";
import { objectOf } from "./fields.js";

/** One record of a conversation, in the words of the package `hooks`: who, what was said, what was called, what came back. */
export type SaidRecord = {
  readonly role: "user" | "assistant" | "other";
  readonly text: string;
  readonly toolCalls: readonly JsonObject[];
  /** Ids of calls whose results came. */
  readonly toolResults: readonly string[];
  /** What came back, by the id of its call: `{ call, output }`. */
  readonly results?: readonly JsonObject[];
  /** A subagent's. */
  readonly isSidechain?: true;
};

/** A record that says something. */
export function said(
  role: SaidRecord["role"],
  text: string,
  toolCalls: readonly JsonObject[] = [],
): SaidRecord {
  return { role, text, toolCalls, toolResults: [] };
}

/** What came back of one call. */
interface ReturnedResult {
  readonly id: string;
  /** As the agent wrote it down. */
  readonly output: JsonValue | undefined;
}

/** A record with the results of calls. */
export function returned(...all: readonly ReturnedResult[]): SaidRecord {
  const named = all.filter(({ id }) => id !== "");
  return {
    role: "other",
    text: "",
    toolCalls: [],
    toolResults: named.map(({ id }) => id),
    results: resultsOf(named),
  };
}

/** Results with the ids of their calls, those that say something. */
export function resultsOf(all: readonly ReturnedResult[]): readonly JsonObject[] {
  return all.flatMap(({ id, output }) =>
    output === undefined || output === null ? [] : [{ call: id, output }],
  );
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

/** The text of parts, one to a line. */
export function joined(texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join("\n");
}

/** How the file is read that an agent's payload names as its transcript. */
export interface AgentTranscript {
  /** The name of its host. */
  readonly agent: string;
  /** The records of its lines, oldest first. What a line of another shape says is left out. */
  readonly read: (lines: readonly JsonObject[]) => readonly JsonObject[];
  /**
   * Where the agent keeps the transcript of a session, as parts of a path below the user's home, where most of its payloads do not name
   * it. A session whose name is not plain has none.
   */
  readonly placeOf?: (session: string) => readonly string[] | undefined;
}
