import { expect, test } from "vitest";
import {
  createGatehouse,
  definePolicies,
  definePolicy,
  dryRun,
  gateTool,
  ToolDenied,
  toMessage,
} from "@gatehouse-hooks/core";

const POLICIES = definePolicies(
  { id: "no-rm", events: "before_tool_call", when: 'params.command.startsWith("rm")', deny: "no deleting" },
  { id: "push", events: "before_tool_call", when: 'params.command.startsWith("git push")', ask: "really?" },
  {
    id: "dry",
    events: "before_tool_call",
    when: 'params.command.startsWith("npm publish")',
    set: { command: "npm publish --dry-run" },
  },
  definePolicy({
    id: "big",
    events: "before_tool_call",
    kind: "shell",
    decide: ({ params }) => (params.command.length > 100 ? { kind: "deny", reason: "too long" } : "approve"),
  }),
);

async function gated(ask?: () => boolean | Promise<boolean>) {
  const ran: string[] = [];
  const gatehouse = await createGatehouse({ policies: POLICIES });
  const tool = gateTool(
    {
      name: "Bash",
      description: "kept",
      execute: async ({ command }: { command: string }, call: number) => {
        ran.push(command);
        return call;
      },
    },
    gatehouse,
    { kind: "shell", ...(ask !== undefined && { ask }) },
  );
  return { tool, ran, gatehouse };
}

test("a deny runs nothing, and tells the model why", async () => {
  const { tool, ran } = await gated();
  const denied = tool.execute({ command: "rm -rf x" }, 1);
  await expect(denied).rejects.toBeInstanceOf(ToolDenied);
  await expect(denied).rejects.toThrow(/denied by `no-rm`: no deleting/);
  await expect(tool.execute({ command: "x".repeat(101) }, 1)).rejects.toThrow(/too long/);
  expect(ran).toEqual([]);
});

test("a rewrite is what runs, and other arguments pass", async () => {
  const { tool, ran } = await gated();
  expect(await tool.execute({ command: "npm publish" }, 7)).toBe(7);
  expect(await tool.execute({ command: "ls" }, 8)).toBe(8);
  expect(ran).toEqual(["npm publish --dry-run", "ls"]);
});

test("an ask waits for a person; without one, with a no or a failure it does not run", async () => {
  let yes: (answer: boolean) => void = () => undefined;
  const asked = new Promise<boolean>((resolve) => (yes = resolve));
  const { tool, ran } = await gated(() => asked);
  const running = tool.execute({ command: "git push" }, 1);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(ran).toEqual([]);
  yes(true);
  expect(await running).toBe(1);
  expect(ran).toEqual(["git push"]);
  const nobody = await gated();
  await expect(nobody.tool.execute({ command: "git push" }, 1)).rejects.toThrow(/approval/);
  const no = await gated(() => false);
  await expect(no.tool.execute({ command: "git push" }, 1)).rejects.toBeInstanceOf(ToolDenied);
  const broken = await gated(() => {
    throw new Error("no terminal");
  });
  await expect(broken.tool.execute({ command: "git push" }, 1)).rejects.toBeInstanceOf(ToolDenied);
  expect([...nobody.ran, ...no.ran, ...broken.ran]).toEqual([]);
});

test("a dry run tells, and changes nothing", async () => {
  const { gatehouse } = await gated();
  const told: string[] = [];
  const dry = dryRun(gatehouse, (decision) => told.push(toMessage(decision)));
  const decision = await dry.decide({
    event: "before_tool_call",
    toolName: "Bash",
    params: { command: "rm x" },
  });
  expect(decision.effect).toBe("abstain");
  expect(told).toEqual([expect.stringContaining("no-rm")]);
});

test("a judge that is shown what a call does is a policy over facts: a tool without a kind is an error of the program", async () => {
  const text =
    "version: 1\npolicies: [{ id: shown, events: before_tool_call, judge: { prompt: is it safe, uses: [facts.writes] } }]\n";
  const gatehouse = await createGatehouse({ policies: { text }, onNotice: () => undefined });
  const tool = { name: "unheard_of", execute: async () => "" };
  expect(() => gateTool(tool, gatehouse)).toThrow(
    /`shown` reads `facts`.*nothing says what the tool `unheard_of` does/,
  );
});
