import { HOSTS } from "@gatehouse-hooks/hosts";
import { UsageError } from "@gatehouse-hooks/console";

/** The hosts whose files are read, by name. */
export const FORMATS: readonly string[] = HOSTS.filter(({ files }) => files !== undefined).map(
  ({ name }) => name,
);

/** @throws UsageError for a format that is none */
export function checkFormatOption(name: string | undefined): void {
  if (name === undefined || formatNamed(name) !== undefined) return;
  throw new UsageError(`--policy-format is \`${name}\``, `write one of ${FORMATS.join(", ")}`);
}

/** The format of that name; `undefined` where there is none. */
export function formatNamed(name: unknown): string | undefined {
  return FORMATS.find((format) => format === name);
}
