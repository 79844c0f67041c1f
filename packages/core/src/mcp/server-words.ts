import { isList, isRecord, type JsonObject, type JsonValue, own } from "@gatehouse-hooks/json";
import { canonicalJson } from "@gatehouse-hooks/json/canonical";

/** What a server says of itself, and models read: its instructions and its tools, as `initialize` and `tools/list` have them. */
export interface ServerWords {
  readonly instructions?: string;
  readonly tools: readonly JsonObject[];
}

/** What differs between what a person has accepted and what a server says now. */
export interface WordsDifference {
  /** The tool's name; null: the instructions. */
  readonly tool: string | null;
  readonly kind: "new" | "gone" | "changed";
  /** What changed, of a changed tool: words of ours, which a model may read. */
  readonly parts: readonly string[];
  /** A line for each value, with `- ` where it was accepted and `+ ` where it is said now. Untrusted text. */
  readonly lines: readonly string[];
}

/** Members of a tool that the protocol has. A name that a server has made up is not repeated to a model. */
const PARTS = ["title", "description", "inputSchema", "outputSchema", "annotations", "icons", "execution"];
const OTHER = "other members";

/** @param accepted undefined: everything is new */
export function wordsDifferences(
  accepted: ServerWords | undefined,
  now: ServerWords,
): readonly WordsDifference[] {
  const former = byName(accepted?.tools ?? []);
  const present = byName(now.tools);
  const names = [...new Set([...former.keys(), ...present.keys()])];
  return [
    ...instructionsDifference(accepted?.instructions, now.instructions),
    ...names.flatMap((name) => toolDifference(name, former.get(name) ?? [], present.get(name) ?? [])),
  ];
}

function instructionsDifference(
  before: string | undefined,
  now: string | undefined,
): readonly WordsDifference[] {
  if (before === now) return [];
  const kind = before === undefined ? "new" : now === undefined ? "gone" : "changed";
  const lines = [...leavesOf("instructions", before, "- "), ...leavesOf("instructions", now, "+ ")];
  return [{ tool: null, kind, parts: ["instructions"], lines }];
}

/** A server may list a name more than once: all of it has been accepted, or none. */
function toolDifference(
  tool: string,
  before: readonly JsonObject[],
  now: readonly JsonObject[],
): readonly WordsDifference[] {
  const texts = new Set(before.map(canonicalJson));
  const fresh = now.filter((one) => !texts.has(canonicalJson(one)));
  if (fresh.length === 0 && now.length > 0) return [];
  const kind = before.length === 0 ? "new" : now.length === 0 ? "gone" : "changed";
  const old = before.flatMap((one) => leavesOf("", one, "- "));
  const said = fresh.flatMap((one) => leavesOf("", one, "+ "));
  const parts = kind === "changed" ? changedParts(before, fresh) : [];
  return [{ tool, kind, parts, lines: withoutSame(old, said) }];
}

function changedParts(before: readonly JsonObject[], fresh: readonly JsonObject[]): readonly string[] {
  const all = [...before, ...fresh];
  const keys = [...new Set(all.flatMap((one) => Object.keys(one)))];
  const differing = keys.filter(
    (key) =>
      new Set(all.map((one) => canonicalJson((Object.hasOwn(one, key) ? one[key] : null) ?? null))).size > 1,
  );
  return [...new Set(differing.map((key) => (PARTS.includes(key) ? key : OTHER)))];
}

/** Both lists without the values that are in both. */
function withoutSame(before: readonly string[], now: readonly string[]): readonly string[] {
  const [old, said] = [before, now].map((lines) => new Set(lines.map((line) => line.slice(2))));
  return [
    ...before.filter((line) => said?.has(line.slice(2)) !== true),
    ...now.filter((line) => old?.has(line.slice(2)) !== true),
  ];
}

/** `inputSchema.properties.path.type: "string"`. */
function leavesOf(path: string, value: JsonValue | undefined, mark: string): readonly string[] {
  if (value === undefined) return [];
  const members = isList(value) ? [...value.entries()] : isRecord(value) ? Object.entries(value) : [];
  if (members.length === 0) return [`${mark}${path}: ${JSON.stringify(value)}`];
  return members.flatMap(([key, member]) =>
    leavesOf(path === "" ? `${key}` : `${path}.${key}`, member, mark),
  );
}

function byName(tools: readonly JsonObject[]): ReadonlyMap<string, readonly JsonObject[]> {
  const found = new Map<string, JsonObject[]>();
  for (const tool of tools) {
    const name = own(tool, "name");
    if (typeof name === "string") found.set(name, [...(found.get(name) ?? []), tool]);
  }
  return found;
}
