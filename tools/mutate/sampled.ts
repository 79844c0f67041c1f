import { createHash } from "node:crypto";
import path from "node:path";

/** What names a mutant, in the runner and in the results alike. */
export interface MutantPlace {
  readonly fileName: string;
  readonly mutatorName: string;
  readonly replacement?: string | undefined;
  readonly location: {
    readonly start: { readonly line: number; readonly column: number };
    readonly end: { readonly line: number; readonly column: number };
  };
}

/**
 * Whether a mutant is in the sample. The same mutants are whenever the sources are the same, and each is as likely as any other:
 * the score of a sample of 800 is within 2.5 points of that of all, 19 times in 20.
 *
 * @param share of all mutants, from 0 to 1
 */
export function isSampled(
  { fileName, mutatorName, replacement, location }: MutantPlace,
  share: number,
): boolean {
  const { start, end } = location;
  const place = [start.line, start.column, end.line, end.column].join(":");
  const name = [path.relative(process.cwd(), path.resolve(fileName)), mutatorName, place, replacement].join(
    "\n",
  );
  return createHash("sha256").update(name).digest().readUInt32BE(0) / 2 ** 32 < share;
}
