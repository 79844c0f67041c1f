/** What a value holds, counted. */
export interface Counted {
  values: number;
  /** UTF-16 code units of all strings and keys. */
  units: number;
}

/**
 * A plain deep walk, the least that reading a value can be: it reads every own property once, checks nothing, and makes
 * nothing.
 */
export function walk(value: unknown): Counted {
  const counted: Counted = { values: 0, units: 0 };
  visit(value, counted);
  return counted;
}

function visit(value: unknown, counted: Counted): void {
  counted.values++;
  if (typeof value === "string") counted.units += value.length;
  else if (Array.isArray(value)) for (let i = 0; i < value.length; i++) visit(value[i], counted);
  else if (typeof value === "object" && value !== null) {
    const keys = Object.keys(value);
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] as string;
      counted.units += key.length;
      visit((value as Readonly<Record<string, unknown>>)[key], counted);
    }
  }
}
