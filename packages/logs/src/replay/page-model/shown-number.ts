const COUNT = new Intl.NumberFormat("en");

/** A number of things: `12,345`. */
export function countText(count: number): string {
  return COUNT.format(count);
}

/** A number and its noun: `1 event`, `12,345 events`. */
export function counted(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** A share of all: `12.5 %`; a dash where there is nothing to share. */
export function shareText(part: number, all: number): string {
  if (all === 0) return "–";
  const percent = (100 * part) / all;
  if (part === 0) return "0 %";
  if (percent < 0.1) return "< 0.1 %";
  return `${percent < 10 ? percent.toFixed(1) : percent.toFixed(0)} %`;
}

/** A time (UTC): `2026-01-31 12:00:00`; a dash where the log has none. */
export function timeText(at: number | null): string {
  if (at === null || Math.abs(at) > 8.64e15) return "–";
  return new Date(at).toISOString().slice(0, 19).replace("T", " ");
}

/** Milliseconds in the unit that reads best: `250 µs`, `1.5 ms`, `12 s`. */
export function durationText(ms: number): string {
  if (ms < 1) return `${Math.round(ms * 1_000)} µs`;
  if (ms < 1_000) return `${ms < 10 ? Number(ms.toFixed(1)) : Math.round(ms)} ms`;
  return `${Number((ms / 1_000).toFixed(1))} s`;
}
