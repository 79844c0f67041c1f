import type { ProgramEffect } from "./program-row.js";

/** Keys of an effect that are compiled into others. */
type Compiled = "operands" | "action" | "tree";

/**
 * No effect. The compiler holds it to be whole: of a key that is left out, rows could inherit a value. A literal, because effects are copies
 * of it: what is put together key by key has no fast form of so many.
 */
export const NO_EFFECT: { readonly [Key in Exclude<keyof ProgramEffect, Compiled>]: undefined } = {
  append: undefined,
  archive: undefined,
  contents: undefined,
  copies: undefined,
  decodes: undefined,
  default: undefined,
  downloads: undefined,
  environment: undefined,
  executes: undefined,
  fetches: undefined,
  filter: undefined,
  keeps: undefined,
  lang: undefined,
  listens: undefined,
  lists: undefined,
  package: undefined,
  parents: undefined,
  patches: undefined,
  place: undefined,
  prints: undefined,
  saves: undefined,
  sends: undefined,
  serves: undefined,
  suffixes: undefined,
  unknown: undefined,
  unpacks: undefined,
  wraps: undefined,
  writes: undefined,
};

/** The keys of an effect that are the same in a row and in what is compiled of it. */
export const EFFECT_KEYS = Object.keys(NO_EFFECT) as readonly (keyof typeof NO_EFFECT)[];
