import { own } from "@gatehouse-hooks/json";
import { JudgeFailure } from "../failure.js";
import { quoteUntrusted } from "../hidden-part.js";
import { BodyTooLarge } from "./bounded-fetch.js";

/** What the SDK's error for a call holds, as far as it is read here. */
interface CallErrorLike {
  readonly statusCode?: unknown;
  readonly responseHeaders?: unknown;
}

/** Status codes after which the same request may succeed. */
const passing: ReadonlySet<number> = new Set([408, 425, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529]);

/** Errors of a connection that broke while the body was read. */
const brokenConnection = /^(?:ECONNRESET|EPIPE|ETIMEDOUT|UND_ERR_[A-Z_]{1,40})$/;

/**
 * The failure that an error of the SDK means (SPEC, "Failures"). The provider's text is not repeated: it may quote the
 * request, and the request holds the event.
 *
 * @param now - milliseconds since 1970, for dates in `retry-after`.
 */
export function sdkFailure(error: unknown, provider: string, now: number): JudgeFailure {
  if (error instanceof JudgeFailure) return error;
  const chain = causes(error);
  const tooLarge = chain.find((cause) => cause instanceof BodyTooLarge);
  if (tooLarge !== undefined) return new JudgeFailure("bad-reply", tooLarge.message);
  const broken = chain.find(isBrokenConnection);
  const call: CallErrorLike = typeof error === "object" && error !== null ? error : {};
  const status = call.statusCode;
  if (typeof status !== "number" || broken !== undefined) {
    const code = broken?.code ?? chain.map(networkCode).find((known) => known !== undefined);
    const detail = code === undefined ? "" : ` (${code})`;
    return isSdkCallError(error) || broken !== undefined
      ? new JudgeFailure("network", `no answer from ${quoteUntrusted(provider, 40)}${detail}`, {
          afterMs: undefined,
        })
      : new JudgeFailure("bad-reply", `the answer of ${quoteUntrusted(provider, 40)} is not in its protocol`);
  }
  if (status >= 200 && status < 300) {
    return new JudgeFailure(
      "bad-reply",
      `the answer of ${quoteUntrusted(provider, 40)} is not in its protocol`,
    );
  }
  const retry = { afterMs: retryAfterMs(call.responseHeaders, now) };
  if (status === 429)
    return new JudgeFailure("rate-limited", `${quoteUntrusted(provider, 40)} answered 429`, retry);
  return new JudgeFailure(
    "http-error",
    `${quoteUntrusted(provider, 40)} answered ${status}${hint(status)}`,
    passing.has(status) ? retry : undefined,
  );
}

function hint(status: number): string {
  if (status === 401 || status === 403) return ": check the key";
  if (status === 404) return ": check the model and the base URL";
  return status >= 300 && status < 400 ? ": redirects are not followed, check the base URL" : "";
}

function isSdkCallError(error: unknown): boolean {
  return error instanceof Error && error.name === "AI_APICallError";
}

function isBrokenConnection(cause: unknown): cause is Error & { readonly code?: string } {
  if (!(cause instanceof Error)) return false;
  const code = networkCode(cause);
  return code === undefined
    ? cause instanceof TypeError && cause.message === "terminated"
    : brokenConnection.test(code);
}

function networkCode(cause: unknown): string | undefined {
  if (!(cause instanceof Error) || !("code" in cause) || typeof cause.code !== "string") return undefined;
  return /^[A-Z][A-Z0-9_]{1,40}$/.test(cause.code) ? cause.code : undefined;
}

/** The error and its causes, at most eight. */
function causes(error: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  let current: unknown = error;
  while (current !== undefined && current !== null && chain.length < 8) {
    chain.push(current);
    current = current instanceof Error ? current.cause : undefined;
  }
  return chain;
}

/**
 * How long the server asks to wait, in milliseconds: `retry-after-ms`, or `retry-after` in seconds or as a date
 * (RFC 9110, section 10.2.3). Negative for a date that has passed;
 * `undefined` when it does not say or says nonsense.
 *
 * @param now - milliseconds since 1970.
 */
function retryAfterMs(headers: unknown, now: number): number | undefined {
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
  const value = own(headers, name);
  return typeof value === "string" ? value.trim() : undefined;
}
