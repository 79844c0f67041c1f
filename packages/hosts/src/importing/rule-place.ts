import { positionOf, type Source } from "../text/source.js";
import type { RulePlace } from "./rule-importer.js";

const MAX_TEXT = 120;

/** The place of a rule that begins and ends at these offsets of the source. */
export function rulePlace(source: Source, start: number, end: number): RulePlace {
  const { line, column } = positionOf(source, start);
  const text = source.text
    .slice(start, Math.min(end, start + 4 * MAX_TEXT))
    .replaceAll(/\s+/g, " ")
    .trim();
  return { line, column, text: text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text };
}
