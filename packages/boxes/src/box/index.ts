export { BOX_PROGRAMS, boxScript } from "./box-script.js";
export { bubblewrap, whyNoBox } from "./bubblewrap-program.js";
export { profileOfCommand } from "./call-profile.js";
export type { BoxedPlace } from "./look.js";
export { type BoxedEnd, runBoxed } from "./run-boxed.js";
