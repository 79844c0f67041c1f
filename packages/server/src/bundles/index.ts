export { bundleSourceOf } from "./https-source.js";
export type { BundleSource, SourceAccess } from "./bundle-source.js";
export { followBundle, type BundleFollower, type FollowBundleOptions } from "./follow-bundle.js";
export { ociPlace, type OciPlace, pushToRegistry } from "./oci-registry.js";
