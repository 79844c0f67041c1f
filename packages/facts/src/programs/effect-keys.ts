import type { ProgramEffect } from "./program-row.js";

/** Keys of an effect that are compiled into others. */
type Compiled = "operands" | "action" | "tree";

/** The compiler holds it to be whole: of a key that is left out, rows could inherit a value. */
const KEPT: Readonly<Record<Exclude<keyof ProgramEffect, Compiled>, true>> = {
  append: true,
  archive: true,
  contents: true,
  copies: true,
  decodes: true,
  default: true,
  downloads: true,
  environment: true,
  executes: true,
  fetches: true,
  filter: true,
  keeps: true,
  lang: true,
  listens: true,
  lists: true,
  package: true,
  parents: true,
  patches: true,
  place: true,
  prints: true,
  saves: true,
  sends: true,
  serves: true,
  suffixes: true,
  unknown: true,
  unpacks: true,
  wraps: true,
  writes: true,
};

/** The keys of an effect that are the same in a row and in what is compiled of it. */
export const EFFECT_KEYS = Object.keys(KEPT) as readonly (keyof typeof KEPT)[];
