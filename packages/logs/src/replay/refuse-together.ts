import { UsageError } from "@gatehouse-hooks/console";
import type { ReplayFlags } from "./replay-flags.js";

/** Options that are not for standard input, and why. */
const NOT_FROM_INPUT: readonly (readonly [keyof ReplayFlags, string])[] = [
  ["queue", "which workers cannot read"],
  ["state", "which cannot be read again"],
  ["suggest", "which cannot be read again"],
  ["live", "which cannot be read again"],
];

/** Options that do not go together, and why. */
const NOT_TOGETHER: readonly (readonly [keyof ReplayFlags, keyof ReplayFlags, string])[] = [
  ["parquet", "state", "rows are written of whole logs: leave one out"],
  ["parquet", "queue", "rows are written by this process: leave one out"],
  ["parquet", "anonymise", "rows cannot be anonymised one by one: leave one out"],
  ["live", "state", "a state is of a replay whose answers do not change: leave one out"],
  ["suggest", "anonymise", "a patch has to name what it is about: leave one out"],
];

/** @throws UsageError for options of which one would not do what it says */
export function refuseTogether(fromInput: boolean, flags: ReplayFlags): void {
  const isGiven = (name: keyof ReplayFlags): boolean => flags[name] !== undefined && flags[name] !== false;
  for (const [name, why] of NOT_FROM_INPUT)
    if (fromInput && isGiven(name))
      throw new UsageError(`\`--${name}\` with standard input, ${why}`, "name files");
  for (const [one, other, why] of NOT_TOGETHER)
    if (isGiven(one) && isGiven(other)) throw new UsageError(`both --${one} and --${other}`, why);
}
