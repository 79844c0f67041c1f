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

/** What the server lists. */
export interface ListedCalls {
  readonly approvals: readonly ListedCall[];
  /** Where a yes takes a passkey: how many the caller has. */
  readonly passkeys?: number;
}

/** The calls that wait. @throws RefusedRequest, or TypeError where the server does not answer */
export async function askWaiting(): Promise<Told<ListedCalls>> {
  const { body, ahead } = await told("/v1/approvals");
  return { body: body as ListedCalls, ahead };
}

/** Answers a call. @param passkey what a passkey has signed. @throws as `askWaiting` does */
export async function sendAnswer(id: string, answer: PressedAnswer, passkey?: unknown): Promise<void> {
  await told(callPath(id), { answer, passkey });
}

/** What a passkey signs the yes to a call by. @throws as `askWaiting` does */
export async function askSigning(id: string): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { body } = await told(`${callPath(id)}/passkey`);
  return body as PublicKeyCredentialRequestOptionsJSON;
}

/** What a passkey is made by, for who has a code. @throws as `askWaiting` does */
export async function askCreation(code: string): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { body } = await told("/v1/passkeys/options", { code });
  return body as PublicKeyCredentialCreationOptionsJSON;
}

/** Registers a passkey. @returns how many there are. @throws as `askWaiting` does */
export async function sendPasskey(code: string, passkey: unknown): Promise<number> {
  const { body } = await told("/v1/passkeys", { code, passkey });
  return (body as { readonly passkeys: number }).passkeys;
}

function callPath(id: string): string {
  return `/v1/approvals/${encodeURIComponent(id)}`;
}

async function told(path: string, body?: object): Promise<Told<object>> {
  const token = place("token");
  const response = await fetch(path, {
    ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
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
