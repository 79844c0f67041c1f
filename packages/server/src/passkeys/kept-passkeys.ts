import { z } from "zod";

/** Where public keys are kept. It has to be sealed: whoever can add a key can approve. */
export interface PasskeyStore {
  /** What was written last; undefined where nothing was. @throws Error for what somebody else has written */
  readonly read: () => Promise<string | undefined>;
  /** Reads, changes and writes as one step, also where other processes do. What `changed` throws rejects, and nothing is written. */
  readonly change: (changed: (kept: string | undefined) => string) => Promise<void>;
}

/** The most passkeys of one owner. */
export const MOST_PASSKEYS = 20;

/** A public key, and whose it is. */
export interface KeptPasskey {
  readonly tenant: string;
  readonly caller: string;
  /** Of the credential, in base64url. */
  readonly id: string;
  /** COSE, in base64url. */
  readonly publicKey: string;
  readonly counter: number;
  /** How a browser reaches it. */
  readonly transports: string[];
  /** The code that it was registered by: it counts once. */
  readonly invite: string;
}

const text = z.string();
const keptSchema: z.ZodType<readonly KeptPasskey[]> = z.array(
  z.strictObject({
    ...{ tenant: text, caller: text, invite: text },
    id: z.base64url(),
    publicKey: z.base64url(),
    counter: z.int().min(0),
    transports: z.array(text),
  }),
);

/** @throws Error for a store that holds something else */
export async function readPasskeys(store: PasskeyStore): Promise<readonly KeptPasskey[]> {
  return passkeysIn(await store.read());
}

/** @throws Error for what was not written here */
export function passkeysIn(kept: string | undefined): readonly KeptPasskey[] {
  return kept === undefined ? [] : keptSchema.parse(JSON.parse(kept));
}
