import {
  assignTo,
  freeze,
  hasOwn,
  isArray,
  isWellFormed,
  keys,
  objectPrototype,
} from "./intrinsics/intrinsics.js";
import type { ResolvedJsonOptions } from "./json-limits.js";
import type { JsonObject, JsonValue, SealedObject } from "./json-value.js";
import { newSealedList, newSealedObject } from "./sealed.js";

/** The members that are left as they are, where they are objects: their key, and how deep the object is that has them: 1 for that of the whole text. */
export interface LeftPlace {
  readonly key: string;
  readonly depth: number;
}

const NOWHERE: LeftPlace = { key: "", depth: -1 };

/** The sealed copy of a value, without what is in the members that are left. */
interface CopiedValue {
  readonly value: JsonValue;
  /** How many members its objects have together. */
  readonly members: number;
  /** How many values more there may be. */
  readonly room: number;
  readonly left: readonly JsonObject[];
}

/**
 * Copies what the platform's JSON reader has just made into the sealed form. INVARIANT: so its properties are read
 * plainly: they are own data properties, there are no others, and no other code has seen the value.
 *
 * @returns undefined for what is over a limit, has half of a surrogate pair, or a number that may not be what the text says;
 *   and for everything while `Object.prototype` has properties that each object seems to have
 */
export function copyParsed(
  value: JsonValue,
  options: ResolvedJsonOptions,
  place: LeftPlace = NOWHERE,
): CopiedValue | undefined {
  // The fastest walk over an object's own keys also finds inherited ones: only when there are none.
  if (keys(objectPrototype).length > 0) return undefined;
  const copier: Copier = {
    room: options.maxNodes - 1,
    members: 0,
    isRight: true,
    maxDepth: options.maxDepth,
    keepSurrogates: options.keepSurrogates,
    place,
    left: [],
  };
  const copied = copy(copier, value, 0);
  const { isRight, room, members, left } = copier;
  return isRight && room >= 0 ? { value: copied, members, room, left } : undefined;
}

interface Copier {
  /** How many values more there may be. */
  room: number;
  members: number;
  /** False as soon as anything is not. */
  isRight: boolean;
  readonly maxDepth: number;
  readonly keepSurrogates: boolean;
  readonly place: LeftPlace;
  readonly left: JsonObject[];
}

function copy(copier: Copier, value: JsonValue | undefined, depth: number): JsonValue {
  switch (typeof value) {
    case "string":
      requireWellFormed(copier, value);
      return value;
    case "number":
      return copyNumber(copier, value);
    case "object":
      return value === null ? null : copyMembers(copier, value, depth);
    default:
      // INVARIANT: a boolean, which is what is left of JSON.
      return value === true;
  }
}

const LARGEST_INTEGER = 2 ** 53 - 1;

/** A larger number is right only when the text has it with a fraction or an exponent; infinity never is. */
function copyNumber(copier: Copier, value: number): number {
  if (value > LARGEST_INTEGER || value < -LARGEST_INTEGER) copier.isRight = false;
  // -0 and 0 are one value.
  return value === 0 ? 0 : value;
}

function requireWellFormed(copier: Copier, text: string): void {
  if (!isWellFormed(text) && !copier.keepSurrogates) copier.isRight = false;
}

function copyMembers(copier: Copier, value: JsonObject | readonly JsonValue[], depth: number): JsonValue {
  if (depth >= copier.maxDepth) {
    copier.isRight = false;
    return null;
  }
  return isArray(value) ? copyList(copier, value, depth + 1) : copyObject(copier, value, depth + 1);
}

function copyObject(copier: Copier, object: JsonObject, depth: number): JsonObject {
  const made = newSealedObject();
  let members = 0;
  for (const key in object) {
    members++;
    requireWellFormed(copier, key);
    const member = object[key];
    // Most members are strings: handled here, they cost no call.
    if (typeof member === "string") {
      requireWellFormed(copier, member);
      made[key] = member;
    } else if (depth === copier.place.depth && key === copier.place.key)
      made[key] = leave(copier, member, depth);
    else made[key] = copy(copier, member, depth);
  }
  copier.members += members;
  copier.room -= members;
  return freeze(made);
}

function leave(copier: Copier, value: JsonValue | undefined, depth: number): JsonValue {
  if (typeof value !== "object" || value === null || isArray(value)) return copy(copier, value, depth);
  copier.left[copier.left.length] = value;
  return value;
}

function copyList(copier: Copier, list: readonly JsonValue[], depth: number): readonly JsonValue[] {
  copier.room -= list.length;
  const items = newSealedList();
  for (let i = 0; i < list.length; i++) items[i] = copy(copier, list[i], depth);
  return freeze(items);
}

/**
 * A sealed object of members that the caller has: they are shared, so the time is that of the keys.
 *
 * @param members each sealed, or not an object, and well-formed where it is a string
 */
export function sealedOf(members: Readonly<Record<string, JsonValue>>): SealedObject {
  return sealedDraft(assignTo(newSealedObject(), members));
}

/** The same of a list. */
export function sealedListOf(items: readonly JsonValue[]): readonly JsonValue[] {
  const made = newSealedList();
  for (let i = 0; i < items.length; i++) made[i] = items[i] ?? null;
  return freeze(made);
}

/**
 * A sealed object with one member set, or left out: the others are shared, so the time is that of the keys, not of what is in them.
 *
 * @param value sealed, or not an object; `undefined` leaves the key out
 */
export function withMember(object: SealedObject, key: string, value: JsonValue | undefined): SealedObject {
  // What replaces a member comes last, as one that is new.
  if (!hasOwn(object, key)) {
    const longer = assignTo(newSealedObject(), object);
    if (value !== undefined) longer[key] = value;
    return sealedDraft(longer);
  }
  const copy = newSealedObject();
  const all = keys(object);
  for (let i = 0; i < all.length; i++) {
    const other = all[i] ?? "";
    if (other !== key) copy[other] = object[other] ?? null;
  }
  if (value !== undefined) copy[key] = value;
  return sealedDraft(copy);
}

/** INVARIANT: a draft is of the sealed form; frozen, it is sealed. */
function sealedDraft(draft: ReturnType<typeof newSealedObject>): SealedObject {
  return freeze(draft) as object as SealedObject;
}
