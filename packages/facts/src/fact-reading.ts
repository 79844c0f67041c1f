import type { Surroundings } from "./paths/surroundings.js";
import type { FactLists } from "./fact-lists.js";
import type { ScriptRuns } from "./scripts/script-run.js";
import type { CompiledProgram } from "./programs/compile-usage.js";

/** One making of facts: where it happens, what is known of programs, what was found. */
export interface FactReading {
  readonly around: Surroundings;
  readonly lists: FactLists;
  /** Files that run, and that the text did not write. */
  readonly scripts: ScriptRuns;
  /** The programs of a name, one for each table that has it; empty when none has. */
  readonly programs: (name: string) => readonly CompiledProgram[];
  /** A name as tables write it, where large and small letters are not told apart. */
  readonly spelled: (name: string) => string;
}
