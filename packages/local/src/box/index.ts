export { profileOfCommand } from "./call-profile.js";
export type { BoxedPlace } from "./look.js";
export { type BoxedEnd, runBoxed, whyNoBox } from "./run-boxed.js";
