import type { ContentfulStatusCode } from "hono/utils/http-status";

/** What went wrong with a request, to be told in the form of RFC 9457. */
export class HttpProblem extends Error {
  readonly status: ContentfulStatusCode;
  /** Stable kebab-case identifier. */
  readonly code: ProblemCode;
  /** Further members of the answer. */
  readonly more: Readonly<Record<string, unknown>>;
  /** Headers of the answer. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ProblemCode,
    detail: string,
    more: Readonly<Record<string, unknown>> = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
    this.code = code;
    this.status = PROBLEMS[code].status;
    this.more = more;
    this.headers = headers;
  }

  /** The answer. */
  toResponse(): Response {
    const { status, title } = PROBLEMS[this.code];
    const body = { type: "about:blank", title, status, code: this.code, detail: this.message, ...this.more };
    return new Response(`${JSON.stringify(body)}\n`, {
      status,
      headers: { "content-type": "application/problem+json", "cache-control": "no-store", ...this.headers },
    });
  }
}

interface ProblemRow {
  readonly status: ContentfulStatusCode;
  readonly title: string;
}

/** All problems that a request may meet. Stable names. */
export type ProblemCode =
  | "bad-request"
  | "unauthorized"
  | "forbidden"
  | "no-such-address"
  | "wrong-method"
  | "out-of-date"
  | "gone"
  | "body-too-long"
  | "unsupported-media-type"
  | "internal-error"
  | "not-offered"
  | "too-busy"
  | "draining"
  | "approvals-unavailable";

export const PROBLEMS: Readonly<Record<ProblemCode, ProblemRow>> = {
  "bad-request": { status: 400, title: "The request is not what this address takes" },
  unauthorized: { status: 401, title: "Nobody known is asking" },
  forbidden: { status: 403, title: "The caller may not do this" },
  "no-such-address": { status: 404, title: "There is no such thing" },
  "wrong-method": { status: 405, title: "The address takes another method" },
  "out-of-date": { status: 409, title: "It is not as the request supposes any more" },
  gone: { status: 410, title: "It is over" },
  "body-too-long": { status: 413, title: "The body is too long" },
  "unsupported-media-type": { status: 415, title: "The body is not JSON" },
  "internal-error": { status: 500, title: "A defect of the server" },
  "not-offered": { status: 501, title: "The server does not offer this" },
  "too-busy": { status: 503, title: "The server has too much to do" },
  draining: { status: 503, title: "The server is being stopped" },
  "approvals-unavailable": { status: 503, title: "The approvals cannot be reached" },
};

/** A JSON answer, with a line end: people read it in terminals. */
export function jsonResponse(value: unknown, status = 200): Response {
  return new Response(`${JSON.stringify(value)}\n`, {
    status,
    headers: { "content-type": "application/json" },
  });
}

/** A store that rejects has done nothing. @throws HttpProblem, its own or 503, so that the person tries again */
export async function reached<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof HttpProblem) throw error;
    throw new HttpProblem(
      "approvals-unavailable",
      "nothing was read or answered; try again",
      {},
      { "retry-after": "1" },
    );
  }
}
