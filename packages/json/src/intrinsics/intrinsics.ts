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
const { bind, call, toString } = Object.getPrototypeOf(Object) as {
  readonly bind: CallableFunction;
  readonly call: CallableFunction;
  readonly toString: (this: object) => string;
};

/** The method as a function of its receiver. */
export const receiving = bind.bind(call) as <S, A extends readonly unknown[], R>(
  method: (this: S, ...args: A) => R,
) => Method<S, A, R>;

const strings = String.prototype;
export const includes: Method<string, [part: string], boolean> = receiving(strings.includes);
export const startsWith: Method<string, [part: string], boolean> = receiving(strings.startsWith);
export const endsWith: Method<string, [part: string], boolean> = receiving(strings.endsWith);
export const charCodeAt: Method<string, [at: number], number> = receiving(strings.charCodeAt);
export const codePointAt: Method<string, [at: number], number | undefined> = receiving(strings.codePointAt);
export const toLowerCase: Method<string, [], string> = receiving(strings.toLowerCase);
export const toUpperCase: Method<string, [], string> = receiving(strings.toUpperCase);
export const trim: Method<string, [], string> = receiving(strings.trim);
export const slice: Method<string, [start: number, end?: number], string> = receiving(strings.slice);
export const normalize: Method<string, [form: "NFC"], string> = receiving(strings.normalize);
export const fromCharCode: typeof String.fromCharCode = String.fromCharCode;
export const fromCodePoint: typeof String.fromCodePoint = String.fromCodePoint;
export const numberToString: Method<number, [radix: number], string> = receiving(Number.prototype.toString);
export const execute: Method<RegExp, [text: string], RegExpExecArray | null> = receiving(
  RegExp.prototype.exec,
);

const LONE_SURROGATE = /[\ud800-\udfff]/u;
const { isWellFormed: native } = strings as { readonly isWellFormed?: (this: string) => boolean };
/** Is every half of a surrogate pair beside its other half? Older platforms have no method for it. */
export const isWellFormed: Method<string, [], boolean> =
  native === undefined ? (text) => execute(LONE_SURROGATE, text) === null : receiving(native);

export const sourceOf: Method<object, [], string> = receiving(toString);

export const mapGet: <K, V>(map: ReadonlyMap<K, V>, key: K) => V | undefined = receiving(Map.prototype.get);
export const mapHas: <K>(map: ReadonlyMap<K, unknown>, key: K) => boolean = receiving(Map.prototype.has);
export const mapSet: <K, V>(map: Map<K, V>, key: K, value: V) => unknown = receiving(Map.prototype.set);
export const setHas: <T>(set: ReadonlySet<T>, value: T) => boolean = receiving(Set.prototype.has);
export const setAdd: <T>(set: Set<T>, value: T) => unknown = receiving(Set.prototype.add);

export const assignTo: <T extends object>(target: T, members: object) => T = Object.assign;
export const create: (prototype: object | null) => object = Object.create;
export const defineProperty: typeof Object.defineProperty = Object.defineProperty;
export const freeze: typeof Object.freeze = Object.freeze;
export const getOwnPropertyNames: typeof Object.getOwnPropertyNames = Object.getOwnPropertyNames;
export const getOwnPropertySymbols: typeof Object.getOwnPropertySymbols = Object.getOwnPropertySymbols;
export const getPrototypeOf: (value: object) => object | null = Object.getPrototypeOf;
export const hasOwn: typeof Object.hasOwn = Object.hasOwn;
export const keys: typeof Object.keys = Object.keys;
export const setPrototypeOf: <T extends object>(value: T, prototype: object | null) => T =
  Object.setPrototypeOf;
export const objectPrototype: object = Object.prototype;
export const getOwnPropertyDescriptor: typeof Reflect.getOwnPropertyDescriptor =
  Reflect.getOwnPropertyDescriptor;
export const reflectOwnKeys: typeof Reflect.ownKeys = Reflect.ownKeys;
export const apply: typeof Reflect.apply = Reflect.apply;
export const isArray: (value: unknown) => value is readonly unknown[] = Array.isArray;
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
