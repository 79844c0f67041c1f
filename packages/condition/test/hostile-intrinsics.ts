/**
 * Does as a program that shares our process might: every method that JavaScript's library has is replaced by one that
 * lies, throws or remembers, after our modules are loaded. Answers what puts everything back.
 */
export function replaceIntrinsics(lie: () => unknown): () => void {
  const saved: (readonly [object, PropertyKey, PropertyDescriptor])[] = [];
  const own = Reflect.ownKeys;
  const describe = Reflect.getOwnPropertyDescriptor;
  const define = Reflect.defineProperty;
  const targets: readonly object[] = [
    String.prototype,
    Array.prototype,
    Object.prototype,
    Map.prototype,
    Set.prototype,
    RegExp.prototype,
    Number.prototype,
    Boolean.prototype,
    Function.prototype,
    Uint8Array.prototype,
    Object.getPrototypeOf(Uint8Array.prototype) as object,
    Object.getPrototypeOf([][Symbol.iterator]()) as object,
    Object.getPrototypeOf(new Map()[Symbol.iterator]()) as object,
    Object.getPrototypeOf(""[Symbol.iterator]()) as object,
    String,
    Array,
    Object,
    Reflect,
    Map,
    Set,
    RegExp,
    Number,
    Math,
    JSON,
  ];
  for (let t = 0; t < targets.length; t++) {
    const target = targets[t] as object;
    const keys = own(target);
    for (let k = 0; k < keys.length; k++) {
      const key = keys[k] as PropertyKey;
      const descriptor = describe(target, key);
      if (descriptor?.configurable !== true || key === "__proto__") continue;
      const isMethod = typeof descriptor.value === "function";
      if (!isMethod && descriptor.get === undefined) continue;
      saved[saved.length] = [target, key, descriptor];
      const hostile = function hostile(): unknown {
        return lie();
      };
      define(
        target,
        key,
        isMethod
          ? { value: hostile, writable: true, enumerable: false, configurable: true }
          : { get: hostile, enumerable: false, configurable: true },
      );
    }
  }
  return () => {
    for (let i = saved.length - 1; i >= 0; i--) {
      const entry = saved[i];
      if (entry !== undefined) define(entry[0], entry[1], entry[2]);
    }
  };
}

/** A property of its own only, whatever `Object.prototype` holds. */
interface Accessor {
  readonly __proto__: null;
  readonly get: () => unknown;
  readonly set: () => void;
  readonly enumerable: boolean;
  readonly configurable: boolean;
}

/**
 * Puts names that our own data and options have on `Object.prototype` and `Array.prototype`. Answers what removes them.
 * Not `get` and `set`: the loader that runs our sources here makes descriptors of its own all the time.
 */
export function pollutePrototypes(value: unknown): () => void {
  const names = [
    ...["0", "1", "2", "7", "value", "writable", "enumerable", "configurable"],
    ...["toJSON", "then", "problem", "pattern", "patterns", "issue", "badByte"],
    ...["escapes", "maxBytes", "maxDepth", "maxNodes", "loneSurrogates", "isProxy", "kind", "path", "test"],
    ...[
      "operator",
      "items",
      "operands",
      "object",
      "args",
      "method",
      "name",
      "key",
      "body",
      "variable",
      "span",
    ],
    ...["negated", "joined", "general", "toolName", "params", "command", "missing", "size", "steps"],
  ];
  const prototypes: readonly object[] = [Object.prototype, Array.prototype];
  const define = Reflect.defineProperty;
  const remove = Reflect.deleteProperty;
  const accessor: Accessor = {
    __proto__: null,
    get: () => value,
    set: () => undefined,
    enumerable: true,
    configurable: true,
  };
  for (let p = 0; p < 2; p++)
    for (let n = 0; n < names.length; n++) define(prototypes[p] ?? {}, names[n] ?? "", accessor);
  return () => {
    for (let p = 0; p < 2; p++)
      for (let n = 0; n < names.length; n++) remove(prototypes[p] ?? {}, names[n] ?? "");
  };
}
