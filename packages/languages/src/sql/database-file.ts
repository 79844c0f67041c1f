/** The path that the name of a database means: none for `:memory:`, and for `file:PATH?mode=ro` the path. */
export function databaseFile(given: string): string | null {
  const [, written = given, options = ""] = /^file:(?:\/\/[^/?#]*)?([^?#]*)([^#]*)/s.exec(given) ?? [];
  if (/[?&]mode=memory(?:&|$)/.test(options)) return null;
  const name = given.startsWith("file:") ? percentDecoded(written) : given;
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
