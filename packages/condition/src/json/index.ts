export type { Issue } from "../issue.js";
export type { JsonObject, JsonValue, SealedObject } from "../json-value.js";
export type { JsonResult } from "./json-issue.js";
export type { JsonLimits, JsonOptions } from "./limits.js";
export { ownRecord } from "./own-record.js";
export { parseJson, parseJsonObject } from "./parse-json.js";
export type { SealOptions } from "./seal-json.js";
export { sealJson, sealJsonObject } from "./seal-json.js";
export { isSealed } from "./sealed.js";
