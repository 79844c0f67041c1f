import { hash } from "node:crypto";
import { type PolicySet, savePolicySet } from "@gatehouse-hooks/engine";

const known = new WeakMap<PolicySet, string>();

/** SHA-256 of the stored form of a policy set, in lower-case hex: equal sets have equal hashes. */
export function policySetHash(set: PolicySet): string {
  const found = known.get(set);
  if (found !== undefined) return found;
  const made = hash("sha256", savePolicySet(set), "hex");
  known.set(set, made);
  return made;
}
