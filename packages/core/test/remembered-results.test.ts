import { createGatehouse, gateTool } from "@gatehouse-hooks/core";
import { expect, test } from "vitest";

const POLICIES = `version: 1
memory:
  read: { flag: { events: after_tool_call, tools: Read } }
policies:
  - { id: leak, events: before_tool_call, tools: Send, when: memory.read, deny: something was read }
`;

test("what a tool has answered is remembered where no policy is about results", async () => {
  const gatehouse = await createGatehouse({ policies: { text: POLICIES, path: "rules.yaml" } });
  const event = { sessionKey: "s" };
  const read = gateTool(
    { name: "Read", execute: async (input: object) => ({ ...input, text: "x" }) },
    gatehouse,
    { event },
  );
  const send = gateTool(
    { name: "Send", execute: async (input: object) => ({ ...input, sent: true }) },
    gatehouse,
    { event },
  );
  expect(await send.execute({})).toEqual({ sent: true });
  expect(await read.execute({})).toEqual({ text: "x" });
  await expect(send.execute({})).rejects.toThrow("something was read");
});
