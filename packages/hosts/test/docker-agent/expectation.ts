type Data = Readonly<Record<string, unknown>>;

/**
 * An expectation that remembers which of its keys were read. An adapter that leaves one out passes a row that it has not
 * tested.
 */
export function watched(expected: Data): {
  readonly expected: Data;
  readonly unread: () => readonly string[];
} {
  const read = new Set<string>();
  return {
    expected: new Proxy(expected, {
      get: (target, key) => {
        if (typeof key === "string") read.add(key);
        return Reflect.get(target, key) as unknown;
      },
    }),
    unread: () => Object.keys(expected).filter((key) => !read.has(key)),
  };
}
