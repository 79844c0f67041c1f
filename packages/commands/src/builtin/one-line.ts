const BREAKS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A name from the file system within a list: characters that would begin a new line, or hide, are written as their numbers. */
export function oneLine(name: string): string {
  return name.replace(BREAKS, (char) => `\\u{${char.codePointAt(0)?.toString(16) ?? ""}}`);
}
