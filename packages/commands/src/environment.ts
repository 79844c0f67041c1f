/** Variables as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Several environments in one: later ones win, `undefined` removes a variable. Own properties only. */
export function mergedEnvironment(...parts: readonly Environment[]): Readonly<Record<string, string>> {
  const merged = new Map<string, string>();
  for (const part of parts) {
    for (const [name, value] of Object.entries(part)) {
      if (value === undefined) merged.delete(name);
      else merged.set(name, value);
    }
  }
  return Object.fromEntries(merged);
}
