import type { CompileOptions } from "@gatehouse-hooks/engine";
import type { JsonObject } from "@gatehouse-hooks/json";
import { lateProgramFacts } from "../facts/late-program-facts.js";
import { version } from "../version.js";

/**
 * What derives the facts of events: given to everything here that compiles policies or opens stored ones. The tables are the program's
 * own, so that its version is theirs.
 */
export const DERIVED: Pick<CompileOptions, "derive"> = {
  derive: {
    version,
    // Plain data by construction; an interface has no index signature.
    facts: (event) => lateProgramFacts().programFacts.facts(event) as unknown as JsonObject,
  },
};
