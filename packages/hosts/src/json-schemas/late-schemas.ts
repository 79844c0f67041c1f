import * as module from "./schemas.js";

/** The schemas, with those of the readers behind them. The build lets it run on the first call. */
export function lateSchemas(): typeof module {
  return module;
}
