// What deciding needs of this package, without the reader of JSON text: who decides on sealed events loads no more.
export type { Issue } from "./issue.js";
export type { JsonResult } from "./json-issue.js";
export type { JsonLimits, JsonOptions } from "./json-limits.js";
export type { JsonObject, JsonValue, SealedObject } from "./json-value.js";
export { lookup, ownKeys, type Value } from "./lookup.js";
export { ownOption, isList } from "./own.js";
export { sealJson, type SealOptions } from "./seal-json.js";
export { isPlainKey, isSealedEvent, isSealedList } from "./sealed.js";
