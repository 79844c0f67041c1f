import { type Method, receiving } from "./intrinsics.js";

// The built-ins that only readers of text use, in a separate file: loading stored conditions does not load it.

// oxlint-disable typescript/unbound-method -- the methods are given a receiver below

/** A getter of a prototype, as a function of its receiver. */
function getter(prototype: object, key: PropertyKey): unknown {
  return receiving(Object.getOwnPropertyDescriptor(prototype, key)?.get);
}

const typedArrays = Object.getPrototypeOf(Uint8Array.prototype) as object;
/** `"Uint8Array"` for one, of any realm; undefined for anything else. */
export const typedArrayTag = getter(typedArrays, Symbol.toStringTag) as Method<
  unknown,
  [],
  string | undefined
>;
export const typedArrayLength = getter(typedArrays, "length") as Method<Uint8Array, [], number>;

export const fromCharCode: typeof String.fromCharCode = String.fromCharCode;
export const parseNative: typeof JSON.parse = JSON.parse;
export const toNumber: (text: string) => number = Number;
