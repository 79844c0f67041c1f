// Policies in an agent's own words, behind a server: the agent's own event is decided beside the canonical one, and another agent's is closed.
import { createGatehouse } from "@gatehouse-hooks/core";
import { expect, test } from "vitest";
import { ask, serverOf } from "../served.js";

const AGENT = 'permissions: { deny: ["shell:cmd=*sudo*"] }\n';
const NATIVE =
  "version: 1\npolicies:\n  - { id: no-rm, events: before_tool_call, when: 'params.command.startsWith(\"rm\")', deny: for all }\n";

test("docker-agent's own event is decided by its file and by the policies for all agents, and others are not let through", async () => {
  const server = await serverOf(
    await createGatehouse({
      policies: [{ text: AGENT, path: "agent.yaml", format: "docker-agent" }, { text: NATIVE }],
      onNotice: () => undefined,
    }),
  );
  const own = (cmd: string): object => ({
    event: { event: "pre_tool_use", session_id: "s", tool_name: "shell", tool_input: { cmd } },
  });
  const effects: unknown[] = [];
  for (const cmd of ["sudo ls", "rm x", "ls"]) {
    const { body } = await ask(server, "/v1/decide", { body: own(cmd) });
    effects.push(body);
  }
  expect(effects).toMatchObject([
    { decision: { effect: "deny" } },
    { decision: { effect: "deny", reason: "for all" } },
    { decision: { effect: "abstain" } },
  ]);
  const stepped = await ask(server, "/v1/step", { body: own("rm x") });
  expect(stepped.body).toMatchObject({ decision: { effect: "deny" } });
  const claude = {
    session_id: "s",
    transcript_path: "/x",
    cwd: "/work",
    permission_mode: "default",
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command: "ls" },
    tool_use_id: "t",
  };
  const { text } = await ask(server, "/v1/hooks/claude-code", { body: claude });
  expect(text).toContain('"permissionDecision":"deny"');
  await server.close();
});
