import { own, isList } from "@gatehouse-hooks/json";
import type * as z from "zod/mini";
import type { Problem } from "../text/report.js";
import { cite } from "../text/cite.js";
import type { DocumentPath } from "../yaml/document.js";
import { exampleOf } from "./key-examples.table.js";
import type { Level } from "./schema.js";
import { meantKey, unknownKey } from "./unknown-key.js";

/** A problem of a value's shape. */
export interface ShapeProblem extends Problem {
  readonly path: DocumentPath;
  /** The problem is the key, not its value. */
  readonly atKey: boolean;
}

/** The value without what is wrong in it; `value` is null when too much is. */
interface CheckedShape<T> {
  readonly value: T | null;
  readonly problems: readonly ShapeProblem[];
}

/** Each round removes what the previous round found. */
const MAX_ROUNDS = 4;
/** The most problems reported of one value, and of the unknown keys of one mapping. */
const MAX_PROBLEMS = 50;
const MAX_UNKNOWN = 20;

/**
 * Checks a value against a schema. Where single keys are wrong, they are taken out one by one, so that a rule is not
 * lost because of a misspelt detail; the caller says whether what is left may be used.
 *
 * @param levelOf what kind of mapping a path leads to
 */
export function checkShape<T>(
  schema: z.ZodMiniType<T>,
  given: unknown,
  levelOf: (path: DocumentPath) => Level,
): CheckedShape<T> {
  const problems: ShapeProblem[] = [];
  let value = given;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const parsed = schema.safeParse(value);
    if (parsed.success) return { value: parsed.data, problems };
    const issues = parsed.error.issues.slice(0, MAX_PROBLEMS);
    const found = withoutConsequences(
      issues.flatMap((issue) => shapeProblems(issue, value, levelOf)),
      levelOf,
    );
    const reported = new Set(problems.map(({ path }) => JSON.stringify(path)));
    // What was taken out before may be missing now.
    problems.push(
      ...found.filter(({ code, path }) => code !== "missing-key" || !reported.has(JSON.stringify(path))),
    );
    const missing = issues.some((issue) => read(value, pathOf(issue)) === undefined);
    if (missing || found.some(({ path }) => path.length === 0)) break;
    for (const issue of issues) value = withoutProblem(value, issue);
  }
  return { value: null, problems };
}

/** Without the missing keys that are there under another name. */
function withoutConsequences(
  found: readonly ShapeProblem[],
  levelOf: (path: DocumentPath) => Level,
): readonly ShapeProblem[] {
  const meant = new Set(
    found
      .filter(({ code }) => code === "unknown-key")
      .map(({ path }) => {
        const around = path.slice(0, -1);
        return JSON.stringify([...around, meantKey(String(path.at(-1)), levelOf(around))]);
      }),
  );
  return found.filter(({ code, path }) => code !== "missing-key" || !meant.has(JSON.stringify(path)));
}

function shapeProblems(
  issue: z.core.$ZodIssue,
  value: unknown,
  levelOf: (path: DocumentPath) => Level,
): ShapeProblem[] {
  const path = pathOf(issue);
  if (issue.code === "unrecognized_keys") {
    const known = issue.keys
      .slice(0, MAX_UNKNOWN)
      .map((key) => ({ ...unknownKey(key, levelOf(path)), path: [...path, key], atKey: true }));
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
        message: `the key ${cite(key)} is missing`,
        cure: `add ${cite(exampleOf(key) ?? `${key}: …`)}`,
        path,
        atKey: false,
      },
    ];
  }
  const params = issue.code === "custom" ? issue.params : undefined;
  const where = path.length === 0 ? "" : `${cite(path.join("."))}: `;
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

function cureOf(path: DocumentPath): string {
  const key = path.findLast((part) => typeof part === "string");
  const example = exampleOf(key ?? "version");
  return example === undefined ? "write what is expected, or remove it" : `for example ${cite(example)}`;
}

function pathOf(issue: z.core.$ZodIssue): (string | number)[] {
  return issue.path.filter((part) => typeof part !== "symbol");
}

function wrongType(issue: z.core.$ZodIssue): boolean {
  return issue.code === "invalid_type" || (issue.code === "custom" && issue.params === undefined);
}

function moreUnknown(count: number, path: DocumentPath): ShapeProblem {
  return {
    code: "unknown-key",
    message: `${count} more unknown keys`,
    cure: "remove them",
    path,
    atKey: true,
  };
}

function read(value: unknown, path: DocumentPath): unknown {
  return path.reduce<unknown>((inner, key) => own(inner, String(key)), value);
}

function withoutProblem(value: unknown, issue: z.core.$ZodIssue): unknown {
  const path = pathOf(issue);
  if (issue.code === "unrecognized_keys") return without(value, path, new Set(issue.keys));
  // A list is removed as a whole: without one item, the others would move.
  const last = path.findLastIndex((part) => typeof part === "string");
  return without(value, path.slice(0, last), new Set(path.slice(last, last + 1)));
}

/** A copy without some members of the object at a path. */
function without(value: unknown, path: DocumentPath, keys: ReadonlySet<string | number>): unknown {
  const [key, ...rest] = path;
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) {
    return key === undefined
      ? value
      : value.map((item, index) => (index === key ? without(item, rest, keys) : item));
  }
  const entries = Object.entries(value);
  return Object.fromEntries(
    key === undefined
      ? entries.filter(([name]) => !keys.has(name))
      : entries.map(([name, inner]) => [name, name === key ? without(inner, rest, keys) : inner]),
  );
}
