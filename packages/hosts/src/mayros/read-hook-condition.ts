import { parse } from "@gatehouse-hooks/condition";
import type { Condition } from "@gatehouse-hooks/engine";
import type { Report } from "../text/report.js";
import { readCondition } from "../text/read-condition.js";
import type { Fields } from "./collect-fields.js";
import type { Entry, EntryText } from "./read-entries.js";

const ALWAYS = "the hook applies always";

/**
 * Reads the field `condition` (document 000: "if a condition fails to parse, it defaults to true").
 *
 * @param events those of the hook
 * @returns `null` for none: the hook applies always
 */
export function readHookCondition(
  fields: Fields,
  events: readonly string[],
  report: Report,
): Condition | null {
  const entry = fields.get("condition");
  if (entry === undefined) return null;
  // Reported with the fields.
  if (entry.value.kind === "collection") {
    return { text: entry.line?.text ?? "", ast: null };
  }
  const text = intended(entry, entry.value, report);
  return text.text.trim() === ""
    ? null
    : readCondition(text.text, report, {
        within: text.within,
        inForce: ALWAYS,
        from: { events, tools: null },
      });
}

/** YAML ends a plain value at ` #`, which may be inside a string of the condition: the reading that parses wins. */
function intended(entry: Entry, value: EntryText, report: Report): EntryText {
  const { line } = entry;
  if (line === null || line.text === value.text || parse(value.text).ast !== null) return value;
  if (line.text.trim() === "" || parse(line.text).ast === null) return value;
  report.add(line.at, {
    severity: "warning",
    code: "not-yaml",
    message: "YAML reads only a part of this condition; the whole line is in force",
    cure: "put the whole condition into single quotes",
  });
  return line;
}
