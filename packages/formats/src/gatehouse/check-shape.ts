import type * as z from "zod/mini";
import type { Problem } from "../text/report.js";
import { quote } from "../text/quote.js";
import { suggest } from "../text/suggest.js";
import type { Path } from "./document.js";
import { KNOWN_KEYS } from "./schema.js";

/** A problem of a value's shape. */
export interface ShapeProblem extends Problem {
  readonly path: Path;
  /** The problem is the key, not its value. */
  readonly atKey: boolean;
}

/** The value without what is wrong in it; `value` is null when too much is. */
export interface CheckedShape<T> {
  readonly value: T | null;
  readonly problems: readonly ShapeProblem[];
}

/** Each round takes out what the round before found. */
const MAX_ROUNDS = 4;
/** The most problems reported of one value, and of the unknown keys of one mapping. */
const MAX_PROBLEMS = 50;
const MAX_UNKNOWN = 20;

/**
 * Checks a value against a schema. Where single keys are wrong, they are taken out one by one, so that a rule is not
 * lost because of a misspelt detail; the caller says whether what is left may be used.
 */
export function checkShape<T>(schema: z.ZodMiniType<T>, given: unknown): CheckedShape<T> {
  const problems: ShapeProblem[] = [];
  let value = given;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const parsed = schema.safeParse(value);
    if (parsed.success) return { value: parsed.data, problems };
    const issues = parsed.error.issues.slice(0, MAX_PROBLEMS);
    const found = issues.flatMap((issue) => shapeProblems(issue, value));
    const reported = new Set(problems.map(({ path }) => JSON.stringify(path)));
    // What was taken out before may be missing now.
    problems.push(
      ...found.filter(({ code, path }) => code !== "missing-key" || !reported.has(JSON.stringify(path))),
    );
    const missing = found.some(({ code, path }) => code === "missing-key" || path.length === 0);
    if (missing) break;
    for (const issue of issues) value = withoutProblem(value, issue);
  }
  return { value: null, problems };
}

function shapeProblems(issue: z.core.$ZodIssue, value: unknown): ShapeProblem[] {
  const path = pathOf(issue);
  if (issue.code === "unrecognized_keys") {
    const known = issue.keys.slice(0, MAX_UNKNOWN).map((key) => unknownKey(key, path));
    const next = issue.keys[MAX_UNKNOWN];
    return next === undefined
      ? known
      : [...known, moreUnknown(issue.keys.length - MAX_UNKNOWN, [...path, next])];
  }
  if (read(value, path) === undefined) {
    const key = String(path.at(-1) ?? "");
    return [
      {
        code: "missing-key",
        message: `the key ${quote(key)} is missing`,
        cure: `add ${quote(EXAMPLES.get(key) ?? `${key}: …`)}`,
        path,
        atKey: false,
      },
    ];
  }
  const params = issue.code === "custom" ? issue.params : undefined;
  const where = path.length === 0 ? "" : `${quote(path.join("."))}: `;
  return [
    {
      code:
        typeof params?.["code"] === "string"
          ? params["code"]
          : wrongType(issue)
            ? "invalid-type"
            : "invalid-value",
      message: `${where}${issue.message}`,
      cure: typeof params?.["cure"] === "string" ? params["cure"] : cureOf(path),
      path,
      atKey: false,
    },
  ];
}

/** A line that is right, for the keys that people get wrong. */
const EXAMPLES: ReadonlyMap<string, string> = new Map([
  ["version", "version: 1"],
  ["policies", "policies: []"],
  ["id", "id: no-force-push"],
  ["events", "events: before_tool_call"],
  ["tools", 'tools: [exec, "git_*"]'],
  ["when", 'when: toolName == "exec"'],
  ["priority", "priority: 100"],
  ["enabled", "enabled: true"],
  ["onFailure", "onFailure: deny"],
  ["timeout", "timeout: 20s"],
  ["cache", "cache: session"],
  ["uses", "uses: [params.command]"],
  ["event", "event: { toolName: exec }"],
  ["expect", "expect: deny"],
]);

function cureOf(path: Path): string {
  const example = EXAMPLES.get(path.findLast((part) => typeof part === "string") ?? "");
  return example === undefined ? 'see SPEC.md, "The native format"' : `for example ${quote(example)}`;
}

function pathOf(issue: z.core.$ZodIssue): (string | number)[] {
  return issue.path.filter((part) => typeof part !== "symbol");
}

function wrongType(issue: z.core.$ZodIssue): boolean {
  return issue.code === "invalid_type" || (issue.code === "custom" && issue.params === undefined);
}

function unknownKey(key: string, around: Path): ShapeProblem {
  const place = { code: "unknown-key", path: [...around, key], atKey: true };
  if (key === "tier") {
    return {
      ...place,
      message: "a file cannot name its tier",
      cure: "the tier comes from where the file is loaded: remove the key",
    };
  }
  const meant = suggest(key, KNOWN_KEYS);
  return {
    ...place,
    message: `unknown key ${quote(key)}`,
    cure: meant === null ? 'remove it, or see SPEC.md, "The native format"' : `did you mean ${quote(meant)}?`,
  };
}

function moreUnknown(count: number, path: Path): ShapeProblem {
  return {
    code: "unknown-key",
    message: `${count} more unknown keys`,
    cure: "remove them",
    path,
    atKey: true,
  };
}

function read(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Record<string | number, unknown>)[key]
        : undefined,
    value,
  );
}

function withoutProblem(value: unknown, issue: z.core.$ZodIssue): unknown {
  const path = pathOf(issue);
  if (issue.code === "unrecognized_keys") return without(value, path, new Set(issue.keys));
  // A list goes as a whole: without one item, the others would move.
  const last = path.findLastIndex((part) => typeof part === "string");
  return without(value, path.slice(0, last), new Set(path.slice(last, last + 1)));
}

/** A copy without some members of the object at a path. */
function without(value: unknown, path: Path, keys: ReadonlySet<string | number>): unknown {
  const [key, ...rest] = path;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    return key === undefined
      ? value
      : (value as unknown[]).map((item, index) => (index === key ? without(item, rest, keys) : item));
  }
  const entries = Object.entries(value);
  return Object.fromEntries(
    key === undefined
      ? entries.filter(([name]) => !keys.has(name))
      : entries.map(([name, inner]) => [name, name === key ? without(inner, rest, keys) : inner]),
  );
}
