import * as module from "unbash";

/** The parser. The build lets it run on the first call: most of what imports this package reads no command at once. */
export function lateUnbash(): typeof module {
  return module;
}
