import type { DayCounts } from "@gatehouse-hooks/replay";

const DAY_MS = 86_400_000;
/** Beyond about three years the days without events are left out. */
const MOST_DAYS = 1_100;

/** Days in their order, with those between them on which nothing happened, unless these are too many to draw. */
export function filledDays(rows: readonly DayCounts[]): readonly DayCounts[] {
  const sorted = rows.toSorted((one, other) => (one.day < other.day ? -1 : 1));
  const first = Date.parse(sorted[0]?.day ?? "");
  const last = Date.parse(sorted.at(-1)?.day ?? "");
  const count = (last - first) / DAY_MS + 1;
  // Years of more than four digits are sorted as texts, too.
  if (!(count >= 1 && count <= MOST_DAYS)) return sorted;
  const known = new Map(sorted.map((row) => [row.day, row]));
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(first + index * DAY_MS).toISOString().slice(0, 10);
    return known.get(day) ?? { day, deny: 0, ask: 0, allow: 0, abstain: 0, unknown: 0 };
  });
}
