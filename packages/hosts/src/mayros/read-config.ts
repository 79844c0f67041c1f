import { nearName, own } from "@gatehouse-hooks/json";
import JSON5 from "json5";
import * as z from "zod/mini";
import { locateJson } from "../locate-json.js";
import { cite } from "../text/cite.js";
import { type Report, reportOn } from "../text/report.js";
import { readSource } from "../text/source.js";
import { type LoadedConfig, MAYROS_DEFAULTS, type MayrosConfig } from "./mayros-config.js";

type Key = keyof MayrosConfig;

const KEYS = Object.keys(MAYROS_DEFAULTS) as readonly Key[];

/** The documented bounds. */
export const CONFIG_FIELDS: { readonly [K in Key]: z.ZodMiniType<MayrosConfig[K]> } = {
  enabled: z.boolean("must be true or false"),
  projectHooksDir: z.string("must be a string"),
  userHooksDir: z.string("must be a string"),
  defaultModel: z.string("must be a string").check(z.minLength(1, "must not be empty")),
  defaultTimeoutMs: whole(1000, 120_000),
  defaultCache: z.enum(["none", "session", "global"], "must be none, session or global"),
  maxConcurrentEvals: whole(1, 10),
  globalCacheTtlMs: whole(10_000, Number.MAX_SAFE_INTEGER),
};

function whole(least: number, most: number): z.ZodMiniType<number> {
  return z
    .int("must be a whole number")
    .check(z.minimum(least, `must be at least ${least}`), z.maximum(most, `must be at most ${most}`));
}

/** Reads the text of a configuration file: `loadMayrosConfig`, with all that reading takes. */
export function readConfig(text: string | Uint8Array, file: string): LoadedConfig {
  const read = readSource(text, file);
  if (read.kind === "refused") return { ...NOTHING_GIVEN, issues: [read.issue] };
  const { source } = read;
  const report = reportOn(source, "project");
  let root: unknown;
  try {
    root = JSON5.parse(source.text);
  } catch (error) {
    const { lineNumber = 1, columnNumber = 1 } = error as { lineNumber?: number; columnNumber?: number };
    report.add((source.lines[lineNumber - 1] ?? 0) + columnNumber - 1, {
      code: "json-syntax",
      message: "the text is not JSON5 here; the defaults are in force",
      cure: "check the commas, quotes and brackets before this place",
    });
    return { ...NOTHING_GIVEN, issues: report.issues() };
  }
  const { places, duplicates } = locateJson(source.text);
  for (const at of duplicates) {
    report.add(at, {
      code: "duplicate-key",
      message: "the same key occurs twice in one object; the last one is in force",
      cure: "remove one of them",
    });
  }
  const { block, path, enabled } = findBlock(root);
  const at = (key?: string): number =>
    places.get(JSON.stringify(key === undefined ? path : [...path, key]))?.[
      key === undefined ? "value" : "key"
    ] ?? 0;
  const told = readBlock(block, at, report, path.length === 0);
  const given = enabled ? told : { ...told, enabled };
  return { config: { ...MAYROS_DEFAULTS, ...given }, given, issues: report.issues() };
}

const NOTHING_GIVEN = { config: MAYROS_DEFAULTS, given: {} } as const;

interface Block {
  readonly block: unknown;
  readonly path: readonly string[];
  /** False when the plugin's entry is switched off as a whole. */
  readonly enabled: boolean;
}

/** Mayros itself reads the plugin's entry; document 000 shows `llmHooks`. */
function findBlock(root: unknown): Block {
  const entry = own(own(own(root, "plugins"), "entries"), "llm-hooks");
  if (entry !== undefined) {
    const path = ["plugins", "entries", "llm-hooks", "config"];
    return { block: own(entry, "config"), path, enabled: own(entry, "enabled") !== false };
  }
  const documented = own(root, "llmHooks");
  if (documented !== undefined) return { block: documented, path: ["llmHooks"], enabled: true };
  // A host's configuration that says nothing of hooks.
  if (own(root, "plugins") !== undefined) return { block: undefined, path: ["plugins"], enabled: true };
  return { block: root, path: [], enabled: true };
}

/** @param bare the file holds the settings alone, and may name its schema for editors */
function readBlock(
  block: unknown,
  at: (key?: string) => number,
  report: Report,
  bare: boolean,
): Partial<MayrosConfig> {
  if (block === undefined || block === null) return {};
  if (typeof block !== "object" || Array.isArray(block)) {
    report.add(at(), {
      code: "invalid-type",
      message: "the settings must be an object; the defaults are in force",
      cure: 'for example { defaultCache: "session" }',
    });
    return {};
  }
  const known: readonly string[] = bare ? [...KEYS, "$schema"] : KEYS;
  for (const key of Object.keys(block).filter((name) => !known.includes(name))) {
    const meant = nearName(key, KEYS);
    report.add(at(key), {
      code: "unknown-key",
      message: `unknown key ${cite(key)}; it is ignored`,
      cure: meant === null ? `the keys are ${KEYS.join(", ")}` : `did you mean ${cite(meant)}?`,
    });
  }
  return Object.fromEntries(
    KEYS.filter((key) => own(block, key) !== undefined).map((key) => [
      key,
      readField(key, own(block, key), at, report),
    ]),
  );
}

/** The value in force: the given one, rounded down where it is a fraction, or the default. */
function readField(key: Key, value: unknown, at: (key: string) => number, report: Report): unknown {
  const parsed = CONFIG_FIELDS[key].safeParse(value);
  if (parsed.success) return parsed.data;
  const rounded = typeof value === "number" ? CONFIG_FIELDS[key].safeParse(Math.floor(value)) : parsed;
  const inForce = rounded.success ? rounded.data : MAYROS_DEFAULTS[key];
  const reason = (rounded.success ? parsed : rounded).error?.issues[0]?.message ?? "is not valid";
  report.add(at(key), {
    code: "invalid-value",
    message: `\`${key}\` ${reason}; ${JSON.stringify(inForce)} is in force`,
    cure: `for example ${key}: ${JSON.stringify(MAYROS_DEFAULTS[key])}`,
  });
  return inForce;
}
