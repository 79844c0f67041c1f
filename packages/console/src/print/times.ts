/** `0.2 ms`, `41 ms`, `1.3 s`. */
export function milliseconds(ms: number): string {
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  return ms < 1000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

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
