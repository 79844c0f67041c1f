const PLAIN = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** A path as conditions write it: `params.command`, `tags[0]`, `params["a b"]`. */
export function printPath(path: readonly (string | number)[]): string {
  return path
    .map((key, i) => {
      if (typeof key === "number") return `[${key}]`;
      if (!PLAIN.test(key)) return `[${JSON.stringify(key)}]`;
      return i === 0 ? key : `.${key}`;
    })
    .join("");
}
