import type { KeptApproval } from "@gatehouse-hooks/runtime";

/** Whose passkey it is. */
export interface PasskeyOwner {
  readonly tenant: string;
  readonly caller: string;
}

/** A passkey that is registered, without its public key. */
export interface RegisteredPasskey extends PasskeyOwner {
  /** Of the credential, in base64url. */
  readonly id: string;
  /** How a browser reaches it: `internal` is the device itself, `usb` a key. */
  readonly transports: readonly string[];
  /** Until when its link counted, 15 minutes at most after it was registered: UTC, ISO 8601. */
  readonly linkUntil: string;
}

/**
 * Passkeys of those who approve: where a server has them, a yes counts only with the signature of one. What is signed holds the question's
 * id, the hash of the whole call, the policy, the tenant and the caller, under the server's key: it fits no other question. What does not
 * fit rejects with the problem that a request is answered with.
 */
export interface Passkeys {
  /** How many a caller has. */
  readonly count: (owner: PasskeyOwner) => Promise<number>;
  /** All that are registered, of everybody. */
  readonly list: () => Promise<readonly RegisteredPasskey[]>;
  /** Removes one: what it has signed counts no more. Resolves with false where none has this id. */
  readonly forget: (id: string) => Promise<boolean>;
  /** What the browser makes a passkey by, for who has a code: `parseCreationOptionsFromJSON` takes it. */
  readonly creationOptions: (owner: PasskeyOwner, code: string) => Promise<object>;
  /** Keeps a passkey; the code is used up. @param answer what the browser made, as JSON */
  readonly register: (owner: PasskeyOwner, code: string, answer: unknown) => Promise<void>;
  /** What the browser signs the yes to a call by: `parseRequestOptionsFromJSON` takes it. */
  readonly requestOptions: (
    owner: PasskeyOwner,
    call: Pick<KeptApproval, "id" | "call" | "policy">,
  ) => Promise<object>;
  /** Resolves where a passkey of the caller has signed the yes to just this call. @param answer what the browser signed, as JSON */
  readonly check: (
    owner: PasskeyOwner,
    call: Pick<KeptApproval, "id" | "call" | "policy">,
    answer: unknown,
  ) => Promise<void>;
}
