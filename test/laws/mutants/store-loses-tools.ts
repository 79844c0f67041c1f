import { compilePolicies } from "@gatehouse-hooks/engine";
import { openPolicyStore, storePolicySet } from "@gatehouse-hooks/store";
import { hash } from "node:crypto";
import { engineOn } from "../engine-on.js";

const options = { hash: (text: string): string => hash("sha256", text), writer: "a mutant" };

/** Breaks stored: a policy that waits for one of several tools is filed under the first one only. */
export const storeLosesTools = engineOn((one) => {
  const policies = one.policies.map((policy) => {
    const { condition } = policy;
    const ast = condition?.ast;
    if (ast?.kind !== "and") return policy;
    const [first, ...rest] = ast.operands;
    if (first?.kind !== "compare" || first.operator !== "in" || first.right.kind !== "list") return policy;
    const right = { ...first.right, items: first.right.items.slice(0, 1) };
    const filed = { ...ast, operands: [{ ...first, right }, ...rest] };
    return { ...policy, condition: { text: condition?.text ?? "", ast: filed } };
  });
  const opened = openPolicyStore(storePolicySet(compilePolicies(policies), options), options);
  if (opened.kind !== "opened") throw new Error(opened.issue.message);
  return opened.stored.set;
});
