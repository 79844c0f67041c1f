import { join } from "node:path";

/** Where hooks keep verdicts, unless another store is named. */
export function hookVerdicts(home: string): string {
  return join(home, ".gatehouse", "cache", "verdicts");
}
