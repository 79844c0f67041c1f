import type { Hook } from "@gatehouse-hooks/hooks";
import { spawnSync } from "node:child_process";
import { realpathSync, statSync } from "node:fs";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { errorCodeOf, messageOf } from "@gatehouse-hooks/console";
import { isTypeScript, TYPESCRIPT_CURE } from "./typescript-files.js";
import { EXAMPLE_AGENT } from "@gatehouse-hooks/hosts/agents";
import { EVENT_NAMES, readEventNames, WIRED_HOSTS } from "@gatehouse-hooks/hosts/wired";
import { nearName } from "@gatehouse-hooks/json";

/** The hooks of a file, or why there are none. */
type ReadHookFile =
  | { readonly kind: "hooks"; readonly hooks: readonly Hook[] }
  | { readonly kind: "lost"; readonly at: LostHooks };

/** What is wrong with a file, and where. */
interface LostHooks {
  readonly why: string;
  /** 1-based. */
  readonly line?: number;
}

/** Others may write what this user would run. */
const WRITABLE_BY_ALL = 0o002;
/** The most hooks of one file. */
const MAX_HOOKS = 1_000;

/**
 * Imports a module of the user's and takes the hooks that it exports, alone or in lists. Never rejects.
 *
 * @param file absolute
 */
export async function readHookFile(file: string): Promise<ReadHookFile> {
  const unsafe = problemOf(file);
  if (unsafe !== undefined) return lost(unsafe);
  let exported: Readonly<Record<string, unknown>>;
  try {
    exported = (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    return lostBy(error, file);
  }
  const hooks = new Set<Hook>();
  for (const [name, value] of Object.entries(exported)) {
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    const found = list.filter(isHook);
    const wrong = found.length === 0 ? -1 : list.findIndex((one) => !isHook(one));
    if (wrong >= 0) return lost(`\`${name}[${wrong}]\` is not a hook; cure: take it out of the list`);
    for (const one of found) hooks.add(one);
  }
  if (hooks.size > MAX_HOOKS) return lost(`it exports more than ${MAX_HOOKS} hooks`);
  for (const { policy } of hooks) {
    const unknown = unknownEvent(policy.events);
    if (unknown !== undefined) return lost(`the hook \`${policy.id}\` waits for ${unknown}`);
  }
  if (hooks.size > 0) return { kind: "hooks", hooks: [...hooks] };
  return lost(
    "it exports no hooks; cure: `export const hooks = [llmGate(…), on(…)]`, made with @gatehouse-hooks/hooks",
  );
}

function lost(why: string, line?: number): ReadHookFile {
  return { kind: "lost", at: { why, ...(line === undefined ? {} : { line }) } };
}

function problemOf(file: string): string | undefined {
  try {
    const { uid, mode } = statSync(realpathSync(file));
    const user = process.getuid?.();
    if (user !== undefined && uid !== user && uid !== 0)
      return "it belongs to another user; cure: make it your own, or root's";
    if (user !== undefined && (mode & WRITABLE_BY_ALL) !== 0)
      return "every user may write it; cure: chmod o-w";
    return undefined;
  } catch (error) {
    return `it cannot be read (${errorCodeOf(error) ?? "not readable"}); cure: look at the path behind \`--hooks\`, or take it away`;
  }
}

function lostBy(error: unknown, file: string): ReadHookFile {
  const message = messageOf(error).split("\n", 1)[0] ?? "";
  if (isTypeScript(file) && errorCodeOf(error) === "ERR_UNKNOWN_FILE_EXTENSION")
    return lost(`Node ${process.versions.node} does not read TypeScript; cure: ${TYPESCRIPT_CURE}`);
  if (errorCodeOf(error) === "ERR_UNKNOWN_FILE_EXTENSION")
    return lost(
      "it is neither JavaScript nor TypeScript; cure: write its hooks in one of them, in a file `.mjs` or `.ts`",
    );
  if (errorCodeOf(error) === "ERR_MODULE_NOT_FOUND") {
    const [, wanted] = /package '([^']+)'/.exec(message) ?? [];
    return lost(
      `${message}; cure: ${wanted === undefined ? "look at its imports" : `run \`npm install ${wanted}\` beside it`}`,
    );
  }
  return lost(`${message}; cure: mend the file`, lineOf(error, file));
}

/** The line of the file that an error comes from. Node keeps that of a syntax error for itself, and tells it where it checks a file. */
function lineOf(error: unknown, file: string): number | undefined {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const told = [stack, error instanceof SyntaxError ? checked(file) : ""];
  for (const text of told) {
    for (const name of [pathToFileURL(file).href, file]) {
      const at = text.indexOf(`${name}:`);
      const line = at < 0 ? NaN : Number.parseInt(text.slice(at + name.length + 1), 10);
      if (Number.isSafeInteger(line)) return line;
    }
  }
  return undefined;
}

function checked(file: string): string {
  return spawnSync(process.execPath, ["--check", file], {
    encoding: "utf8",
    timeout: 5_000,
    stdio: ["ignore", "ignore", "pipe"],
    env: {},
  }).stderr;
}

/** By its shape: it was made by the user's own copy of the package. */
function isHook(value: unknown): value is Hook {
  if (typeof value !== "object" || value === null || !("run" in value) || !("policy" in value)) return false;
  const { run, policy } = value;
  if (typeof run !== "function" || typeof policy !== "object" || policy === null) return false;
  return (
    "id" in policy && typeof policy.id === "string" && "events" in policy && Array.isArray(policy.events)
  );
}

/** The first of the names that no event has, as a message says it, with the one that is meant; undefined: all are known. */
function unknownEvent(listed: readonly string[]): string | undefined {
  const { unknown, unmatched } = readEventNames(listed, EVENT_NAMES);
  const [name] = [...unknown, ...unmatched];
  if (name === undefined) return undefined;
  // Hooks are written with the names of Claude Code: of two that are as near, they are meant.
  const first = WIRED_HOSTS.find((host) => host.name === EXAMPLE_AGENT.name)?.events ?? [];
  const meant =
    nearName(
      name,
      first.map((event) => event.name),
    ) ??
    nearName(
      name,
      EVENT_NAMES.all.map((event) => event.name),
    );
  const cure = meant === null ? "see docs/events.md for those that there are" : `did you mean \`${meant}\`?`;
  return `\`${name}\`, an event that no agent has; ${cure}`;
}
