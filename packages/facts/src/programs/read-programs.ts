import { ACTION_KINDS } from "../action-kinds.table.js";
import type { ProgramRow } from "./program-row.js";

/** What is wrong with a table of a user: that row is not taken. */
export interface ProgramProblem {
  /** `programs[2].options`. */
  readonly at: string;
  readonly message: string;
  readonly cure: string;
}

/** The rows of a table that can be used, and what is wrong with the others. */
export interface ReadPrograms {
  readonly rows: readonly ProgramRow[];
  readonly problems: readonly ProgramProblem[];
}

/** The most rows of a table, and the deepest subcommand. */
const MAX_ROWS = 1000;
const MAX_DEPTH = 6;

type Check = (value: unknown) => boolean;
type Members = Readonly<Record<string, unknown>>;

const isString: Check = (value) => typeof value === "string" && value !== "" && value.length <= 500;
const isFlag: Check = (value) => typeof value === "boolean";
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isStrings: Check = (value) => Array.isArray(value) && value.length <= 1000 && value.every(isString);
const isStringOrStrings: Check = (value) => isString(value) || isStrings(value);

const EFFECT: Readonly<Record<string, Check>> = {
  operands: (value) => typeof value === "string",
  default: isString,
  tree: (value) => value === true || isStrings(value),
  append: isStrings,
  action: isActions,
  wraps: isCount,
  environment: isFlag,
  place: (value) => value === "remote" || value === "container",
  copies: isFlag,
  filter: isFlag,
  decodes: isFlag,
  fetches: isFlag,
  sends: isFlag,
  lists: isFlag,
  listens: isFlag,
  serves: isFlag,
  patches: isFlag,
  archive: isString,
  writes: isString,
  suffixes: isStrings,
  keeps: isStrings,
  saves: isStrings,
  parents: isStrings,
  contents: isFlag,
  package: (value) => ["missing", "always", "create", "versioned", "never"].some((one) => one === value),
  prints: (value) => value === "environment",
  executes: isString,
  lang: isString,
  unknown: isString,
};

const WHEN: Readonly<Record<string, Check>> = {
  ...EFFECT,
  has: isStrings,
  only: isStrings,
  all: isStrings,
  not: isStrings,
  operand: isStrings,
  first: isStrings,
  least: isCount,
  most: isCount,
};

const USAGE: Readonly<Record<string, Check>> = {
  ...EFFECT,
  options: isStrings,
  loose: isFlag,
  style: (value) =>
    ["gnu", "posix", "single", "bundle", "assign", "powershell", "slash"].includes(String(value)),
  when: isClauses,
  also: isClauses,
  verbs: isVerbs,
};

const ROW: Readonly<Record<string, Check>> = {
  ...USAGE,
  name: isStringOrStrings,
  global: isStrings,
  variables: isStrings,
  files: isStrings,
  tests: (value) => Array.isArray(value) && value.length > 0 && value.every(isTest),
};

const TEST: Readonly<Record<string, Check>> = {
  run: isString,
  reads: isStrings,
  writes: isStrings,
  deletes: isStrings,
  network: isStrings,
  executes: isStrings,
  actions: isStrings,
  unknown: isStrings,
  commands: isStrings,
};

const VERBS: Readonly<Record<string, Check>> = {
  look: (value) => typeof value === "string",
  change: isString,
  publish: isString,
  grant: isString,
  destroy: isString,
  kind: isString,
  depth: isCount,
  from: isCount,
  helps: isFlag,
};

/**
 * Reads a user's table: `{ programs: [row, …] }`, in the form of `ProgramRow`. A row can only add: none names a handler, and its
 * actions are of the known kinds or begin with `x.`.
 *
 * @param given what a YAML or JSON file holds
 */
