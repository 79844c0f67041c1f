import type { JsonObject } from "@gatehouse-hooks/json";
import { eventsOf } from "../realistic/events.js";

/** Text as it is in files that agents read and write: with quotation marks and line ends, which JSON escapes. */
const PROSE = 'export const name = "value";\n  return await read(path);\n// keeps what it was given\n';

/**
 * Lines of a log whose mean is near a size: calls as agents make them, the larger ones with what the agent sent.
 *
 * @param bytes the mean of a line
 */
export function logLines(bytes: number): readonly string[] {
  // What is added to each takes some 100 bytes.
  const longest = Math.min(600, 0.9 * bytes);
  const events = eventsOf().filter((event) => JSON.stringify(event).length < longest);
  const lines: string[] = [];
  for (const [i, event] of events.entries()) {
    const session = `5b1d7c52-0c1f-4a3e-9b1e-${String(100_000_000_000 + (i >> 4))}`;
    const row: JsonObject = { ...event, session_id: session, timestamp: 1_790_000_000_000 + i * 1_000 };
    // Half of the lines are short, and each of the others makes up for the one before.
    lines.push(lineOf(row, i, i % 2 === 0 ? 0.6 * bytes : 2 * bytes - (lines.at(-1)?.length ?? 0)));
  }
  return lines;
}

/** A row, with what an agent sent where the line is to be longer. */
function lineOf(row: JsonObject, i: number, length: number): string {
  const missing = length - JSON.stringify(row).length;
  if (missing < 60) return JSON.stringify(row);
  const response = PROSE.repeat(Math.ceil(missing / (PROSE.length + 6)));
  return JSON.stringify({
    ...row,
    raw: { tool_use_id: `toolu_${i}`, response: response.slice(0, missing - 40) },
  });
}
