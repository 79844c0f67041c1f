/** From this length on a line that was shown before is only named: an agent's entries all hold the same long command. */
const LONG = 200;

/**
 * Lines for a person to read before they agree: of equal long lines the first is shown whole, the others are cut and say so. No line is
 * left out.
 */
export function repeatedOnce(lines: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return lines.map((line) => {
    if (line.length < LONG) return line;
    if (!seen.has(line)) {
      seen.add(line);
      return line;
    }
    return `${line.slice(0, 60)}… (${line.length} characters, the same line as above)`;
  });
}
