import { HOSTS } from "@gatehouse-hooks/hosts";

/** The hosts whose files are read, by name. */
export const FORMATS: readonly string[] = HOSTS.filter(({ files }) => files !== undefined).map(
  ({ name }) => name,
);

/** Whether a value names a format. */
export function isFormat(name: unknown): name is string {
  return typeof name === "string" && FORMATS.includes(name);
}
