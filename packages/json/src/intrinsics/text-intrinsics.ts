import type { JsonValue } from "../json-value.js";
import { getPrototypeOf, type Method, receiving } from "./intrinsics.js";

// The built-ins that only readers of text use, in a separate file: loading stored conditions does not load it.

// oxlint-disable typescript/unbound-method -- the methods are given a receiver below

/** A getter of a prototype, as a function of its receiver. */
function getter<R>(prototype: object | null, key: PropertyKey): Method<unknown, [], R> {
  const get = Object.getOwnPropertyDescriptor(prototype ?? {}, key)?.get;
  if (get === undefined) throw new TypeError(`expected a getter of \`${String(key)}\``);
  return receiving(get);
}

const typedArrays = getPrototypeOf(Uint8Array.prototype);
/** `"Uint8Array"` for one, of any realm; undefined for anything else. */
export const typedArrayTag: Method<unknown, [], string | undefined> = getter(typedArrays, Symbol.toStringTag);
export const typedArrayLength: Method<Uint8Array, [], number> = getter(typedArrays, "length");

export const indexOf: Method<string, [part: string, from: number], number> = receiving(
  String.prototype.indexOf,
);
export const parseNative: (text: string) => JsonValue = JSON.parse;
export const toNumber: (text: string) => number = Number;
