/** Characters that forge log lines or drive a terminal. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;
/** Characters that no reader sees, or that change the order of the others; halves of pairs. */
const INVISIBLE = /[\p{Cf}\p{Cs}]/u;
/** What is escaped, and the start of what looks like an escape: two paths are never shown alike. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cf}\p{Cs}]|\\(?=u\{)/gu;

/**
 * A path on one clean line: control and invisible characters become `\u{…}`, and so does the backslash of a name that
 * holds such an escape literally. For showing only; files are compared by their real path.
 */
export function showPath(path: string): string {
  return path.replace(UNSAFE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** What is suspicious about a name: the code of the warning, or null. */
export function nameWarning(name: string): "control-character" | "invisible-character" | null {
  if (CONTROL.test(name)) return "control-character";
  return INVISIBLE.test(name) ? "invisible-character" : null;
}
