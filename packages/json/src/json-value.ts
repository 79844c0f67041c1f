/** A JSON value: what an event, a context or a stored AST may hold. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object. Read untrusted ones through `lookup`, by own property only. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

declare const sealed: unique symbol;

/** A JSON object that `sealJson` or `parseJson` made: checked, copied, frozen. The mark exists in types only. */
export type SealedObject = JsonObject & { readonly [sealed]: true };
