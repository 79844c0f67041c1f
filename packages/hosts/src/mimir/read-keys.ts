import { type JsonValue, LONGEST_TIMER_MS, nearName } from "@gatehouse-hooks/json";
import { cite } from "../text/cite.js";
import { isEvaluatedName } from "./shell/evaluated-names.js";
import type { Problem } from "../text/report.js";

/** One hook as document 003 writes it ("Hook Behavior"). */
export interface MimirHook {
  /** Shell text with `{name}` placeholders. */
  readonly command: string;
  /** Milliseconds. Default 10000. */
  readonly timeout?: number;
  /** False: a failure blocks, where the event can. Default true. */
  readonly continueOnError?: boolean;
  /** Ask the user before it runs. Default false. */
  readonly prompt?: boolean;
  /** Globs; for events about a file only. */
  readonly patterns?: readonly string[];
  /** Further variables; `${NAME}` is taken from the parent environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Without effect: whose hook it is follows from the place of its file. */
  readonly enforced?: boolean;
}

export const DEFAULT_TIMEOUT_MS = 10_000;

/** A problem of a hook's key. */
export interface KeyProblem extends Problem {
  /** The keys and indexes inside of the hook. */
  readonly path: readonly (string | number)[];
}

/** The keys of a hook that can be used. */
export interface ReadKeys {
  readonly hook: Partial<MimirHook>;
  readonly problems: readonly KeyProblem[];
}

const MAX_ENTRIES = 100;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

type Reader = (value: JsonValue, key: string, found: KeyProblem[]) => unknown;

/** What each key takes; undefined: it is left out, and the problem says what is in force instead. */
const READERS: Readonly<Record<keyof MimirHook, Reader>> = {
  command: (value, key, found) =>
    typeof value === "string" && value.trim() !== ""
      ? value
      : wrong(
          key,
          "expected a shell command as text",
          "for example `command: npx eslint {file_path}`",
          found,
        ),
  timeout: (value, key, found) =>
    typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= LONGEST_TIMER_MS
      ? value
      : wrong(key, "expected whole milliseconds, at least 1; 10000 is in force", "`timeout: 10000`", found),
  continueOnError: (value, key, found) =>
    flag(value, key, "; it counts as false where the event can block", found),
  prompt: (value, key, found) => flag(value, key, "; the user is asked", found) ?? true,
  enforced: (value, key, found) => flag(value, key, "; it is ignored", found),
  patterns: (value, key, found) =>
    Array.isArray(value) && value.every((one) => typeof one === "string")
      ? value
      : wrong(
          key,
          "expected a list of strings; the hook runs for every file",
          '`patterns: ["**/*.ts"]`',
          found,
        ),
  environment: (value, key, found) => environment(value, key, found),
};

const KEYS = Object.keys(READERS);

/** Reads the keys of a hook. Every problem is reported; what is right is kept. */
export function readKeys(value: Readonly<Record<string, JsonValue>>): ReadKeys {
  const problems: KeyProblem[] = [];
  const hook: Record<string, unknown> = {};
  for (const [key, given] of Object.entries(value)) {
    if (!Object.hasOwn(READERS, key)) {
      if (problems.length < MAX_ENTRIES) problems.push(unknownKey(key));
      continue;
    }
    const read = READERS[key as keyof MimirHook](given, key, problems);
    if (read !== undefined) hook[key] = read;
  }
  return { hook: hook, problems };
}

function environment(value: JsonValue, key: string, found: KeyProblem[]): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return wrong(key, "expected a mapping of strings; it is ignored", '`environment: { CI: "1" }`', found);
  }
  const kept: [string, string][] = [];
  for (const [name, given] of Object.entries(value).slice(0, MAX_ENTRIES)) {
    const text = typeof given === "object" ? null : String(given);
    const problem = entryProblem(name, text);
    if (problem === null && text !== null) {
      kept.push([name, text]);
      if (isEvaluatedName(name)) found.push(powerful([key, name], name));
    } else {
      found.push({
        path: [key, name],
        code: "invalid-value",
        message: `${problem ?? ""}; it is left out`,
        cure: 'write `NAME: "text"`',
      });
    }
  }
  return Object.fromEntries(kept);
}

/** Setting it is the author's right; a reviewer of the file should see it. */
function powerful(path: readonly string[], name: string): KeyProblem {
  return {
    path,
    severity: "warning",
    code: "powerful-variable",
    message: `${cite(name)} chooses what programs load or run, or how the shell reads the command`,
    cure: "name the program or the option in the command, where it can be seen",
  };
}

function entryProblem(name: string, text: string | null): string | null {
  if (!VARIABLE.test(name)) return `${cite(name)} is not a name of a variable`;
  if (name.startsWith("MIMIR_"))
    return `${cite(name)}: names that begin with MIMIR_ carry the hook's variables`;
  if (text === null) return `${cite(name)}: expected a string`;
  return text.includes("\0") ? `${cite(name)} holds a NUL character` : null;
}

function flag(value: JsonValue, key: string, inForce: string, found: KeyProblem[]): boolean | undefined {
  if (typeof value === "boolean") return value;
  wrong(
    key,
    `expected true or false${inForce}`,
    `\`${key}: true\` or \`${key}: false\`, without quotes`,
    found,
  );
  return undefined;
}

function wrong(key: string, message: string, cure: string, found: KeyProblem[]): undefined {
  found.push({ path: [key], code: "invalid-value", message: `${cite(key)}: ${message}`, cure });
}

function unknownKey(key: string): KeyProblem {
  const meant = nearName(key, KEYS);
  return {
    path: [key],
    code: "unknown-key",
    message: `unknown key ${cite(key)}; it is ignored`,
    cure: meant === null ? `known are ${KEYS.join(", ")}` : `did you mean ${cite(meant)}?`,
  };
}
