export type { JsonObject, JsonValue } from "../json-value.js";
export type { Issue } from "../issue.js";
