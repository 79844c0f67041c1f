export { buildBundle } from "./build-bundle.js";
export { pullBundle, pushBundle } from "./move-bundle.js";
export { signBundle } from "./sign-bundle.js";
