/** Milliseconds from any fixed point, never going back if possible. Only differences are looked at. */
export type Clock = () => number;

/** Monotonic milliseconds since the process started. */
export const systemClock: Clock = () => performance.now();

/** Milliseconds since `start`, rounded to microseconds; 0 when the clock went back. */
export function elapsedMs(clock: Clock, start: number): number {
  const ms = clock() - start;
  return ms > 0 ? Math.round(ms * 1000) / 1000 : 0;
}
