import { isRecord, type JsonValue } from "@gatehouse-hooks/json";

/** What a model reads of a result that has parts: the first of these that is there. */
const READ_KEYS = ["llmContent", "textResultForLlm", "text_result_for_llm", "output"];
/** Where a result has what the tool printed, the most likely first. */
const TEXT_KEYS = ["stdout", "text", "content", "result", ...READ_KEYS];
/** Fields that say what a result is, which agents compare: they are no part of what was printed. */
const NAMING: ReadonlySet<string> = new Set([
  "type",
  "kind",
  "mimeType",
  "media_type",
  "filePath",
  "resultType",
]);

/** A result as text, as a model reads it. */
export function resultText(result: JsonValue): string {
  if (typeof result === "string") return result;
  const read = isRecord(result) ? READ_KEYS.find((key) => Object.hasOwn(result, key)) : undefined;
  const part = read === undefined || !isRecord(result) ? undefined : result[read];
  return part === undefined || part === null ? JSON.stringify(result) : resultText(part);
}

/**
 * What takes the place of a tool's result, in the shape that the agent expects: an agent drops a result of another shape, and the model
 * reads the old one. What has not the shape is put as text into the place of what the tool printed, and all other text goes.
 */
export function fitResult(before: JsonValue, after: JsonValue): JsonValue {
  return isSameShape(before, after) ? after : filled(before, resultText(after));
}

function isSameShape(before: JsonValue, after: JsonValue): boolean {
  if (Array.isArray(before) && Array.isArray(after)) {
    const items: readonly JsonValue[] = before;
    return items.length === after.length && items.every((item, at) => isSameShape(item, itemOf(after, at)));
  }
  if (isRecord(before) && isRecord(after)) {
    const keys = Object.keys(before);
    return (
      keys.length === Object.keys(after).length &&
      keys.every((key) => Object.hasOwn(after, key) && isSameShape(before[key] ?? null, after[key] ?? null))
    );
  }
  const isPlain = !isRecord(before) && !isRecord(after) && !Array.isArray(before) && !Array.isArray(after);
  return isPlain && typeof before === typeof after;
}

function itemOf(list: readonly JsonValue[], at: number): JsonValue {
  return list[at] ?? null;
}

function filled(before: JsonValue, text: string): JsonValue {
  if (typeof before !== "object" || before === null) return text;
  // Blocks of content: a picture without its data would be an error.
  if (
    Array.isArray(before) &&
    before.every((one: JsonValue) => isRecord(one) && typeof one["type"] === "string")
  )
    return [{ type: "text", text }];
  return withText(before, "", { text, at: placeOf(before) });
}

/** Which of the texts of a result is what the tool printed: the one that is least deep, under the name that is most likely. */
function placeOf(result: JsonValue): number {
  const depths = textsIn(result, "", 0).map(({ key, depth }, at) => ({
    at,
    rank:
      depth * (TEXT_KEYS.length + 1) + (TEXT_KEYS.includes(key) ? TEXT_KEYS.indexOf(key) : TEXT_KEYS.length),
  }));
  return depths.reduce((best, one) => (one.rank < best.rank ? one : best), { at: -1, rank: Infinity }).at;
}

/** The strings of a result, but for those that say what it is, in order. */
function textsIn(
  value: JsonValue,
  key: string,
  depth: number,
): readonly { readonly key: string; readonly depth: number }[] {
  if (typeof value === "string") return NAMING.has(key) ? [] : [{ key, depth }];
  if (Array.isArray(value)) return value.flatMap((one: JsonValue) => textsIn(one, key, depth + 1));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => textsIn(part, name, depth + 1));
}

/** Every text goes; the one at its place is the new one. */
function withText(value: JsonValue, key: string, left: { readonly text: string; at: number }): JsonValue {
  if (typeof value === "string") {
    if (NAMING.has(key)) return value;
    left.at -= 1;
    return left.at === -1 ? left.text : "";
  }
  if (Array.isArray(value)) return value.map((one: JsonValue) => withText(one, key, left));
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([name, part]) => [name, withText(part, name, left)] as const);
  return Object.fromEntries<JsonValue>(entries);
}
