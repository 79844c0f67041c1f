import { getPrototypeOf, objectPrototype, sourceOf } from "./intrinsics/intrinsics.js";
import { ownDatum } from "./own.js";

/** No function of a program has this source: `[native code]` is not JavaScript. */
const OBJECT = sourceOf(Object);
const ARRAY = sourceOf(Array);

/** Is this `Object.prototype`, of this realm or of another (a `vm` context, a frame)? */
export function isObjectPrototype(value: object): boolean {
  return value === objectPrototype || (getPrototypeOf(value) === null && isBuiltIn(value, OBJECT));
}

/** Is this `Array.prototype`, of this realm or of another? */
export function isArrayPrototype(value: object): boolean {
  const parent: unknown = getPrototypeOf(value);
  return (
    typeof parent === "object" && parent !== null && isObjectPrototype(parent) && isBuiltIn(value, ARRAY)
  );
}

/**
 * Is this the prototype of a realm's own constructor with this source? Its `constructor` may be forged; the
 * `prototype` of the function that it names cannot be, since no program can write to it.
 */
function isBuiltIn(prototype: object, source: string): boolean {
  const constructor = ownDatum(prototype, "constructor");
  return (
    typeof constructor === "function" &&
    sourceOf(constructor) === source &&
    ownDatum(constructor, "prototype") === prototype
  );
}
