// What deciding needs of this package, without the reader of JSON text: who decides on sealed events loads no more.
export { isList, lookup, ownKeys } from "../lookup.js";
export { ownOption } from "../own-option.js";
export { sealJson } from "../seal-json.js";
export { isPlainKey, isSealedEvent } from "../sealed.js";
