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

/** What a caller makes of members of its own, which are not copied. */
export interface Taking {
  /** The key of such a member, and how deep the object is that has it: 1 for that of the whole text. */
  readonly key: string;
  readonly depth: number;
  /**
   * The member as it is to be, immutable, and how many members and values are in it. It may be what was given, changed: the reader has just made
   * it, and no other code has seen it. Undefined where it is not plainly right: the text is then read again, and nothing is taken.
   */
  readonly take: (value: JsonObject) => TakenValue | undefined;
}

export interface TakenValue<V extends JsonValue = JsonValue> {
  readonly value: V;
  readonly members: number;
  readonly values: number;
}

const NOTHING_TAKEN: Taking = { key: "", depth: -1, take: () => undefined };

/** The sealed copy of a value, and how many members its objects have together. */
interface CopiedValue {
  readonly value: JsonValue;
  readonly members: number;
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
  taking: Taking = NOTHING_TAKEN,
): CopiedValue | undefined {
  // The fastest walk over an object's own keys also finds inherited ones: only when there are none.
  if (keys(objectPrototype).length > 0) return undefined;
  const copier: Copier = {
    room: options.maxNodes - 1,
    members: 0,
    isRight: true,
    maxDepth: options.maxDepth,
    keepSurrogates: options.keepSurrogates,
    taking,
  };
  const copied = copy(copier, value, 0);
  return copier.isRight && copier.room >= 0 ? { value: copied, members: copier.members } : undefined;
}

interface Copier {
  /** How many values more there may be. */
  room: number;
  members: number;
  /** False as soon as anything is not. */
  isRight: boolean;
  readonly maxDepth: number;
  readonly keepSurrogates: boolean;
  readonly taking: Taking;
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
    } else if (depth === copier.taking.depth && key === copier.taking.key)
      made[key] = take(copier, member, depth);
    else made[key] = copy(copier, member, depth);
  }
  copier.members += members;
  copier.room -= members;
  return freeze(made);
}

function take(copier: Copier, value: JsonValue | undefined, depth: number): JsonValue {
  if (typeof value !== "object" || value === null || isArray(value)) return copy(copier, value, depth);
  const taken = copier.taking.take(value);
  if (taken === undefined) {
    copier.isRight = false;
    return null;
  }
  copier.members += taken.members;
  copier.room -= taken.values;
  return taken.value;
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
