import * as module from "./twin-events.js";

/** The twins of events, with the tools of all agents. The build lets it run on the first call. */
export function lateTwinEvents(): typeof module {
  return module;
}
