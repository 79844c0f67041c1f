import * as module from "./parse-tokens.js";

/** The parser with what it is built on. The build replaces this by a version that runs the module on the first call. */
export function lateParseTokens(): typeof module {
  return module;
}
