import { UsageError } from "@gatehouse-hooks/console";

/**
 * The hosts whose files are read, by name. Written out: a hook that is started for each call would have their tables for it, and reads none of
 * their files. A test compares the list with `HOSTS`.
 */
export const FORMATS: readonly string[] = ["gatehouse", "mimir", "docker-agent", "mayros"];

/** @throws UsageError for a format that is none */
export function checkFormatOption(name: string | undefined): void {
  if (name === undefined || formatNamed(name) !== undefined) return;
  throw new UsageError(`--policy-format is \`${name}\``, `write one of ${FORMATS.join(", ")}`);
}

/** The format of that name; `undefined` where there is none. */
export function formatNamed(name: unknown): string | undefined {
  return FORMATS.find((format) => format === name);
}
