import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { CallApproval } from "./call-approval.js";

const LEAST_KEY = 16;

/** @throws TypeError for a key that is too short */
export function requireKey(key: string): void {
  if (typeof key !== "string" || key.length < LEAST_KEY)
    throw new TypeError(`expected a key of at least ${LEAST_KEY} characters to seal approvals`);
}

/** The seal of an approval. @throws TypeError for a key that is too short */
export function sealOf({ id, call, policy, expires }: Omit<CallApproval, "seal">, key: string): string {
  requireKey(key);
  const text = JSON.stringify(["gatehouse approval 1", id, call, policy, expires]);
  return bytesToHex(hmac(sha256, utf8ToBytes(key), utf8ToBytes(text)));
}

/** Compares without saying by its time how much of it is equal. */
export function isSameSeal(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let at = 0; at < right.length; at++) difference |= left.charCodeAt(at) ^ right.charCodeAt(at);
  return difference === 0;
}
