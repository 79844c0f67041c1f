import type { Field, FieldPart } from "@gatehouse-hooks/shell";

/**
 * A pattern of file names as the shell has it: what matches several names is an operator, the rest is text.
 *
 * @param dots an operator matches names that begin with a dot, too
 */
export function globField(pattern: string, dots: boolean = false): Field {
  const parts: FieldPart[] = [];
  let from = 0;
  for (const match of pattern.matchAll(/\*+|\?|\[[^\]/]*\]/g)) {
    if (match.index > from) parts.push({ kind: "text", text: pattern.slice(from, match.index), from: [] });
    parts.push({ kind: "glob", text: match[0], ...(dots ? { dots } : {}) });
    from = match.index + match[0].length;
  }
  if (parts.length === 0) return pattern;
  if (from < pattern.length) parts.push({ kind: "text", text: pattern.slice(from), from: [] });
  return parts;
}
