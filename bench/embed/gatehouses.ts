import { createGatehouse, type Gatehouse } from "@gatehouse-hooks/core";
import type { Decision } from "@gatehouse-hooks/engine";
import type { JsonObject } from "@gatehouse-hooks/json";
import type { Decider } from "../realistic/by-hand.js";
import type { Rule } from "../realistic/check.js";
import { fileOf } from "../realistic/gatehouse.js";

/** The one door, with the policies of a file and every option as it comes. */
export async function gatehouseOf(rules: readonly Rule[]): Promise<Gatehouse> {
  return await createGatehouse({
    policies: { text: fileOf(rules), path: "policies.json" },
    onIssues: "throw",
  });
}

/** Without a promise. */
export function atOnce(gatehouse: Gatehouse): Decider<JsonObject> {
  return (event) => {
    const decision = gatehouse.decideAtOnce(event as never);
    if (decision === undefined) throw new Error("a static policy asked for a verdict");
    return numberOf(decision);
  };
}

/** With one, as most programs do. */
export function awaited(gatehouse: Gatehouse): (event: JsonObject) => Promise<number> {
  return async (event) => numberOf(await gatehouse.decideUnknown(event));
}

function numberOf({ policy, notices }: Decision): number {
  // A notice would mean that the event is not what the policies are about.
  if (notices !== undefined) throw new Error(notices[0]?.message);
  return policy === null ? -1 : Number(policy.slice(1));
}
