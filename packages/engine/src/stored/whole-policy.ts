import { isRecord, type JsonValue, LONGEST_TIMER_MS } from "@gatehouse-hooks/json";
import { type Policy, MAX_EVENTS, MAX_NAME, MAX_TEXT } from "../policy.js";

/** Whether a sealed value is what a key may have. */
type Test = (value: JsonValue | undefined) => boolean;

/** The keys of an object: those that it has to have, and those that it may have. */
interface Keys {
  readonly needed: ReadonlyMap<string, Test>;
  readonly optional: ReadonlyMap<string, Test>;
}

/** The most entries in a list of strings that is not one of names. */
const MAX_TEXTS = 1_000;
/** The most paths in `uses`. */
const MAX_USES = 100;

/**
 * Whether a sealed value is a complete definition: everything that has a default is there.
 *
 * INVARIANT: true for exactly those complete definitions that the schema accepts (`policy.schema.ts`; law: stored).
 */
export function isWholePolicy(value: JsonValue): value is JsonValue & Policy {
  return fits(value, POLICY);
}

function fits(value: JsonValue | undefined, { needed, optional }: Keys): boolean {
  if (!isRecord(value)) return false;
  let count = 0;
  for (const key of Object.keys(value)) {
    const test = needed.get(key);
    if (test !== undefined) count++;
    const member = value[key];
    if (!(test ?? optional.get(key) ?? never)(member)) return false;
  }
  return count === needed.size;
}

function keys(needed: Readonly<Record<string, Test>>, optional: Readonly<Record<string, Test>> = {}): Keys {
  return { needed: new Map(Object.entries(needed)), optional: new Map(Object.entries(optional)) };
}

function never(): boolean {
  return false;
}

function isBoolean(value: JsonValue | undefined): boolean {
  return typeof value === "boolean";
}

function isString(value: JsonValue | undefined): boolean {
  return typeof value === "string";
}

function isText(value: JsonValue | undefined): boolean {
  return typeof value === "string" && value.length <= MAX_TEXT;
}

function isFilled(value: JsonValue | undefined): boolean {
  return isText(value) && value !== "";
}

function isName(value: JsonValue | undefined): boolean {
  return typeof value === "string" && value !== "" && value.length <= MAX_NAME;
}

function isInteger(value: JsonValue | undefined): boolean {
  return Number.isSafeInteger(value);
}

function isCount(value: JsonValue | undefined): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 1;
}

function isTime(value: JsonValue | undefined): boolean {
  return isCount(value) && value <= LONGEST_TIMER_MS;
}

function isTextRecord(value: JsonValue | undefined): boolean {
  return isRecord(value) && Object.values(value).every((one) => typeof one === "string");
}

function listOf(test: Test, most: number, least = 0): Test {
  return (value) =>
    Array.isArray(value) && value.length >= least && value.length <= most && value.every(test);
}

function oneOf(...values: readonly string[]): Test {
  return (value) => typeof value === "string" && values.includes(value);
}

const texts = listOf(isText, MAX_TEXTS);

const HANDLERS: ReadonlyMap<unknown, Keys> = new Map([
  [
    "static",
    keys(
      { kind: isString, verdict: oneOf("approve", "warn", "ask", "deny", "allow"), reason: isText },
      { context: texts, systemMessages: texts, updatedInput: isRecord },
    ),
  ],
  [
    "judge",
    keys(
      { kind: isString, prompt: isFilled, timeoutMs: isTime, cache: oneOf("none", "session", "global") },
      {
        model: isName,
        uses: listOf(isName, MAX_USES),
        usesFrom: oneOf("prompt"),
        decisions: listOf(oneOf("approve", "warn", "ask", "deny"), 4, 1),
        template: isName,
        schema: isText,
      },
    ),
  ],
  [
    "command",
    keys(
      { kind: isString, command: isFilled, timeoutMs: isTime },
      {
        args: texts,
        env: isTextRecord,
        workingDir: isText,
        mayRewrite: isBoolean,
        strictOutput: isBoolean,
        contract: isName,
        prompt: isBoolean,
        inOrder: isBoolean,
      },
    ),
  ],
  [
    "builtin",
    keys({ kind: isString, name: isName, timeoutMs: isTime }, { args: texts, mayRewrite: isBoolean }),
  ],
  ["function", keys({ kind: isString, name: isName, timeoutMs: isTime }, { mayRewrite: isBoolean })],
]);

const CONDITION = keys({ text: isString, ast: (value) => value === null || isRecord(value) });
const SOURCE = keys({ path: isText }, { line: isCount, format: isName, pack: isName });

const POLICY = keys(
  {
    id: isName,
    tier: oneOf("enforced", "user", "project"),
    enabled: isBoolean,
    events: listOf(isName, MAX_EVENTS, 1),
    handler: (value) => {
      const fields = isRecord(value) ? HANDLERS.get(value["kind"]) : undefined;
      return fields !== undefined && fits(value, fields);
    },
    priority: isInteger,
    order: isInteger,
  },
  {
    description: isText,
    matcher: (value) => fits(value, CONDITION),
    condition: (value) => fits(value, CONDITION),
    onFailure: oneOf("deny", "ask", "warn", "ignore"),
    observe: isBoolean,
    alwaysRuns: isBoolean,
    source: (value) => fits(value, SOURCE),
  },
);
