import { type Field, partsOfField } from "@gatehouse-hooks/shell";

/** Characters that mean something in a glob get a backslash. */
export function escapeGlob(text: string): string {
  return /[*?[\]{}\\!]/.test(text) ? text.replace(/[*?[\]{}\\]/g, String.raw`\$&`) : text;
}

/** A field as a glob: text escaped, unknown parts as wildcards. */
export function globOf(field: Field): string {
  if (typeof field === "string") return escapeGlob(field);
  let glob = "";
  for (const part of partsOfField(field)) {
    if (part.kind === "text") glob += escapeGlob(part.text);
    else if (part.kind === "glob")
      glob += operatorGlob(part.text, part.dots !== true && (glob === "" || glob.endsWith("/")));
    else glob += part.form === "number" || part.form === "name" ? "*" : "**";
  }
  return glob;
}

/**
 * `*`, `?` and `[…]` stay; of `@(…)` only that something is there is said. At the start of a name none of the first two is a dot:
 * `rm -rf *` leaves `.git`.
 */
function operatorGlob(operator: string, starts: boolean): string {
  if (operator === "**") return operator;
  if (operator === "*") return starts ? "[!.]*" : "*";
  if (operator === "?" || operator.startsWith("[")) return starts ? "[!.]" : "?";
  return "*";
}
