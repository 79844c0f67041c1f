/** How the script begins. */
export const FIRST_LINE =
  "# Made by `gatehouse init`: what the settings of agents start. Changes are lost; see `gatehouse doctor`.";

/**
 * How Node starts from the snapshot, and how that is made: V8 refuses one that was made with other options. A process of one decision ends
 * before a compiler, threads that collect garbage, collecting any, or four threads for all that could save it time.
 */
export const SNAPSHOT_OPTIONS = [
  "--no-sparkplug",
  "--single-threaded-gc",
  "--min-semi-space-size=8",
  "--v8-pool-size=1",
] as const;

/** What the script calls its programs; in this order at its beginning. */
export const NAMES = ["node", "program", "socket", "curl", "cat"] as const;

/** Commands of the shell itself that the script uses: a function of the same name in the environment would come before them. */
export const COMMANDS = ["[", "echo", "false", "printf", "read"] as const;

/** Variables of the script. */
export const VARIABLES = [
  "payload",
  "s",
  "out",
  "nl",
  "run",
  "project",
  "folder",
  "mark",
  "snapshot",
  "parent",
] as const;
