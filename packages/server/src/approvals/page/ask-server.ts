import type { PressedAnswer } from "./call-card.js";
import { place } from "./elements.js";
import type { ListedCall } from "./listed-call.js";

/** An answer of the server that is not a success. */
export class RefusedRequest extends Error {
  readonly status: number;

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    const { detail, title } = body;
    super(
      typeof detail === "string"
        ? detail
        : typeof title === "string"
          ? title
          : `the server answers ${status}`,
    );
    this.status = status;
  }
}

/** What the server says. */
export interface Told<T> {
  readonly body: T;
  /** The server's clock minus this one, in ms: times of calls are the server's. */
  readonly ahead: number;
}

/** The calls that wait. @throws RefusedRequest, or TypeError where the server does not answer */
export async function askWaiting(): Promise<Told<readonly ListedCall[]>> {
  const { body, ahead } = await told("/v1/approvals");
  const { approvals } = body as { readonly approvals: readonly ListedCall[] };
  return { body: approvals, ahead };
}

/** Answers a call. @throws RefusedRequest, or TypeError where the server does not answer */
export async function sendAnswer(id: string, answer: PressedAnswer): Promise<void> {
  await told(`/v1/approvals/${encodeURIComponent(id)}`, JSON.stringify({ answer }));
}

async function told(path: string, body?: string): Promise<Told<object>> {
  const token = place("token");
  const response = await fetch(path, {
    ...(body !== undefined && { method: "POST", body }),
    headers: {
      authorization: `Bearer ${token instanceof HTMLInputElement ? token.value : ""}`,
      "content-type": "application/json",
    },
  });
  const read: unknown = await response.json().catch(() => null);
  const object = typeof read === "object" && read !== null ? read : {};
  if (!response.ok) throw new RefusedRequest(response.status, { ...object });
  const date = Date.parse(response.headers.get("date") ?? "");
  // The header has whole seconds.
  return { body: object, ahead: Math.abs(date - Date.now()) > 2000 ? date - Date.now() : 0 };
}
