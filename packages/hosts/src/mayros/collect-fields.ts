import { plainName, nearName } from "@gatehouse-hooks/json";
import { cite } from "../text/cite.js";
import type { Report } from "../text/report.js";
import { FRONTMATTER_KEYS, type FrontmatterKey } from "./split-frontmatter.js";
import type { Entry } from "./read-entries.js";

/** The entry in force for each documented key; a key without a value is absent. */
export type Fields = ReadonlyMap<FrontmatterKey, Entry>;

/**
 * Picks the entries of the documented keys: unknown keys are errors, of a key that occurs twice the last value that is
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
        message: `the key ${cite(key)} occurs twice; the last value that is not empty is in force`,
        cure: "remove one of them",
      });
    }
    seen.add(key);
    if (entry.notYaml !== null) {
      report.add(entry.notYaml.offset, {
        severity: "warning",
        code: "not-yaml",
        message: `the value of ${cite(key)} is not YAML (${entry.notYaml.message}); the rest of the line ${
          entry.line?.quoted === true ? "without its outer quotes" : "as it is"
        } is in force`,
        cure: "put the whole value into single quotes",
      });
    }
    if (entry.value.kind === "collection" && key !== "events") notText(entry, key, report);
    const kept = inForce(entry, key);
    if (kept !== null && !(fields.has(key) && standsBelow(kept, key))) fields.set(key, kept);
  }
  return fields;
}

/** `null` for an empty value. A list or mapping in place of a string is what follows the colon on its line. */
function inForce(entry: Entry, key: FrontmatterKey): Entry | null {
  const { value, line } = entry;
  if (value.kind === "text") return value.text === "" ? null : entry;
  // A list of events is read as such, and of a condition it must be known that there was one.
  if (key === "events" || key === "condition") return entry;
  return line === null || line.text === "" ? null : { ...entry, value: line };
}

/** A list or mapping on the lines below its key, which Mayros skips: it does not replace an earlier value. */
function standsBelow({ value, line }: Entry, key: FrontmatterKey): boolean {
  if (value.kind === "text" || (key === "events" && value.items !== null)) return false;
  return (line?.text ?? "") === "";
}

function notText(entry: Entry, key: FrontmatterKey, report: Report): void {
  const consequence =
    key === "condition" ? "the hook applies always" : "the rest of its line is taken as text";
  report.add(entry.value.at, {
    code: "invalid-type",
    message: `\`${key}\` is a YAML list or mapping, a string was expected; ${consequence}`,
    cure: `write \`${key}: …\` on one line, the value in single quotes`,
  });
}

function isKnown(key: string): key is FrontmatterKey {
  return FRONTMATTER_KEYS.some((one) => one === key);
}

/** Words of other systems, in lower case without dashes and underscores. */
const WORDS: ReadonlyMap<string, FrontmatterKey> = new Map([
  ["if", "condition"],
  ["when", "condition"],
  ["match", "condition"],
  ["filter", "condition"],
  ["matcher", "condition"],
  ["tools", "condition"],
  ["tool", "condition"],
  ["hooks", "events"],
  ["on", "events"],
  ["trigger", "events"],
  ["id", "name"],
  ["title", "name"],
  ["llm", "model"],
  ["timeoutms", "timeout"],
  ["order", "priority"],
  ["active", "enabled"],
]);

function unknownKey({ key, keyAt }: Entry, report: Report): void {
  const meant = WORDS.get(plainName(key)) ?? nearName(key, FRONTMATTER_KEYS);
  report.add(keyAt, {
    code: "unknown-key",
    message: `unknown key ${cite(key)}; it is ignored`,
    cure: meant === null ? `the keys are ${FRONTMATTER_KEYS.join(", ")}` : `did you mean ${cite(meant)}?`,
  });
}
