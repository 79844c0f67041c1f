export { DERIVED, derivedAt, type PlaceSettings } from "./derived.js";
export { type Evidence, evidenceOf, readEvidence } from "../facts/evidence.js";
export { commandLineFiles, hostOptionsOf, refuseUnknownAgent } from "./option-files.js";
export { expandHome, hookGlobs } from "./places.js";
export { findConfig, type FoundConfig, mayrosOptions } from "./find-config.js";
export { trustCure } from "./inert-notices.js";
export { type LoadedPolicies, loadPolicies, type WrittenFile } from "./load-policies.js";
export type { MorePolicies } from "../settings.js";
export {
  type CallProject,
  type ProcessWord,
  processWord,
  projectOf,
  exists,
  isProjectFolder,
  POLICY_FOLDERS,
  PROJECT_VARIABLES,
} from "./project-of.js";
export { shownFrom } from "./read-places.js";
export { requireHome } from "../private-folder.js";
export { pathIn } from "./signed-files.js";
