/**
 * How long the server asks to wait, in milliseconds: `retry-after-ms`, or `retry-after` in seconds or as a date
 * (RFC 9110, section 10.2.3). Negative for a date that has passed;
 * `undefined` when it does not say or says nonsense.
 *
 * @param now - milliseconds since 1970.
 */
export function retryAfterMs(headers: unknown, now: number): number | undefined {
  const ms = header(headers, "retry-after-ms");
  if (ms !== undefined && /^[0-9]{1,12}$/.test(ms)) return Number(ms);
  const after = header(headers, "retry-after");
  if (after === undefined) return undefined;
  if (/^[0-9]{1,9}$/.test(after)) return Number(after) * 1_000;
  // Only the three letters of a weekday begin a date: `Date.parse` would read `-5` as a year.
  const date = /^[A-Z][a-z]{2}/.test(after) ? Date.parse(after) : Number.NaN;
  return Number.isNaN(date) ? undefined : date - now;
}

function header(headers: unknown, name: string): string | undefined {
  if (typeof headers !== "object" || headers === null || !Object.hasOwn(headers, name)) return undefined;
  const value: unknown = (headers as Readonly<Record<string, unknown>>)[name];
  return typeof value === "string" ? value.trim() : undefined;
}
