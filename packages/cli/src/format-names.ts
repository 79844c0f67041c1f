import { HOSTS } from "@gatehouse-hooks/hosts";

/** The hosts whose files are read, by name. */
export const FORMATS: readonly string[] = HOSTS.filter(({ files }) => files !== undefined).map(
  ({ name }) => name,
);

/** The format of that name; `undefined` where there is none. */
export function formatNamed(name: unknown): string | undefined {
  return FORMATS.find((format) => format === name);
}
