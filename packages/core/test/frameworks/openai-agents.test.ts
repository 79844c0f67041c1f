import { expect, expectTypeOf, test } from "vitest";
import { gateFunctionTools } from "@gatehouse-hooks/core/openai-agents";
import { askingGatehouse } from "./asking-policies.js";

interface Context {
  readonly isToolApproved: (call: { toolName: string; callId: string }) => boolean | undefined;
}

/** A tool as `tool()` of the SDK makes it; the SDK itself runs in `pnpm frameworks`. */
function bashInto(ran: string[]) {
  return {
    type: "function" as const,
    name: "bash",
    invoke: async (_: Context, input: string, _details?: { toolCall?: { callId: string } }) => {
      ran.push(input);
      return "ran";
    },
    needsApproval: async (_: Context, input: { command: string }, _callId?: string) =>
      input.command === "own",
    inputGuardrails: [{ type: "tool_input" as const, name: "own", run: async (data: object) => ({ data }) }],
  };
}

const approves = (callId: string): Context => ({ isToolApproved: (call) => call.callId === callId });
const call = (command: string, callId = "1") => ({ callId, arguments: JSON.stringify({ command }) });
const unanswered = approves("none");

test("a tool is invoked with what the policies make of its input, and only where they let it", async () => {
  const ran: string[] = [];
  const [bash] = gateFunctionTools([bashInto(ran)], await askingGatehouse());
  expectTypeOf(bash).toEqualTypeOf(bashInto(ran));
  const invoke = async (command: string, approved = "none"): Promise<string> =>
    await bash.invoke(approves(approved), JSON.stringify({ command }), { toolCall: call(command) });
  expect(await invoke("ls")).toBe("ran");
  expect(await invoke("publish")).toBe("ran");
  expect(await invoke("rm x")).toMatch(/denied by `no-rm`: no deleting/);
  expect(await invoke("git push")).toMatch(/waits for a person's approval/);
  expect(await invoke("git push", "2")).toMatch(/waits for a person's approval/);
  // No person has been asked yet, whatever the state says.
  expect(await invoke("git push", "1")).toMatch(/waits for a person's approval/);
  await bash.needsApproval(unanswered, { command: "git push" }, "1");
  expect(await invoke("git push", "1")).toBe("ran");
  expect(await bash.invoke(approves("1"), "not JSON")).toMatch(/denied/);
  expect(await bash.invoke(approves("1"), '{"command":"git push"}')).toMatch(/approval/);
  const inputs = ["ls", "dry", "git push"].map((command) => JSON.stringify({ command }));
  expect(ran).toEqual(inputs);
});

test("a yes to a call is not one to another call that takes its number", async () => {
  const ran: string[] = [];
  const [bash] = gateFunctionTools([bashInto(ran)], await askingGatehouse());
  const run = approves("1");
  const invoke = async (context: Context, command: string): Promise<string> =>
    await bash.invoke(context, JSON.stringify({ command }), { toolCall: call(command) });
  await bash.needsApproval(unanswered, { command: "git push" }, "1");
  expect(await invoke(run, "git push")).toBe("ran");
  expect(await invoke(run, "git push --force")).toMatch(/waits for a person's approval/);
  // A call that was interrupted within is invoked again.
  expect(await invoke(run, "git push")).toBe("ran");
  // The same state once more is no new yes, and one that was changed is none either.
  expect(await invoke(approves("1"), "git push")).toMatch(/waits for a person's approval/);
  expect(await invoke(approves("1"), "git push --force")).toMatch(/waits for a person's approval/);
  // Older versions ask again before an approved call runs: that is no question.
  await bash.needsApproval(approves("1"), { command: "git push --force" }, "1");
  expect(await invoke(approves("1"), "git push --force")).toMatch(/waits for a person's approval/);
  expect(ran).toHaveLength(2);
});

test("a yes for good counts from a call on that a person was asked about, in its run", async () => {
  const ran: string[] = [];
  const [bash] = gateFunctionTools([bashInto(ran)], await askingGatehouse());
  const forGood: Context = { isToolApproved: () => true };
  const invoke = async (command: string, callId: string): Promise<string> =>
    await bash.invoke(forGood, JSON.stringify({ command }), { toolCall: call(command, callId) });
  expect(await invoke("git push one", "1")).toMatch(/waits for a person's approval/);
  await bash.needsApproval(unanswered, { command: "git push two" }, "2");
  expect(await invoke("git push two", "2")).toBe("ran");
  expect(await invoke("git push three", "3")).toBe("ran");
  expect(ran).toHaveLength(2);
});

test("an approval is needed where the policies ask, and where the tool does", async () => {
  const [bash] = gateFunctionTools([bashInto([])], await askingGatehouse());
  const asks = ["ls", "own", "git push", "rm x"].map((command) =>
    bash.needsApproval(approves("1"), { command }),
  );
  expect(await Promise.all(asks)).toEqual([false, true, true, false]);
});

test("a deny is a guardrail that rejects, before the tool's own", async () => {
  const [bash] = gateFunctionTools([bashInto([])], await askingGatehouse());
  const [gate, own] = bash.inputGuardrails;
  expect([gate?.name, own?.name]).toEqual(["gatehouse", "own"]);
  const said = async (command: string): Promise<unknown> => await gate?.run({ toolCall: call(command) });
  expect(await said("ls")).toEqual({ behavior: { type: "allow" } });
  expect(await said("git push")).toEqual({ behavior: { type: "allow" } });
  expect(await said("rm x")).toMatchObject({
    behavior: { type: "rejectContent", message: expect.stringContaining("no deleting") as unknown },
    outputInfo: { policy: "no-rm" },
  });
});
