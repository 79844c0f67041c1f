import type { z } from "zod";
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

/**
 * Checks a value against a schema. Where single keys are wrong, they are taken out one by one, so that a rule is not
 * lost because of a misspelt detail; the caller says whether what is left may be used.
 */
export function checkShape<T>(schema: z.ZodType<T>, given: unknown): CheckedShape<T> {
  const problems: ShapeProblem[] = [];
  let value = given;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const parsed = schema.safeParse(value);
    if (parsed.success) return { value: parsed.data, problems };
    const found = parsed.error.issues.flatMap((issue) => shapeProblems(issue, value));
    problems.push(...found);
    const missing = found.some(({ code, path }) => code === "missing-key" || path.length === 0);
    if (missing) break;
    value = found.reduce((rest, { path }) => without(rest, path), value);
  }
  return { value: null, problems };
}

function shapeProblems(issue: z.core.$ZodIssue, value: unknown): ShapeProblem[] {
  const path = issue.path.filter((part) => typeof part !== "symbol");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ ...unknownKey(key), path: [...path, key], atKey: true }));
  }
  if (read(value, path) === undefined) {
    const key = String(path.at(-1) ?? "");
    return [
      {
        code: "missing-key",
        message: `the key ${quote(key)} is missing`,
        cure: `add ${quote(`${key}: …`)}`,
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
      cure: typeof params?.["cure"] === "string" ? params["cure"] : 'see SPEC.md, "The native format"',
      path,
      atKey: false,
    },
  ];
}

function wrongType(issue: z.core.$ZodIssue): boolean {
  return issue.code === "invalid_type" || (issue.code === "custom" && issue.params === undefined);
}

function unknownKey(key: string): Problem {
  const meant = suggest(key, KNOWN_KEYS);
  if (key === "tier") {
    return {
      code: "unknown-key",
      message: "a file cannot name its tier",
      cure: "the tier comes from where the file is loaded: remove the key",
    };
  }
  return {
    code: "unknown-key",
    message: `unknown key ${quote(key)}`,
    cure: meant === null ? 'remove it, or see SPEC.md, "The native format"' : `did you mean ${quote(meant)}?`,
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

/** A copy without the member at a path; list items are left alone, because the others would move. */
function without(value: unknown, path: Path): unknown {
  const [key, ...rest] = path;
  if (typeof value !== "object" || value === null || key === undefined) return value;
  if (Array.isArray(value))
    return rest.length === 0 ? value : value.map((item, i) => (i === key ? without(item, rest) : item));
  const entries = Object.entries(value).filter(([name]) => rest.length > 0 || name !== key);
  return Object.fromEntries(
    entries.map(([name, inner]) => [name, name === key ? without(inner, rest) : inner]),
  );
}
