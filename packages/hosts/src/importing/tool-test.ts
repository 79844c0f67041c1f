import type { JsonObject } from "@gatehouse-hooks/json";

/** Tests of a policy: an event of a tool, and what the policy makes of it. */
export function toolTest(
  tool: { readonly kind: string; readonly name: string },
  params: JsonObject,
  expect: "deny" | "ask" | "allow" | "warn" | "skip",
): JsonObject {
  const hasPath = ["path", "file_path", "filePath"].some((key) => Object.hasOwn(params, key));
  return { event: { tool, toolName: tool.name, params, ...(hasPath && PLACE) }, expect };
}

/** Where the calls of tests happen that name a file. */
const PLACE: JsonObject = { cwd: "/work", workspace: "/work", home: "/home/user", links: {} };

/** A test of a policy: a command of a shell, and what the policy makes of it. */
export function shellTest(command: string, expect: "deny" | "ask" | "allow" | "skip"): JsonObject {
  const event = { tool: { kind: "shell", name: "Bash" }, toolName: "Bash", params: { command } };
  return { event, expect };
}
