import { isRecord, type JsonObject, own, isList, parseJsonObject } from "@gatehouse-hooks/json";
import { canonicalJson } from "@gatehouse-hooks/json/canonical";
import type { RpcFields } from "./rpc-message.js";

/** What a server says of one of its tools. */
export interface ListedTool {
  readonly name: string;
  /** Names of arguments that its input schema has. */
  readonly params: readonly string[];
  /** The schema lets other arguments through, or has them where they are not looked for. */
  readonly open: boolean;
  /** Everything that it says, without what is not of the tool (`_meta`); undefined: too large to be kept. */
  readonly words: JsonObject | undefined;
  /** The same, to see a change. */
  readonly text: string;
}

/** Why a call of a tool needs a person. */
export interface ToolDoubt {
  /** For models, too: without anything that the server says. */
  readonly why: string;
  /** What the server says of the tool: for a person. */
  readonly lines: readonly string[];
}

/** Tools, and arguments of one, that are kept. */
const MOST_TOOLS = 10_000;
const MOST_PARAMS = 1_000;

/** What has changed between two lists. Names. */
interface ToolChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/** The tools of a `tools/list` result, as far as they can be read. */
export function readListedTools(result: RpcFields): readonly ListedTool[] {
  const tools = own(result, "tools");
  if (!isList(tools)) return [];
  return tools.slice(0, MOST_TOOLS).flatMap((tool) => {
    const read = readListedTool(tool);
    return read === undefined ? [] : [read];
  });
}

/** One tool of a list. @returns undefined for what has no name */
export function readListedTool(tool: unknown): ListedTool | undefined {
  const name = own(tool, "name");
  if (!isRecord(tool) || typeof name !== "string") return undefined;
  return { name, ...argumentsOf(own(tool, "inputSchema")), ...wordsOf(tool) };
}

/** What a person has not seen, where they have seen the former list. */
export function toolChanges(before: readonly ListedTool[], now: readonly ListedTool[]): ToolChanges {
  const former = new Map(before.map((tool) => [tool.name, tool.text]));
  const present = new Set(now.map(({ name }) => name));
  return {
    added: now.filter(({ name }) => !former.has(name)).map(({ name }) => name),
    removed: [...former.keys()].filter((name) => !present.has(name)),
    changed: now
      .filter(({ name, text }) => former.has(name) && former.get(name) !== text)
      .map(({ name }) => name),
  };
}

/** Keywords of JSON Schema with which arguments may be named elsewhere. */
const ELSEWHERE = ["$ref", "allOf", "anyOf", "oneOf", "if", "patternProperties", "$dynamicRef"];

function argumentsOf(schema: unknown): Pick<ListedTool, "params" | "open"> {
  const properties = own(schema, "properties");
  const more = own(schema, "additionalProperties");
  const open = more === true || isRecord(more) || ELSEWHERE.some((key) => own(schema, key) !== undefined);
  return { params: isRecord(properties) ? Object.keys(properties).slice(0, MOST_PARAMS) : [], open };
}

/** Too large to be kept, so too large to be compared: a change is not seen. */
const TOO_LARGE = { words: undefined, text: "" };

function wordsOf(tool: object): Pick<ListedTool, "words" | "text"> {
  try {
    const { value, issue } = parseJsonObject(JSON.stringify({ ...tool, _meta: undefined }));
    return issue === undefined ? { words: value, text: canonicalJson(value) } : TOO_LARGE;
  } catch {
    return TOO_LARGE;
  }
}
