const UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
] as const;

/** How long ago it was: `3 min ago`, `2 d ago`. Times in milliseconds since 1970; a time to come is now. */
export function ago(at: number, now: number): string {
  for (const [unit, ms] of UNITS) if (now - at >= ms) return `${Math.floor((now - at) / ms)} ${unit} ago`;
  return "just now";
}
