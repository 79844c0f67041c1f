import { quote } from "../text/quote.js";
import type { Report } from "../text/report.js";
import { suggest } from "../text/suggest.js";
import { FRONTMATTER_KEYS, type FrontmatterKey } from "./frontmatter-keys.js";
import type { Entry } from "./read-entries.js";

/** The entry in force for each documented key; a key without a value is absent. */
export type Fields = ReadonlyMap<FrontmatterKey, Entry>;

/**
 * Picks the entries of the documented keys: unknown keys are errors, of a key that stands twice the last value that is
 * not empty is in force, as in Mayros.
 */
export function collectFields(entries: readonly Entry[], report: Report): Fields {
  const fields = new Map<FrontmatterKey, Entry>();
  const seen = new Set<string>();
  for (const entry of entries) {
    const { key, keyAt } = entry;
    if (!isKnown(key)) {
      unknownKey(entry, report);
      continue;
    }
    if (seen.has(key)) {
      report.add(keyAt, {
        code: "duplicate-key",
        message: `the key ${quote(key)} stands twice; the last value that is not empty is in force`,
        cure: "remove one of them",
      });
    }
    seen.add(key);
    if (entry.notYaml !== null) {
      report.add(entry.notYaml.offset, {
        severity: "warning",
        code: "not-yaml",
        message: `the value of ${quote(key)} is not YAML (${entry.notYaml.message}); the rest of the line is taken as it is`,
        cure: "put the whole value into single quotes",
      });
    }
    if (!isEmpty(entry)) fields.set(key, entry);
  }
  return fields;
}

function isKnown(key: string): key is FrontmatterKey {
  return (FRONTMATTER_KEYS as readonly string[]).includes(key);
}

function isEmpty({ value }: Entry): boolean {
  return value.kind === "text" && value.text === "";
}

function unknownKey({ key, keyAt }: Entry, report: Report): void {
  const meant = suggest(key, FRONTMATTER_KEYS);
  report.add(keyAt, {
    code: "unknown-key",
    message: `unknown key ${quote(key)}; it is ignored`,
    cure: meant === null ? `the keys are ${FRONTMATTER_KEYS.join(", ")}` : `did you mean ${quote(meant)}?`,
  });
}
