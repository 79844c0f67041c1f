import { isRecord, type JsonObject, type JsonValue, LONGEST_TIMER_MS } from "@gatehouse-hooks/json";
import { type Policy, MAX_EVENTS, MAX_NAME, MAX_TEXT } from "./policy.js";

const TIERS: ReadonlySet<unknown> = new Set(["enforced", "user", "project"]);
const VERDICTS: ReadonlySet<unknown> = new Set(["approve", "warn", "ask", "deny", "allow"]);
const FAILURES: ReadonlySet<unknown> = new Set(["deny", "ask", "warn", "ignore"]);
const SCOPES: ReadonlySet<unknown> = new Set(["none", "session", "global"]);
const DECISIONS: ReadonlySet<unknown> = new Set(["approve", "warn", "ask", "deny"]);
const MAX_USES = 100;
type IsPlain = (member: JsonValue | undefined) => boolean;

/** What a complete definition has. */
const NEEDED: ReadonlyMap<string, IsPlain> = new Map<string, IsPlain>([
  ["id", isName],
  ["tier", (member) => TIERS.has(member)],
  ["enabled", (member) => typeof member === "boolean"],
  ["events", isNames],
  ["handler", isPlainHandler],
  ["priority", (member) => Number.isSafeInteger(member)],
  ["order", (member) => Number.isSafeInteger(member)],
]);
/** What it may have. */
const POSSIBLE: ReadonlyMap<string, IsPlain> = new Map<string, IsPlain>([
  ["description", isText],
  ["matcher", isCondition],
  ["condition", isCondition],
  ["onFailure", (member) => FAILURES.has(member)],
  ["source", isSource],
]);

/**
 * Whether a sealed value plainly is a complete definition, with everything that has a default and with nothing rare: much quicker
 * than the schema, whose messages are for people.
 *
 * INVARIANT: true only for what the schema accepts. False means that the schema is to be asked. What is sealed inherits nothing, so the walk over
 * all keys finds its own, and makes no list of them.
 */
export function isPlainPolicy(value: JsonValue): value is JsonValue & Policy {
  if (!isRecord(value)) return false;
  let needed = 0;
  for (const key in value) {
    const isNeeded = NEEDED.get(key);
    if (isNeeded !== undefined) needed++;
    const isPlain = isNeeded ?? POSSIBLE.get(key);
    if (isPlain === undefined || !isPlain(value[key])) return false;
  }
  return needed === NEEDED.size;
}

function isPlainHandler(value: JsonValue | undefined): boolean {
  if (!isRecord(value)) return false;
  switch (value["kind"]) {
    case "static":
      return has(value, 3) && VERDICTS.has(value["verdict"]) && isText(value["reason"]);
    case "judge":
      return (
        has(value, 4 + countOf(value, SHOWS)) &&
        isText(value["prompt"]) &&
        value["prompt"] !== "" &&
        isTime(value["timeoutMs"]) &&
        SCOPES.has(value["cache"]) &&
        isList(value["decisions"], 4, (one) => DECISIONS.has(one)) &&
        isList(value["uses"], MAX_USES, isName) &&
        (value["usesFrom"] === undefined || value["usesFrom"] === "prompt")
      );
    default:
      return false;
  }
}

/** What a hook file of Mayros adds. */
const SHOWS = ["decisions", "uses", "usesFrom"];

function countOf(value: JsonObject, keys: readonly string[]): number {
  return keys.filter((key) => value[key] !== undefined).length;
}

function isList(
  value: JsonValue | undefined,
  most: number,
  test: (item: JsonValue | undefined) => boolean,
): boolean {
  if (value === undefined) return true;
  return Array.isArray(value) && value.length >= 1 && value.length <= most && value.every(test);
}

function isCondition(value: JsonValue | undefined): boolean {
  return (
    isRecord(value) &&
    has(value, 2) &&
    typeof value["text"] === "string" &&
    (value["ast"] === null || isRecord(value["ast"]))
  );
}

function isSource(value: JsonValue | undefined): boolean {
  if (!isRecord(value) || !isText(value["path"])) return false;
  const { line, format } = value;
  if (line !== undefined && !isCount(line)) return false;
  if (format !== undefined && !isName(format)) return false;
  return has(value, 1 + (line === undefined ? 0 : 1) + (format === undefined ? 0 : 1));
}

/** No others than those that are looked at. */
function has(value: JsonObject, keys: number): boolean {
  let count = 0;
  for (const _ in value) count++;
  return count === keys;
}

function isNames(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.length >= 1 && value.length <= MAX_EVENTS && value.every(isName);
}

function isName(value: JsonValue | undefined): boolean {
  return typeof value === "string" && value !== "" && value.length <= MAX_NAME;
}

function isText(value: JsonValue | undefined): boolean {
  return typeof value === "string" && value.length <= MAX_TEXT;
}

function isCount(value: JsonValue | undefined): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 1;
}

function isTime(value: JsonValue | undefined): boolean {
  return isCount(value) && value <= LONGEST_TIMER_MS;
}
