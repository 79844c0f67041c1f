/** The largest prime below 2^64. */
const PRIME = 0xffff_ffff_ffff_ffc5n;
/** Characters that are one number. */
const PART = 65_536;

/**
 * The hash of stores: the text as one long number, its first digits being its length, modulo a prime. It tells damage, in 64 bits: every
 * change of up to seven characters in a row, and others but for one in 2^64.
 *
 * It is not SHA-256, since a program that starts for one decision would load Node's module for that first, which takes longer than the
 * decision; a loop over characters that has just been loaded takes as long. Whoever may write a store may write its hash, too.
 *
 * @param text ASCII
 * @returns 16 hexadecimal digits
 */
export function storeChecksum(text: string): string {
  let rest = BigInt(text.length);
  for (let at = 0; at < text.length; at += PART) {
    const part = Buffer.from(text.slice(at, at + PART), "latin1").toString("hex");
    rest = BigInt(`0x${rest.toString(16)}${part}`) % PRIME;
  }
  return rest.toString(16).padStart(16, "0");
}
