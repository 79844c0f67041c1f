import { isCount, isRecord, isStrings } from "@gatehouse-hooks/json";
import type { Answer, Verdict } from "@gatehouse-hooks/engine";
import { canonicalJson } from "@gatehouse-hooks/json/canonical";

const KINDS: ReadonlySet<unknown> = new Set<Answer["kind"]>(["approve", "warn", "ask", "deny", "allow"]);

/**
 * Reads an answer out of parsed JSON that a store gave back. Whatever is not exactly an answer is `undefined`:
 * a store may hold what an older version, a broken disk or an attacker wrote.
 */
export function readAnswer(value: unknown): Answer | undefined {
  if (!isRecord(value)) return undefined;
  for (const [name, item] of Object.entries(value)) {
    const isRight = FIELDS.get(name);
    if (isRight === undefined || !isRight(item)) return undefined;
  }
  if (!Object.hasOwn(value, "kind") || !Object.hasOwn(value, "reason")) return undefined;
  return value as unknown as Answer;
}

const FIELDS: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ["kind", (value) => KINDS.has(value)],
  ["reason", isText],
  ["warnings", isStrings],
  ["context", isStrings],
  ["systemMessages", isStrings],
  ["updatedInput", isRecord],
  ["source", isText],
  ["ms", isCount],
  [
    "usage",
    (value) =>
      isRecord(value) &&
      Object.keys(value).length === 2 &&
      isCount(value["inputTokens"]) &&
      isCount(value["outputTokens"]),
  ],
]);

function isText(value: unknown): boolean {
  return typeof value === "string";
}

/**
 * What any judge may answer: it neither skips the user's prompt nor rewrites. Anything else in a store outside of this
 * process was written by a third party.
 */
export function isJudgeAnswer({ kind, updatedInput }: Answer): boolean {
  return kind !== "allow" && updatedInput === undefined;
}

/**
 * An immutable copy of a verdict: several callers get the same one.
 *
 * @throws NotJsonError when the verdict is not JSON data
 */
export function frozenCopy<V extends Verdict>(verdict: V): V {
  return freezeAnswer(JSON.parse(canonicalJson(verdict)) as V);
}

/** Freezes an answer, which is parsed JSON, deeply. Here, since each kept answer comes through here: no further file is run for it. */
export function freezeAnswer<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    for (const item of Object.values(value)) freezeAnswer(item);
    Object.freeze(value);
  }
  return value;
}
