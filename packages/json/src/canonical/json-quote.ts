// What JSON.stringify escapes, and all surrogates: it knows which of them are alone.
const NEEDS_ESCAPE = /[\u0000-\u001f"\\\ud800-\udfff]/;
// From here on, JSON.stringify is faster than looking first.
const LONG_TEXT = 5_000;

/** Does `JSON.stringify` write this text as it is, between quotes? False also where looking does not pay. */
export function isVerbatim(text: string): boolean {
  return text.length < LONG_TEXT && !NEEDS_ESCAPE.test(text);
}

/** A string as `JSON.stringify` writes it. */
export function quote(text: string): string {
  return isVerbatim(text) ? `"${text}"` : JSON.stringify(text);
}
