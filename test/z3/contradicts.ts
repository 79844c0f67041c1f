import type { FoundEvent } from "@gatehouse-hooks/analysis";
import type { Z3Answer } from "./z3.js";

/** Whether one says yes and the other no; who gives up contradicts nothing. */
export function contradicts(found: FoundEvent["kind"], z3: Z3Answer): boolean {
  return (found === "found" && z3 === "unsat") || (found === "none" && z3 === "sat");
}
