export { chooseModel } from "./choose-model.js";
export { type FollowingRuntime, followingRuntime } from "./following-runtime.js";
export { judgeFromEnvironment } from "./judge-from-environment.js";
export { openCache } from "./open-cache.js";
export { type OpenRuntime, openRuntime } from "./open-runtime.js";
export { defaultTrail, openTrail, trailState } from "./open-trail.js";