export function readPrograms(given: unknown): ReadPrograms {
  const programs = isMembers(given) ? given["programs"] : undefined;
  if (!Array.isArray(programs) || programs.length > MAX_ROWS) {
    const cure = "begin with `programs:` and a list of rows";
    return {
      rows: [],
      problems: [{ at: "programs", message: `expected a list of at most ${MAX_ROWS} rows`, cure }],
    };
  }
  const rows: ProgramRow[] = [];
  const problems: ProgramProblem[] = [];
  programs.forEach((row: unknown, index) => {
    const found = [...problemsOf(row, ROW, `programs[${index}]`, 0)];
    if (found.length === 0 && isRow(row)) rows.push(row);
    problems.push(...found);
  });
  return { rows, problems };
}

function isRow(row: unknown): row is ProgramRow {
  return isMembers(row) && Object.hasOwn(row, "name") && Object.hasOwn(row, "tests");
}

function* problemsOf(
  given: unknown,
  keys: Readonly<Record<string, Check>>,
  at: string,
  depth: number,
): Generator<ProgramProblem> {
  if (!isMembers(given)) {
    yield { at, message: "expected a mapping", cure: "write `name: value` pairs" };
    return;
  }
  if (keys === ROW) {
    for (const key of ["name", "tests"].filter((one) => !Object.hasOwn(given, one)))
      yield { at, message: `the key \`${key}\` is missing`, cure: CURES[key] ?? "add it" };
  }
  for (const [key, value] of Object.entries(given)) {
    if (key === "commands") {
      yield* commandProblems(value, `${at}.commands`, depth + 1);
      continue;
    }
    const check = Object.hasOwn(keys, key) ? keys[key] : undefined;
    if (check === undefined) yield unknownKey(key, at, keys);
    else if (!check(value))
      yield {
        at: `${at}.${key}`,
        message: "not a value of this key",
        cure: CURES[key] ?? "see the specification",
      };
  }
}

function* commandProblems(given: unknown, at: string, depth: number): Generator<ProgramProblem> {
  if (!isMembers(given) || depth > MAX_DEPTH) {
    yield {
      at,
      message: `expected a mapping, at most ${MAX_DEPTH} deep`,
      cure: "write `commands: { name: { … } }`",
    };
    return;
  }
  for (const [name, usage] of Object.entries(given)) yield* problemsOf(usage, USAGE, `${at}.${name}`, depth);
}

function unknownKey(key: string, at: string, keys: Readonly<Record<string, Check>>): ProgramProblem {
  const cure =
    key === "handler"
      ? "only the program's own tables have handlers; write options, operands and `when`"
      : `the keys are ${Object.keys(keys).join(", ")}`;
  return { at: `${at}.${key}`, message: `unknown key \`${key.slice(0, 40)}\``, cure };
}

const CURES: Readonly<Record<string, string>> = {
  name: "for example `name: deploy`",
  tests: "add at least one: `tests: [{ run: deploy x, reads: [./x] }]`",
  action: "use a kind of the specification, or one of your own that begins with `x.`",
  options: 'for example `options: ["-f,--file=read", "--dry-run"]`',
  operands: 'for example `operands: "read+ into"`',
};

function isActions(value: unknown): boolean {
  const kinds: readonly unknown[] = Array.isArray(value) ? value : [value];
  return kinds.every(
    (kind) =>
      typeof kind === "string" && (Object.hasOwn(ACTION_KINDS, kind) || /^x\.[a-z][a-z0-9.-]*$/.test(kind)),
  );
}

function isClauses(value: unknown): boolean {
  return Array.isArray(value) && value.length <= 200 && value.every((one) => hasOnly(one, WHEN));
}

function isVerbs(value: unknown): boolean {
  return hasOnly(value, VERBS) && ["look", "kind", "depth"].every((key) => Object.hasOwn(value, key));
}

function isTest(value: unknown): boolean {
  return hasOnly(value, TEST) && Object.hasOwn(value, "run");
}

function hasOnly(value: unknown, keys: Readonly<Record<string, Check>>): value is Members {
  return (
    isMembers(value) &&
    Object.entries(value).every(([key, one]) => Object.hasOwn(keys, key) && keys[key]?.(one) === true)
  );
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
