import {
  isRecord,
  type Issue,
  type JsonObject,
  type JsonValue,
  parseJsonObject,
} from "@gatehouse-hooks/json";
import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { errorCodeOf } from "@gatehouse-hooks/console";

/** The user's own settings, below the home directory. A project has none of this kind. */
export const USER_SETTINGS: string = join(".gatehouse", "settings.json");
/** Until when the rules are off, below the home directory: beside what else is not of policies. */
export const OFF_FILE: string = join(".gatehouse", "state", "off.json");
/** The longest time for which the rules can be off, in ms. */
export const MOST_OFF_MS: number = 8 * 3_600_000;
const FORM = 'write `{ "version": 1, "ownConfig": "off" }`, or "on"';
const MODELS_FORM =
  'write `"models": { "small": "provider/model" }`, or by specialty `{ "review": { "large": "provider/model" } }`';

const UNKNOWN = ["abstain", "ask", "deny", "box"] as const;
const OTHERWISE: readonly unknown[] = ["ask", "deny", undefined];
const SIZES: readonly string[] = ["small", "medium", "large"];
const SPECIALTIES = ["review", "debugging", "general"] as const;

/** Models by specialty and size, as hooks take them. */
export type HookModels = Readonly<Record<(typeof SPECIALTIES)[number], Readonly<Record<string, string>>>>;

/** What becomes of shell calls that no policy stops. */
export interface ShellCalls {
  /** One that is not understood as a whole. */
  readonly unknown: "abstain" | "ask" | "deny" | "box";
  /** Any other: `box`, it runs in a box of the policies; `ask` where what the settings say of it cannot be read. */
  readonly others: "abstain" | "ask" | "box";
  /** One that is to run in a box where none can be made. */
  readonly otherwise: "ask" | "deny";
}

/** The settings of the user. */
interface UserSettings {
  readonly ownConfig: boolean;
  /** The policies of this machine are tried silently, but for those of the enforced tier. */
  readonly observe: boolean;
  /** A person has switched the rules off until then, in ms since 1970, which is why they are tried silently; null: they are on. */
  readonly offUntil: number | null;
  readonly shellCalls: ShellCalls;
  /** For the hooks of `--hooks`, by specialty and size. */
  readonly models: HookModels;
  /** A module that registers an SDK of OpenTelemetry, as it is written; null: nothing is traced. */
  readonly tracing: string | null;
  /** Settings that cannot be read are an issue, and count as none. */
  readonly issues: readonly Issue[];
}

/** Reads the settings of the user. */
export function readUserSettings(home: string): UserSettings {
  const settings = readSettingsFile(join(home, USER_SETTINGS));
  const offUntil = readOffUntil(join(home, OFF_FILE), Date.now());
  return { ...settings, observe: settings.observe || offUntil !== null, offUntil };
}

/** Null for a time that is over, in the future or too long, and for a file that `gatehouse off` has not written. */
function readOffUntil(path: string, now: number): number | null {
  const text = textAt(path);
  if (typeof text !== "string") return null;
  const { value, issue } = parseJsonObject(text);
  if (issue !== undefined) return null;
  const { version, from, until } = value;
  if (version !== 1 || typeof from !== "number" || typeof until !== "number") return null;
  return from <= now && now < until && until - from <= MOST_OFF_MS ? until : null;
}

/** The text of a file; undefined: it does not exist; null: it cannot be read. */
function textAt(path: string): string | undefined | null {
  try {
    // Most users have none, and an error that is thrown costs more than the look.
    if (lstatSync(path, { bigint: true, throwIfNoEntry: false }) === undefined) return undefined;
    return readFileSync(path, "utf8");
  } catch (error) {
    return errorCodeOf(error) === "ENOENT" ? undefined : null;
  }
}

