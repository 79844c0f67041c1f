import { type Field, hole, literalOf, partsOfField } from "@gatehouse-hooks/shell";

/** The file of a database: none for `:memory:`, and for `file:PATH?mode=ro` the path. */
export function databaseFile(field: Field): Field | null {
  const known = literalOf(field);
  const first = partsOfField(field)[0];
  const isAddress = first?.kind === "text" && first.text.startsWith("file:");
  if (known === null) return isAddress ? hole() : field;
  if (!isAddress) return /^(?::memory:)?$/.test(known) ? null : field;
  const [, written = "", options = ""] = /^file:(?:\/\/[^/?#]*)?([^?#]*)([^#]*)/s.exec(known) ?? [];
  if (/[?&]mode=memory(?:&|$)/.test(options)) return null;
  const name = percentDecoded(written);
  return /^(?::memory:)?$/.test(name) ? null : name;
}

/** What is not a code stays as it is. */
function percentDecoded(text: string): string {
  return text.replaceAll(/(?:%[\da-f]{2})+/gi, (codes) => {
    try {
      return decodeURIComponent(codes);
    } catch {
      return codes;
    }
  });
}
