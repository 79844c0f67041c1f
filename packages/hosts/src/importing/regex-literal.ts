const MARKS = /[\\^$.*+?()[\]{}|]/g;

/** The regular expression of RE2 that matches exactly this text. */
export function regexLiteral(text: string): string {
  return text.replace(MARKS, String.raw`\$&`).replaceAll("\n", String.raw`\n`);
}

/** The condition that a regular expression matches somewhere in a value; raw where that is readable. */
export function matchesCondition(value: string, regex: string): string {
  const quote = regex.includes('"') ? "'" : '"';
  const isRaw = regex.includes("\\") && !regex.includes(quote) && !/[\n\r]/.test(regex);
  return `${value}.matches(${isRaw ? `r${quote}${regex}${quote}` : JSON.stringify(regex)})`;
}
