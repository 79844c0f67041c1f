import type { CompileOptions } from "@gatehouse-hooks/engine";
import { lateProgramFacts } from "../facts/index.js";
import type { Evidence } from "../facts/evidence.js";
import { type Io, version } from "@gatehouse-hooks/console";
import type { Settings } from "../settings.js";

/** What of a command's context says where tool calls happen. */
export type PlaceSettings = Pick<Io, "home"> & Pick<Settings, "project" | "isHook">;

/**
 * What derives the facts of events of a place: given to everything here that compiles policies for decisions, or opens stored ones. The tables
 * are the program's own, so that its version is theirs.
 *
 * @param evidence what was recorded of the machine for an event: then the disk is not read. Absent: of none
 */
export function derivedAt(
  { home, project, isHook }: PlaceSettings,
  evidence?: (event: object) => Evidence | undefined,
): Pick<CompileOptions, "derive"> {
  const place = { home, project, isOfProject: isHook === true };
  return {
    derive: { version, facts: (event) => lateProgramFacts().factsAt(place, event, evidence?.(event)) },
  };
}

/** Where the call of a test happens, as far as its event does not say: the place of the packs' own examples. */
const TEST_PLACE = { cwd: "/workspace/project", workspace: "/workspace/project" };
const TEST_HOME = { home: "/home/test" };
/** An event with one of these says where it happens. */
const PLACE_FIELDS = ["cwd", "workspace", "working_dir", "project_dir"];

/**
 * The same for events of tests, which have to come out the same on every machine: nothing of this one is filled in, and nothing is looked
 * at (hosts SPEC, "Tests").
 */
export const DERIVED: Pick<CompileOptions, "derive"> = {
  derive: {
    version,
    facts: (event) =>
      lateProgramFacts().programFacts.facts({
        ...TEST_HOME,
        ...(PLACE_FIELDS.some((name) => Object.hasOwn(event, name)) ? {} : TEST_PLACE),
        ...event,
      }),
  },
};
