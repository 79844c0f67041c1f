import { createGatehouse, definePolicies, type Gatehouse } from "@gatehouse-hooks/core";

const POLICIES = definePolicies(
  { id: "no-rm", events: "before_tool_call", when: 'params.command.startsWith("rm")', deny: "no deleting" },
  { id: "push", events: "before_tool_call", when: 'params.command.startsWith("git push")', ask: "really?" },
  { id: "dry", events: "before_tool_call", when: 'params.command == "publish"', set: { command: "dry" } },
);

/** Denies `rm …`, asks about `git push …`, rewrites `publish` to `dry`. */
export async function askingGatehouse(): Promise<Gatehouse> {
  return await createGatehouse({ policies: POLICIES, onNotice: () => undefined });
}
