/**
 * The built-ins that the evaluator and the JSON boundary use, taken when this module loads: code that replaces a method
 * of `String.prototype` or an entry of `Object` later changes no answer. As cheap as the method call: V8 sees through
 * the binding.
 *
 * INVARIANT: between an event and an answer nothing else of the language's library is called, no list is iterated with
 * `for … of`, spread or destructured (that calls the iterator of `Array.prototype`), and nothing is pushed to an array
 * that inherits (that calls a setter of an index).
 */

// oxlint-disable typescript/unbound-method -- the methods are given a receiver below

export type Method<S, A extends readonly unknown[], R> = (self: S, ...args: A) => R;

/** What every function inherits. */
const functions = Object.getPrototypeOf(Object) as {
  readonly bind: CallableFunction;
  readonly call: CallableFunction;
  readonly toString: CallableFunction;
};
const { bind, call } = functions;

/** The method as a function of its receiver. */
export const receiving = bind.bind(call) as unknown as (method: unknown) => unknown;

const strings = String.prototype;
export const includes = receiving(strings.includes) as Method<string, [part: string], boolean>;
export const startsWith = receiving(strings.startsWith) as Method<string, [part: string], boolean>;
export const endsWith = receiving(strings.endsWith) as Method<string, [part: string], boolean>;
export const charCodeAt = receiving(strings.charCodeAt) as Method<string, [at: number], number>;
export const codePointAt = receiving(strings.codePointAt) as Method<string, [at: number], number | undefined>;
export const toLowerCase = receiving(strings.toLowerCase) as Method<string, [], string>;
export const toUpperCase = receiving(strings.toUpperCase) as Method<string, [], string>;
export const trim = receiving(strings.trim) as Method<string, [], string>;
export const slice = receiving(strings.slice) as Method<string, [start: number, end?: number], string>;
export const normalize = receiving(strings.normalize) as Method<string, [form: "NFC"], string>;
export const fromCharCode: typeof String.fromCharCode = String.fromCharCode;
export const fromCodePoint: typeof String.fromCodePoint = String.fromCodePoint;
export const numberToString = receiving(Number.prototype.toString) as Method<number, [radix: number], string>;
export const execute = receiving(RegExp.prototype.exec) as Method<
  RegExp,
  [text: string],
  RegExpExecArray | null
>;

const LONE_SURROGATE = /[\ud800-\udfff]/u;
const { isWellFormed: native } = strings as { readonly isWellFormed?: unknown };
/** Is every half of a surrogate pair beside its other half? Older platforms have no method for it. */
export const isWellFormed: Method<string, [], boolean> =
  native === undefined
    ? (text) => execute(LONE_SURROGATE, text) === null
    : (receiving(native) as Method<string, [], boolean>);

export const sourceOf = receiving(functions.toString) as Method<object, [], string>;

export const mapGet = receiving(Map.prototype.get) as <K, V>(map: ReadonlyMap<K, V>, key: K) => V | undefined;
export const mapHas = receiving(Map.prototype.has) as <K>(map: ReadonlyMap<K, unknown>, key: K) => boolean;
export const mapSet = receiving(Map.prototype.set) as <K, V>(map: Map<K, V>, key: K, value: V) => unknown;
export const setHas = receiving(Set.prototype.has) as <T>(set: ReadonlySet<T>, value: T) => boolean;
export const setAdd = receiving(Set.prototype.add) as <T>(set: Set<T>, value: T) => unknown;

export const create: typeof Object.create = Object.create;
export const defineProperty: typeof Object.defineProperty = Object.defineProperty;
export const freeze: typeof Object.freeze = Object.freeze;
export const getOwnPropertyNames: typeof Object.getOwnPropertyNames = Object.getOwnPropertyNames;
export const getOwnPropertySymbols: typeof Object.getOwnPropertySymbols = Object.getOwnPropertySymbols;
export const getPrototypeOf: typeof Object.getPrototypeOf = Object.getPrototypeOf;
export const hasOwn: typeof Object.hasOwn = Object.hasOwn;
export const keys: typeof Object.keys = Object.keys;
export const setPrototypeOf: typeof Object.setPrototypeOf = Object.setPrototypeOf;
export const objectPrototype: object = Object.prototype;
export const getOwnPropertyDescriptor: typeof Reflect.getOwnPropertyDescriptor =
  Reflect.getOwnPropertyDescriptor;
export const reflectOwnKeys: typeof Reflect.ownKeys = Reflect.ownKeys;
export const apply: typeof Reflect.apply = Reflect.apply;
export const isArray: typeof Array.isArray = Array.isArray;
export const arrayPrototype: object = Array.prototype;
export const isFinite: typeof Number.isFinite = Number.isFinite;
export const isInteger: typeof Number.isInteger = Number.isInteger;
export const isSafeInteger: typeof Number.isSafeInteger = Number.isSafeInteger;
export const floor: typeof Math.floor = Math.floor;
export const min: typeof Math.min = Math.min;
export const stringify: typeof JSON.stringify = JSON.stringify;
export const MapOf: MapConstructor = Map;
export const SetOf: SetConstructor = Set;
export const RegExpOf: RegExpConstructor = RegExp;
export const Uint16Of: Uint16ArrayConstructor = Uint16Array;
export const Int32Of: Int32ArrayConstructor = Int32Array;
export const Float64Of: Float64ArrayConstructor = Float64Array;
