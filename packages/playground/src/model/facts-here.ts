import type { CompileOptions } from "@gatehouse-hooks/engine";
import { createFacts, type Facts, PROGRAMS, TOOL_ROWS } from "@gatehouse-hooks/facts";

/** The home directory of the machine that events are thought to be of. */
export const HOME = "/home/user";

const MAKER = createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] });

/**
 * The facts of an event, as on a Linux machine whose user is at home in `HOME` and works where the event says; no file is read. Never
 * throws.
 */
export function factsHere(event: object): Facts {
  const {
    cwd,
    home = HOME,
    platform = "linux",
    workspace = cwd,
  } = event as Readonly<Record<string, unknown>>;
  return MAKER.facts({ ...event, home, platform, ...(workspace !== undefined && { workspace }) });
}

/** What derives facts for policies that read them. */
export const DERIVE_HERE: Required<Pick<CompileOptions, "derive">> = {
  derive: { version: `playground-${MAKER.version}`, facts: factsHere },
};
