import { type Seals, sealing } from "../decide/sealed-text.js";
import { HttpProblem } from "../http/problem.js";
import type { PasskeyOwner } from "./passkeys.js";

/** How long a code counts. */
const INVITED_MS = 15 * 60_000;
/** Characters of the seal in a code: 96 bits. */
const SEAL = 16;
const CODE = /^([0-9a-z]{1,12})-[A-Za-z0-9_-]{16}$/;

/**
 * A code by which a caller registers one passkey within 15 minutes. Whoever has the key of the server can give one out, and no server
 * has to be asked.
 *
 * @param now milliseconds since 1970
 * @throws TypeError for a key that is too short
 */
export function inviteFor(key: string, { tenant, caller }: PasskeyOwner, now: number): string {
  return codeOf(sealing(key), tenant, caller, (now + INVITED_MS).toString(36));
}

/** @throws HttpProblem (410) for a code that does not count now */
export function requireInvite(
  seals: Seals,
  { tenant, caller }: PasskeyOwner,
  code: string,
  now: number,
): void {
  const [, until = ""] = CODE.exec(code) ?? [];
  if (until === "" || codeOf(seals, tenant, caller, until) !== code)
    throw new HttpProblem("gone", `this code was not given out for \`${caller}\``);
  if (invitedUntil(code) <= now) throw new HttpProblem("gone", "the code is over: get a new one");
}

/** Until when a code counts, in milliseconds since 1970. */
export function invitedUntil(code: string): number {
  return Number.parseInt(code, 36);
}

function codeOf(seals: Seals, tenant: string, caller: string, until: string): string {
  return `${until}-${seals.of("passkey invite", [tenant, caller, until]).slice(0, SEAL)}`;
}
