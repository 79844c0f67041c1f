import type { CompileOptions } from "@gatehouse-hooks/engine";
import { lateProgramFacts } from "../facts/late-program-facts.js";
import type { Io } from "../io.js";
import type { Settings } from "../settings.js";
import { version } from "../version.js";

/** What of a command's context says where tool calls happen. */
export type PlaceSettings = Pick<Io, "home"> & Pick<Settings, "project" | "isHook">;

/**
 * What derives the facts of events of a place: given to everything here that compiles policies for decisions, or opens stored ones. The tables
 * are the program's own, so that its version is theirs.
 */
export function derivedAt({ home, project, isHook }: PlaceSettings): Pick<CompileOptions, "derive"> {
  const place = { home, project, isOfProject: isHook === true };
  return { derive: { version, facts: (event) => lateProgramFacts().factsAt(place, event) } };
}

/** The same for events that say everything themselves, as those of tests do: nothing is looked at. */
export const DERIVED: Pick<CompileOptions, "derive"> = {
  derive: {
    version,
    facts: (event) => lateProgramFacts().programFacts.facts(event),
  },
};
