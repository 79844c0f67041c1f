import type { Effect } from "@gatehouse-hooks/engine";

/** A part of the command: where it begins and ends, in UTF-16 code units. */
export type Mark = readonly [number, number];

/** What a shell command would be answered in an agent: what `gatehouse try --json` prints. */
export interface TriedCommand {
  readonly command: string;
  /** The agent as which it was tried. */
  readonly agent: string;
  /** Null: the answer of a judge or a command is missing. */
  readonly effect: Effect | null;
  /** Null: no rule decided. */
  readonly policy: string | null;
  readonly reason: string;
  /** Where that rule is written; null where none decided, and for rules of the program itself. */
  readonly rule: { readonly path: string; readonly line?: number; readonly pack?: string } | null;
  /** The parts of the command for which the rule applied; empty where it does not say. */
  readonly marks: readonly Mark[];
  /** What the command may do, for which the rule applied, in words. */
  readonly saw: readonly string[];
  /** Every part of the command was understood. */
  readonly complete: boolean;
  /** Rules whose answer is missing: nothing is asked and nothing is run. */
  readonly open: readonly string[];
  /** The nearest command that was found for which the answer is less strict; null where none was found. */
  readonly wouldPass: string | null;
  /** The agent shows an `ask` to a person; false: it is denied there, with a code for `gatehouse approve`. */
  readonly canAsk: boolean;
}
