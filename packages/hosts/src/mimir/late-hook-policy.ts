import * as module from "./hook-policy.js";

/** The reader of a hook, with the check of its command and the shell parser behind it. The build lets it run on the first call. */
export function lateHookPolicy(): typeof module {
  return module;
}
