/** A JSON value: what may stand in an event, a context or a stored AST. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object. Read untrusted ones through `lookup`, by own property only. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}
