import {
  type Alternatives,
  type Field,
  literalOf,
  originsOf,
  textFrom,
  uniteAlternatives,
} from "@gatehouse-hooks/shell";
import type { ProgramCall } from "./programs/program-call.js";
import { translate } from "./translate-text.js";

/** Programs with handlers that print what they read, changed or not. */
const FILTERS: ReadonlySet<string> = new Set(["sed", "gsed", "awk", "gawk", "mawk", "nawk", "perl"]);

/**
 * What a filter prints of standard input whose text is known: for `tr` and `rev` the text that comes out, for others perhaps the same
 * text, beside what is not known.
 */
export function filterText(context: ProgramCall, output: Alternatives): Alternatives {
  const { call, usage, name } = context;
  if (call.input.kind === "none" || !call.captured) return output;
  if (usage.base.filter !== true && !FILTERS.has(name)) return output;
  if (output.every((one) => literalOf(one) !== null)) return output;
  // With files of its own it does not read standard input.
  if (context.sources.some((one) => one !== call.input.content)) return output;
  const { content } = call.input;
  if (content.length > 4 || content.some((one) => (literalOf(one) ?? "") === "")) return output;
  const changed = content.map((one) => changedBy(context, one));
  const all = changed.every((one) => one !== null) ? changed : null;
  return all ?? uniteAlternatives(output, content);
}

function changedBy(context: ProgramCall, content: Field): Field | null {
  const text = literalOf(content) ?? "";
  context.world.spend(text.length);
  const words = context.call.fields.slice(1).map((one) => literalOf(one));
  if (words.includes(null)) return null;
  const args = words.map((one) => one ?? "");
  const result =
    context.name === "rev"
      ? reversed(text, args)
      : isTranslation(context.name)
        ? translate(text, args)
        : null;
  return result === null ? null : textFrom(result, originsOf(content));
}

function isTranslation(name: string): boolean {
  return name === "tr" || name === "gtr";
}

/** Every line backwards. */
function reversed(text: string, args: readonly string[]): string | null {
  if (args.length > 0) return null;
  return text
    .split("\n")
    .map((line) => [...line].toReversed().join(""))
    .join("\n");
}
