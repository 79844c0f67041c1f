import * as module from "./policy.schema.js";

/** The schema of policies, with zod. The build replaces this by a version that runs the module on the first call. */
export function latePolicySchema(): typeof module {
  return module;
}
