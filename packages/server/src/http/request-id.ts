const PRINTABLE = /^[\x21-\x7e]{1,200}$/;

/** The caller's own id of a request, which its answer repeats (Authorization API 1.0, section 10.1.3); undefined for what is none. */
export function requestId(given: string | undefined): string | undefined {
  return given !== undefined && PRINTABLE.test(given) ? given : undefined;
}
