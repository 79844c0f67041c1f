import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type VerifyRegistrationResponseOpts,
} from "@simplewebauthn/server";
import { sealing, type Seals } from "../decide/sealed-text.js";
import { HttpProblem } from "../http/problem.js";
import { invitedUntil, requireInvite } from "./invite.js";
import { createdSchema, signedSchema } from "./browser-answers.schema.js";
import {
  type KeptPasskey,
  MOST_PASSKEYS,
  passkeysIn,
  type PasskeyStore,
  readPasskeys,
} from "./kept-passkeys.js";
import type { PasskeyOwner, Passkeys, RegisteredPasskey } from "./passkeys.js";

/** What passkeys are made with. */
export interface CreatePasskeysOptions {
  /** That of the server: 32 characters or more. */
  readonly key: string;
  /** The address in the browser, without a path: `https://NAME`, or `http://localhost:PORT`. A passkey belongs to its host name. */
  readonly origin: string;
  readonly store: PasskeyStore;
  /** Milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number;
}

/**
 * Passkeys (WebAuthn) for those who approve on the page of a server. Needs the package `@simplewebauthn/server`.
 *
 * @throws TypeError for a key that is too short, and an address that browsers make no passkeys for
 * @example
 * const passkeys = createPasskeys({ key, origin: "https://pdp.example.com", store });
 * const server = createDecisionServer({ key, tenants, passkeys });
 */
export function createPasskeys({ key, origin, store, now = Date.now }: CreatePasskeysOptions): Passkeys {
  return new WebAuthnPasskeys(sealing(key), originOf(origin), store, now);
}

const ADDRESS = /^(?:[\d.]+|\[.*\])$/;

/** @throws TypeError */
function originOf(given: string): URL {
  const url = URL.parse(given);
  const isSecure = url?.protocol === "https:" || url?.hostname === "localhost";
  if (url === null || !isSecure || ADDRESS.test(url.hostname))
    throw new TypeError(
      `browsers make no passkeys for \`${given}\`: expected https:// with a name, or http://localhost`,
    );
  return url;
}

class WebAuthnPasskeys implements Passkeys {
  readonly #seals: Seals;
  readonly #origin: URL;
  readonly #store: PasskeyStore;
  readonly #now: () => number;

  constructor(seals: Seals, origin: URL, store: PasskeyStore, now: () => number) {
    this.#seals = seals;
    this.#origin = origin;
    this.#store = store;
    this.#now = now;
  }

  async count(owner: PasskeyOwner): Promise<number> {
    return (await this.#of(owner)).length;
  }

  async list(): Promise<readonly RegisteredPasskey[]> {
    return (await readPasskeys(this.#store)).map(({ tenant, caller, id, transports, invite }) => ({
      ...{ tenant, caller, id, transports },
      linkUntil: new Date(invitedUntil(invite)).toISOString(),
    }));
  }

