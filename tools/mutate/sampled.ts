import { createHash } from "node:crypto";

/**
 * Whether a mutant is in the sample. The same mutants are whenever the sources are the same, and each is as likely as any other:
 * the score of a sample of 800 is within 2.5 points of that of all, 19 times in 20.
 *
 * @param id Stryker's, the same in the runner and in the results
 * @param share of all mutants, from 0 to 1
 */
export function isSampled({ id }: { readonly id: string }, share: number): boolean {
  return createHash("sha256").update(`mutant ${id}`).digest().readUInt32BE(0) / 2 ** 32 < share;
}
