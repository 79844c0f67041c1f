import type { Issue } from "@gatehouse-hooks/json";
import { readUserSettings } from "./user-settings.js";

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
