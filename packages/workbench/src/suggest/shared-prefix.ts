/** Ends of words: of a command behind a space, of a path or an address behind a slash. */
const BOUNDARIES: Readonly<Record<string, string>> = { command: " ", query: " ", pattern: " " };

/**
 * What all strings of a parameter begin with, up to the last end of a word, a folder or a host that they share.
 *
 * @param name of the parameter: commands have words, paths and addresses have folders
 * @returns null where they share no whole one
 * @example sharedPrefix("command", ["npm test a", "npm test b"]) // "npm test "
 */
export function sharedPrefix(name: string, texts: readonly string[]): string | null {
  const [first = "", ...others] = texts;
  const boundary = Object.hasOwn(BOUNDARIES, name) ? (BOUNDARIES[name] ?? "/") : "/";
  let length = first.length;
  for (const text of others) {
    let at = 0;
    while (at < length && at < text.length && text[at] === first[at]) at++;
    length = at;
  }
  const end = first.slice(0, length).lastIndexOf(boundary) + 1;
  const start = first.slice(0, end);
  // The scheme of an address, and the root of paths, say nothing.
  const isAddress = /^[a-z][a-z0-9+.-]*:\/\//i.test(start);
  const said = isAddress ? start.slice(start.indexOf("://") + 3) : start;
  return /[^/\s.~]/.test(said) ? start : null;
}
