import { freeze, keys } from "./intrinsics/intrinsics.js";
import type { JsonValue, SealedObject } from "./json-value.js";
import { newSealedObject } from "./sealed.js";

/**
 * A sealed object with one member set, or left out: the others are shared, so the time is that of the keys, not of what is in them.
 *
 * @param value sealed, or not an object; `undefined` leaves the key out
 */
export function withMember(object: SealedObject, key: string, value: JsonValue | undefined): SealedObject {
  const copy = newSealedObject();
  const all = keys(object);
  for (let i = 0; i < all.length; i++) {
    const other = all[i] as string;
    if (other !== key) copy[other] = object[other] as JsonValue;
  }
  if (value !== undefined) copy[key] = value;
  return freeze(copy) as object as SealedObject;
}
