// What an agent's tool does, facts know: by its name, or by the kind that the agent's table says.
import { createFacts, PROGRAMS, TOOL_ROWS } from "@gatehouse-hooks/facts";
import { HOSTS } from "@gatehouse-hooks/hosts";
import { expect, test } from "vitest";

const { facts } = createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] });

test("every tool of every agent that does something is in the table, or its kind says what it does", () => {
  const unread = HOSTS.flatMap(({ name, tools }) =>
    tools.flatMap((tool) => {
      // What these do is not in their arguments.
      if (tool.kind === "other") return [];
      const { unknown } = facts({
        event: "before_tool_call",
        toolName: tool.name,
        params: {},
        tool: { kind: tool.kind, name: tool.name },
      });
      return unknown.some(({ code }) => code === "unknown-tool") ? [`${name} ${tool.name}`] : [];
    }),
  );
  expect(unread).toEqual([]);
});
