import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { version } from "@gatehouse-hooks/console";
/** The largest prime below 2^64. */
const PRIME = 0xffff_ffff_ffff_ffc5n;
/** Bytes that are one number. */
const PART = 65_536;

/**
 * A hash that tells damage, in 64 bits: the bytes as one long number, its first digits being their count, modulo a prime. Every change of up
 * to seven bytes in a row shows, and others but for one in 2^64.
 *
 * It is not SHA-256, since a program that starts for one decision would load Node's module for that first, which takes longer than the
 * decision; a loop over bytes that has just been loaded takes as long. Whoever may write what it is of may write the hash, too.
 *
 * @returns 16 hexadecimal digits
 */
export function checksum(bytes: Buffer): string {
  let rest = BigInt(bytes.length);
  for (let at = 0; at < bytes.length; at += PART) {
    rest = BigInt(`0x${rest.toString(16)}${bytes.toString("hex", at, at + PART)}`) % PRIME;
  }
  return rest.toString(16).padStart(16, "0");
}

/** The hash of stores. @param text ASCII */
export function storeChecksum(text: string): string {
  return checksum(Buffer.from(text, "latin1"));
}

/** Which program wrote a store: another build may read the same files otherwise. */
export function writerMark(): string {
  return `gatehouse ${version} ${buildMark()} node ${process.version}`;
}

/** The file that this code is in: an installation has its own, and a build replaces it. */
function buildMark(): string {
  try {
    const { size, mtimeMs } = statSync(fileURLToPath(import.meta.url));
    return `${size} ${mtimeMs}`;
  } catch {
    return "unknown";
  }
}
