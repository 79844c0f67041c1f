import type { JsonObject } from "@gatehouse-hooks/json";

/** A test of a policy: a command of a shell, and what the policy makes of it. */
export function shellTest(command: string, expect: "deny" | "ask" | "allow" | "skip"): JsonObject {
  const event = { tool: { kind: "shell", name: "Bash" }, toolName: "Bash", params: { command } };
  return { event, expect };
}
