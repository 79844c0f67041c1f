/** The value of an option that was given as text. */
export function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The values of an option that may be given several times. */
export function repeated(one: string, all: readonly string[] = []): readonly string[] {
  return [...all, one];
}
