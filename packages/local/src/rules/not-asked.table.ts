/** Codes of `check --host` that say that an agent does not ask for a policy at all. */
export const NOT_ASKED: ReadonlySet<string> = new Set([
  "no-hooks",
  "event-not-fired",
  "event-not-wired",
  "tool-not-there",
  "kind-not-there",
  "never-on-host",
]);
