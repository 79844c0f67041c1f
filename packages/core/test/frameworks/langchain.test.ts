import { describe, expect, test } from "vitest";
import {
  answerTo,
  type CallRequest,
  gateGraphTools,
  gateToolCalls,
  type ToolMessageFields,
} from "@gatehouse-hooks/core/langchain";
import { askingGatehouse } from "./asking-policies.js";

/** What the graph pauses with, as LangGraph throws it; LangGraph itself runs in `pnpm frameworks`. */
class Paused extends Error {
  readonly request: CallRequest;

  constructor(request: unknown) {
    super("paused");
    this.request = request as CallRequest;
  }
}

class ToolMessage {
  readonly fields: ToolMessageFields;

  constructor(fields: ToolMessageFields) {
    this.fields = fields;
  }
}

const pauses = (request: unknown): never => {
  throw new Paused(request);
};

/** A middleware's call of `command`, one of `count`. */
function wrapped(command: string, interrupt: ((value: unknown) => unknown) | undefined, count = 1) {
  return {
    toolCall: { name: "bash", args: { command }, id: "1" },
    state: { messages: [{ tool_calls: Array.from({ length: count }, () => ({})) }, {}] },
    runtime: { interrupt },
  };
}

async function run(
  command: string,
  interrupt: ((value: unknown) => unknown) | undefined,
  count = 1,
): Promise<unknown> {
  const wrap = gateToolCalls(await askingGatehouse(), { ToolMessage });
  const ran = await wrap(wrapped(command, interrupt, count), ({ toolCall }) => toolCall.args.command);
  return ran instanceof ToolMessage ? ran.fields : ran;
}

async function requestOf(command: string): Promise<CallRequest> {
  const paused: unknown = await run(command, pauses).catch((error: unknown) => error);
  if (!(paused instanceof Paused)) throw new Error("it did not pause");
  return paused.request;
}

describe("gateToolCalls", () => {
  test("runs, rewrites and denies", async () => {
    expect(await run("ls", pauses)).toBe("ls");
    expect(await run("publish", pauses)).toBe("dry");
    expect(await run("rm x", pauses)).toMatchObject({
      content: expect.stringMatching(/denied by `no-rm`: no deleting/) as unknown,
      tool_call_id: "1",
      status: "error",
    });
  });

  test("pauses with what is asked, and runs after a yes to it", async () => {
    const request = await requestOf("git push");
    expect(request).toMatchObject({
      actionRequests: [{ name: "bash", args: { command: "git push" }, description: "really? (`push`)" }],
      reviewConfigs: [{ actionName: "bash", allowedDecisions: ["approve", "reject"] }],
    });
    expect(await run("git push", () => answerTo(request, true))).toBe("git push");
    expect(await run("git push", () => answerTo(request, true), 2)).toBe("git push");
    expect(await run("git push", () => answerTo(request, false))).toMatchObject({
      content: expect.stringMatching(/a person was asked, and has not said yes/) as unknown,
    });
  });

  test("takes the answer of LangChain's own interface where the call is alone", async () => {
    const answer = { decisions: [{ type: "approve" }] };
    expect(await run("git push", () => answer)).toBe("git push");
    expect(await run("git push", () => answer, 2)).toMatchObject({ status: "error" });
  });

  test.each([
    ["true", true],
    ["a string", "approve"],
    ["nothing", undefined],
    ["an edit", { decisions: [{ type: "edit", editedAction: { name: "bash", args: { command: "rm x" } } }] }],
    ["two decisions", { decisions: [{ type: "approve" }, { type: "approve" }] }],
    ["what is inherited", Object.create({ decisions: [{ type: "approve" }] })],
    ["a yes to another call", { decisions: [{ type: "approve", call: "0".repeat(64) }] }],
  ])("does not take %s for a yes", async (_, answer: unknown) => {
    expect(await run("git push", () => answer)).toMatchObject({ status: "error" });
  });

  test("does not run what is asked about where nothing can wait", async () => {
    expect(await run("git push", undefined)).toMatchObject({
      content: expect.stringMatching(/waits for a person's approval/) as unknown,
    });
  });
});

describe("gateGraphTools", () => {
  class Bash {
    readonly name = "bash";
    readonly ran: unknown[] = [];

    async invoke(
      input: { args: { command: string } },
      _config?: { interrupt?: (value: unknown) => unknown },
    ) {
      this.ran.push(input.args.command);
      return "ran";
    }

    async call(input: { args: { command: string } }) {
      return await this.invoke(input);
    }
  }

  test("gates both doors of a tool, and asks which call a yes is for", async () => {
    const tool = new Bash();
    const [bash] = gateGraphTools([tool], await askingGatehouse());
    expect(bash).toBeInstanceOf(Bash);
    const call = (command: string) => ({ type: "tool_call", id: "1", name: "bash", args: { command } });
    expect(await bash.invoke(call("publish"))).toBe("ran");
    await expect(bash.invoke(call("rm x"))).rejects.toThrow(/no deleting/);
    await expect(bash.call(call("rm x"))).rejects.toThrow(/no deleting/);
    await expect(bash.invoke(call("git push"), { interrupt: pauses })).rejects.toBeInstanceOf(Paused);
    const plain = { interrupt: () => ({ decisions: [{ type: "approve" }] }) };
    await expect(bash.invoke(call("git push"), plain)).rejects.toThrow(/has not said yes/);
    const request = await requestOf("git push");
    const yes = { interrupt: () => answerTo(request, true) };
    await expect(bash.invoke(call("git push --force"), yes)).rejects.toThrow(/has not said yes/);
    expect(await bash.invoke(call("git push"), yes)).toBe("ran");
    expect(tool.ran).toEqual(["dry", "git push"]);
  });
});
