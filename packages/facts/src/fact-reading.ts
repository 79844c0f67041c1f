import type { Surroundings } from "./paths/path-maker.js";
import type { FactLists } from "./fact-lists.js";
import type { CompiledProgram } from "./programs/compile-usage.js";

/** One making of facts: where it happens, what is known of programs, what was found. */
export interface FactReading {
  readonly around: Surroundings;
  readonly lists: FactLists;
  /** Links that the text makes, by absolute path, and where they lead. */
  readonly links: Map<string, string>;
  /** The programs of a name, one for each table that has it; empty when none has. */
  readonly programs: (name: string) => readonly CompiledProgram[];
}