function readSettingsFile(path: string): Omit<UserSettings, "offUntil"> {
  const text = textAt(path);
  // What was meant to stop calls stops them while it cannot be read.
  const stops = text?.includes('"unknown"') === true || text?.includes('"shell"') === true;
  const lost = stops ? "ask" : "abstain";
  const none = (issues: readonly Issue[]): Omit<UserSettings, "offUntil"> => ({
    ownConfig: true,
    observe: false,
    shellCalls: { unknown: lost, others: lost, otherwise: "deny" },
    models: modelsOf({}),
    tracing: null,
    issues,
  });
  if (text === undefined) return none([]);
  if (text === null) return none([problem(path, "the settings cannot be read", FORM)]);
  const { value, issue } = parseJsonObject(text);
  if (issue !== undefined) return none([problem(path, issue.message, FORM)]);
  const wrong = wrongSettings(value);
  if (wrong !== undefined) return none([problem(path, wrong, FORM)]);
  const { ownConfig, observe, models = {}, tracing } = value;
  const others = value["shell"] === "box" ? "box" : "abstain";
  const badModels = wrongModels(models);
  return {
    ownConfig: ownConfig !== "off",
    observe: observe === true,
    shellCalls: {
      unknown: UNKNOWN.find((one) => one === value["unknown"]) ?? others,
      others,
      otherwise: value["otherwise"] === "ask" ? "ask" : "deny",
    },
    models: modelsOf(badModels === undefined && isRecord(models) ? models : {}),
    tracing: typeof tracing === "string" ? tracing : null,
    issues: badModels === undefined ? [] : [problem(path, badModels, MODELS_FORM)],
  };
}

function wrongSettings(value: JsonObject): string | undefined {
  const known = ["version", "ownConfig", "observe", "unknown", "shell", "otherwise", "models", "tracing"];
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) return `the settings have an unknown key \`${unknown}\``;
  if (value["version"] !== 1) return "`version` of the settings is not 1";
  const { ownConfig, observe = false } = value;
  if (typeof observe !== "boolean") return "`observe` of the settings is neither `true` nor `false`";
  const { unknown: left = "abstain", shell = "abstain", tracing = "off" } = value;
  if (typeof tracing !== "string" || tracing === "")
    return "`tracing` of the settings is not a module's file";
  if (!UNKNOWN.some((one) => one === left))
    return "`unknown` of the settings is not `abstain`, `ask`, `deny` or `box`";
  if (shell !== "abstain" && shell !== "box") return "`shell` of the settings is neither `abstain` nor `box`";
  if (!OTHERWISE.includes(value["otherwise"]))
    return "`otherwise` of the settings is neither `ask` nor `deny`";
  return ownConfig === undefined || ownConfig === "on" || ownConfig === "off"
    ? undefined
    : "`ownConfig` of the settings is neither `on` nor `off`";
}

function wrongModels(models: JsonValue): string | undefined {
  if (!isRecord(models)) return "`models` of the settings is not an object";
  for (const [key, value] of Object.entries(models)) {
    if (isModel(value) && SIZES.includes(key)) continue;
    const isSpecialty = SPECIALTIES.some((one) => one === key) && isRecord(value);
    if (!isSpecialty) return `\`models.${key}\` of the settings is not a model of a size or of a specialty`;
    const bad = Object.entries(value).find(([size, model]) => !SIZES.includes(size) || !isModel(model));
    if (bad !== undefined) return `\`models.${key}.${bad[0]}\` of the settings is not a model of a size`;
  }
  return undefined;
}

function isModel(value: JsonValue): boolean {
  return typeof value === "string" && /^[^\s/]+\/\S+$/.test(value);
}

function modelsOf(models: JsonObject): HookModels {
  const named = (from: JsonObject): Readonly<Record<string, string>> =>
    Object.fromEntries(
      Object.entries(from).filter((one): one is [string, string] => typeof one[1] === "string"),
    );
  const of = (specialty: string): Readonly<Record<string, string>> => {
    const own = Object.hasOwn(models, specialty) ? models[specialty] : undefined;
    return { ...named(models), ...(isRecord(own) ? named(own) : {}) };
  };
  return { review: of("review"), debugging: of("debugging"), general: of("general") };
}

function problem(path: string, message: string, cure: string): Issue {
  return { severity: "error", code: "bad-settings", message, path, cure };
}

/**
 * Whether the built-in policies `own-config` are in force: always, unless the user's own settings say `off`. Settings that cannot be read
 * are an issue, and leave them in force.
 */
export function ownConfigWanted(home: string): {
  readonly wanted: boolean;
  readonly issues: readonly Issue[];
} {
  const { ownConfig, issues } = readUserSettings(home);
  return { wanted: ownConfig, issues };
}
