import { isAbsolute } from "node:path";
import { UsageError } from "@gatehouse-hooks/console";

/**
 * The home directory, if it is one: an empty or relative `HOME` would make a folder of the current repository
 * the user's own, and the organisation's.
 *
 * @throws UsageError when it is not absolute
 */
export function requireHome(home: string): string {
  if (isAbsolute(home)) return home;
  const shown = home === "" ? "empty" : `\`${home}\``;
  throw new UsageError(
    `the home directory is ${shown}: expected an absolute path`,
    "set HOME to your home directory",
  );
}