  async forget(id: string): Promise<boolean> {
    let found = false;
    await this.#change((all) => {
      const others = all.filter((one) => one.id !== id);
      found = others.length < all.length;
      return others;
    });
    return found;
  }

  async creationOptions(owner: PasskeyOwner, code: string): Promise<object> {
    await this.#requireCode(owner, code);
    return await generateRegistrationOptions({
      rpName: "Gatehouse",
      rpID: this.#origin.hostname,
      userName: `${owner.caller} (${owner.tenant})`,
      userID: bytesOf(this.#seals.of("passkey user", [owner.tenant, owner.caller])),
      challenge: bytesOf(this.#registering(owner, code)),
      excludeCredentials: (await this.#of(owner)).map(({ id, transports }) => ({ id, transports })),
      authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
    });
  }

  async register(owner: PasskeyOwner, code: string, answer: unknown): Promise<void> {
    await this.#requireCode(owner, code);
    const read = createdSchema.safeParse(answer);
    if (!read.success) throw refused("this is not what a browser makes of a passkey");
    const { expected, challengeFits } = this.#expecting(this.#registering(owner, code));
    const made = await verifyRegistrationResponse({ response: read.data, ...expected }).catch(
      () => undefined,
    );
    if (!challengeFits()) throw refused("the passkey was made for another code");
    if (made?.verified !== true) throw refused(`the passkey does not count for ${this.#origin.host}`);
    const { credential } = made.registrationInfo;
    const kept: KeptPasskey = {
      ...{ tenant: owner.tenant, caller: owner.caller, id: credential.id, counter: credential.counter },
      publicKey: Buffer.from(credential.publicKey).toString("base64url"),
      transports: read.data.response.transports ?? [],
      invite: code,
    };
    await this.#change((all) => {
      requireUnused(all, code);
      if (all.some(({ id }) => id === kept.id)) throw refused("this passkey is registered already");
      if (all.filter((one) => isOf(owner, one)).length >= MOST_PASSKEYS)
        throw refused(`\`${owner.caller}\` has ${MOST_PASSKEYS} passkeys`);
      return [...all, kept];
    });
  }

  async requestOptions(owner: PasskeyOwner, call: SignedCall): Promise<object> {
    return await generateAuthenticationOptions({
      rpID: this.#origin.hostname,
      challenge: bytesOf(this.#signing(owner, call)),
      allowCredentials: (await this.#of(owner)).map(({ id, transports }) => ({ id, transports })),
      userVerification: "required",
    });
  }

  async check(owner: PasskeyOwner, call: SignedCall, answer: unknown): Promise<void> {
    const read = signedSchema.safeParse(answer);
    if (!read.success) throw refused("a call is approved with a passkey here, and this is not its signature");
    const known = (await this.#of(owner)).find(({ id }) => id === read.data.id);
    if (known === undefined) throw refused(`this passkey is not registered for \`${owner.caller}\``);
    const { expected, challengeFits } = this.#expecting(this.#signing(owner, call));
    const signed = await verifyAuthenticationResponse({
      response: read.data,
      ...expected,
      credential: { ...known, publicKey: bytesOf(known.publicKey) },
    }).catch(() => undefined);
    if (!challengeFits())
      throw refused("the passkey has signed another call: look at this one, and approve it there");
    if (signed?.verified !== true)
      throw refused(`the passkey's signature does not count for ${this.#origin.host}`);
    const { newCounter: counter } = signed.authenticationInfo;
    if (counter === known.counter) return;
    await this.#change((all) =>
      all.map((one) => (one.id === known.id ? { ...one, counter: Math.max(one.counter, counter) } : one)),
    );
  }

  /** What an answer has to be for, and whether it was for this challenge. */
  #expecting(challenge: string): {
    readonly expected: Pick<VerifyRegistrationResponseOpts, "expectedChallenge" | "expectedOrigin"> & {
      readonly expectedRPID: string;
      readonly requireUserVerification: true;
    };
    readonly challengeFits: () => boolean;
  } {
    let fits = true;
    return {
      expected: {
        expectedChallenge: (given) => (fits = given === challenge),
        expectedOrigin: this.#origin.origin,
        expectedRPID: this.#origin.hostname,
        requireUserVerification: true,
      },
      challengeFits: () => fits,
    };
  }

  async #of(owner: PasskeyOwner): Promise<readonly KeptPasskey[]> {
    return (await readPasskeys(this.#store)).filter((one) => isOf(owner, one));
  }

  /** @throws HttpProblem (410) */
  async #requireCode(owner: PasskeyOwner, code: string): Promise<void> {
    requireInvite(this.#seals, owner, code, this.#now());
    requireUnused(await this.#of(owner), code);
  }

  /** INVARIANT: a signature of one question is of no other: its id is its own, and the hash is of the whole call. */
  #signing({ tenant, caller }: PasskeyOwner, { id, call, policy }: SignedCall): string {
    return this.#seals.of("passkey approval", [tenant, caller, id, call, policy ?? ""]);
  }

  #registering({ tenant, caller }: PasskeyOwner, code: string): string {
    return this.#seals.of("passkey registration", [tenant, caller, code]);
  }

  async #change(changed: (all: readonly KeptPasskey[]) => readonly KeptPasskey[]): Promise<void> {
    await this.#store.change((kept) => JSON.stringify(changed(passkeysIn(kept))));
  }
}

type SignedCall = Parameters<Passkeys["requestOptions"]>[1];

/** @throws HttpProblem (410) */
function requireUnused(all: readonly KeptPasskey[], code: string): void {
  if (all.some(({ invite }) => invite === code))
    throw new HttpProblem("gone", "the code was used: get a new one");
}

function refused(why: string): HttpProblem {
  return new HttpProblem("forbidden", why);
}

function isOf({ tenant, caller }: PasskeyOwner, kept: KeptPasskey): boolean {
  return kept.tenant === tenant && kept.caller === caller;
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(text, "base64url"));
}
