import { type JsonObject, parseJsonObject, type Issue } from "@gatehouse-hooks/json";
import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { errorCodeOf } from "../error-code-of.js";

/** The user's own settings, below the home directory. A project has none of this kind. */
export const USER_SETTINGS: string = join(".gatehouse", "settings.json");
const FORM = 'write `{ "version": 1, "ownConfig": "off" }`, or "on"';

/**
 * Whether the built-in policies `own-config` are in force: always, unless the user's own settings say `off`. Settings that cannot be read
 * are an issue, and leave them in force.
 */
export function ownConfigWanted(home: string): {
  readonly wanted: boolean;
  readonly issues: readonly Issue[];
} {
  const path = join(home, USER_SETTINGS);
  let text: string;
  try {
    // Most users have none, and an error that is thrown costs more than the look.
    if (lstatSync(path, { bigint: true, throwIfNoEntry: false }) === undefined)
      return { wanted: true, issues: [] };
    text = readFileSync(path, "utf8");
  } catch (error) {
    return {
      wanted: true,
      issues: errorCodeOf(error) === "ENOENT" ? [] : [problem(path, "the settings cannot be read")],
    };
  }
  const { value, issue } = parseJsonObject(text);
  if (issue !== undefined) return { wanted: true, issues: [problem(path, issue.message)] };
  const wrong = wrongSettings(value);
  if (wrong !== undefined) return { wanted: true, issues: [problem(path, wrong)] };
  return { wanted: value["ownConfig"] !== "off", issues: [] };
}

function wrongSettings(value: JsonObject): string | undefined {
  const unknown = Object.keys(value).find((key) => key !== "version" && key !== "ownConfig");
  if (unknown !== undefined) return `the settings have an unknown key \`${unknown}\``;
  if (value["version"] !== 1) return "`version` of the settings is not 1";
  const { ownConfig } = value;
  return ownConfig === undefined || ownConfig === "on" || ownConfig === "off"
    ? undefined
    : "`ownConfig` of the settings is neither `on` nor `off`";
}

function problem(path: string, message: string): Issue {
  return { severity: "error", code: "bad-settings", message, path, cure: FORM };
}
