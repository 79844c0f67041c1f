const BREAKS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A name from the file system within a list: what would begin a line of its own, or hide, is written as its number. */
export function oneLine(name: string): string {
  return name.replace(BREAKS, (char) => `\\u{${char.codePointAt(0)?.toString(16) ?? ""}}`);
}
