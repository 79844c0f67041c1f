/** What to write instead, at the place where the text stops being JSON. */
export function jsonCure(text: string, offset: number): string {
  const rest = text.slice(offset, offset + 2);
  const [first = ""] = rest;
  if (rest === "//" || rest === "/*" || first === "#") {
    return "JSON has no comments: remove it, or write the file as YAML";
  }
  if (first === "'" || /[“”‘’]/.test(first)) return 'JSON has strings in `"…"` only';
  if ((first === "}" || first === "]") && /,\s*$/.test(text.slice(Math.max(0, offset - 100), offset))) {
    return "remove the comma before it";
  }
  if (/[A-Za-z_]/.test(first)) return 'write keys and strings in `"…"`';
  return "check the commas, quotes and brackets before this place";
}
