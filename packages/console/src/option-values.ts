import { printable } from "./print/printable.js";
import { UsageError } from "./errors.js";

/** The value of an option that was given as text. */
export function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The values of an option that may be given several times. */
export function repeated(one: string, all: readonly string[] = []): readonly string[] {
  return [...all, one];
}

/** What an option's number may be. */
interface OptionRange {
  readonly least: number;
  readonly most: number;
  /** Where the option is not given. */
  readonly otherwise: number;
  /** What is counted, for people. Default: `a number`. */
  readonly what?: string;
}

/**
 * The number of an option.
 *
 * @throws UsageError for what is not a whole number of the range
 */
export function wholeNumber(
  option: string,
  given: string | undefined,
  { least, most, otherwise, what = "a number" }: OptionRange,
): number {
  if (given === undefined) return otherwise;
  const value = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new UsageError(`${option} is \`${printable(given)}\``, `write ${what} from ${least} to ${most}`);
}
