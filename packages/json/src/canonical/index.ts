export { canonicalJson } from "./canonical-json.js";
export { NotJsonError } from "./not-json-error.js";
export { hasLoneSurrogate, wtf8 } from "./wtf8.js";
