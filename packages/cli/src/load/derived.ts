import type { CompileOptions } from "@gatehouse-hooks/engine";
import { lateProgramFacts } from "../facts/late-program-facts.js";
import { version } from "../version.js";

/**
 * What derives the facts of events: given to everything here that compiles policies or opens stored ones. The tables are the program's
 * own, so that its version is theirs.
 */
export const DERIVED: Pick<CompileOptions, "derive"> = {
  derive: {
    version,
    facts: (event) => lateProgramFacts().programFacts.facts(event),
  },
};
