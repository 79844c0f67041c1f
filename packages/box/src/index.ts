export { type Box, type BoxCoverage, boxOf, type BoxPolicy, type OpenPart } from "./box-of.js";
export {
  type BoxNetwork,
  type BoxPlace,
  type BoxProfile,
  narrowest,
  placesAround,
  WIDEST,
  hasHost,
  proxiedHosts,
} from "./profile.js";
export { type CallFacts, type CallProfile, profileOfCall } from "./profile-of-call.js";
export { hostRefusalLine, type HostRefusal } from "./refusal-kinds.table.js";
export { isInFolder, type GlobSegments, matchesGlob, matchesSegment, segmentsOf } from "./match-glob.js";
export { placeRefusalLine, refusedPlaces } from "./refused-places.js";
export type { HiddenPlace, Seen, SeenPlace } from "./seen.js";
export { bubblewrapArguments, bubblewrapBox, type KeptBox, type MountTargets } from "./targets/bubblewrap.js";
export { claudeCodeSettings } from "./targets/claude-code.js";
export { codexSettings } from "./targets/codex.js";
export { cursorSettings } from "./targets/cursor.js";
export type { GeneratedSettings, OpenSetting, SandboxTarget } from "./targets/sandbox-target.js";
export { sandboxRuntimeSettings, SANDBOX_TARGETS, sandboxTarget } from "./targets/sandbox-targets.js";
