const MAX_SHOWN = 80;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** A command for a message: its first line that is not blank, shortened, in backticks. */
export function showCommand(text: string): string {
  const head = text.slice(0, 4 * MAX_SHOWN).trimStart();
  const line = head.split("\n", 1)[0]?.replace(UNPRINTABLE, " ").trim() ?? "";
  const isCut = line.length > MAX_SHOWN || text.trim() !== line;
  return `\`${line.slice(0, MAX_SHOWN)}${isCut ? "…" : ""}\``;
}
