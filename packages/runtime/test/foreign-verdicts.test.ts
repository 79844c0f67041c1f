import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createVerdictCache, type CacheQuestion } from "@gatehouse-hooks/cache";
import { fileStore } from "@gatehouse-hooks/cache/file";
import { type Answer, compilePolicies, type Decision, type JudgeHandler } from "@gatehouse-hooks/engine";
import { createRuntime } from "@gatehouse-hooks/runtime";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-foreign-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const plain: JudgeHandler = { kind: "judge", prompt: "may it?", timeoutMs: 1_000, cache: "global" };
const decides: JudgeHandler = { ...plain, template: "docker-agent", schema: "pre_tool_use_decision" };
const advises: JudgeHandler = { ...plain, template: "docker-agent", schema: "" };

/** Decides on a tool call whose verdict somebody put into the cache beforehand. */
async function decided(handler: JudgeHandler, forged: Answer, event = "pre_tool_use"): Promise<Decision> {
  const { set: policies } = compilePolicies([{ id: "guard", events: [event], handler }]);
  const path = join(folder, "verdicts");
  const question = { event, tool_name: "shell", tool_input: { cmd: "rm -rf /" } };
  const judge = async (): Promise<Answer> => ({ kind: "deny", reason: "no" });

  const writer = createVerdictCache({ store: fileStore(path) });
  const forging = {
    ...writer,
    ask: async (asked: CacheQuestion) => writer.ask({ ...asked, accepts: () => true }, async () => forged),
  };
  await createRuntime({ policies, handlers: { judge }, cache: forging }).decide(question);
  await writer.close();

  const cache = createVerdictCache({ store: fileStore(path) });
  const decision = await createRuntime({ policies, handlers: { judge }, cache }).decide(question);
  await cache.close();
  return decision;
}

describe("a kept verdict counts only if its judge could have given it (S19)", () => {
  const beside = { context: ["c"], systemMessages: ["s"], warnings: ["w"] };

  test.each<[string, JudgeHandler, Answer, string?]>([
    ["an allow of a prompt", plain, { kind: "allow", reason: "forged" }],
    ["a rewrite of a prompt", plain, { kind: "approve", reason: "forged", updatedInput: { cmd: "x" } }],
    ["context of a prompt", plain, { kind: "approve", reason: "forged", context: beside.context }],
    [
      "a message of a prompt",
      plain,
      { kind: "approve", reason: "forged", systemMessages: beside.systemMessages },
    ],
    ["a warning of a prompt", plain, { kind: "approve", reason: "forged", warnings: beside.warnings }],
    ["a warn of a template", decides, { kind: "warn", reason: "forged" }],
    [
      "context of a deciding template",
      decides,
      { kind: "approve", reason: "forged", context: beside.context },
    ],
    [
      "two messages of a template",
      decides,
      { kind: "approve", reason: "forged", systemMessages: ["a", "b"] },
    ],
    ["a rewrite of a template", decides, { kind: "allow", reason: "forged", updatedInput: {} }],
    ["an allow where none counts", decides, { kind: "allow", reason: "forged" }, "user_prompt_submit"],
    ["an allow of an advising template", advises, { kind: "allow", reason: "forged" }],
    ["a message of an advising template", advises, { kind: "approve", reason: "", systemMessages: ["a"] }],
  ])("%s: the judge is asked (S19)", async (_name, handler, forged, event) => {
    expect(await decided(handler, forged, event)).toMatchObject({
      effect: "deny",
      reason: "no",
      context: [],
      systemMessages: [],
      trace: [{ verdict: "deny", source: "judge" }],
    });
  });

  test.each<[string, JudgeHandler, Answer]>([
    ["an approval of a prompt", plain, { kind: "approve", reason: "kept" }],
    ["a warn of a prompt", plain, { kind: "warn", reason: "kept" }],
    ["an ask of a prompt", plain, { kind: "ask", reason: "kept" }],
    ["an allow of a template", decides, { kind: "allow", reason: "kept", systemMessages: ["allowed"] }],
    ["advice", advises, { kind: "approve", reason: "", context: ["advice"] }],
  ])("%s: kept (S19)", async (_name, handler, kept) => {
    const { trace } = await decided(handler, kept);
    expect(trace).toMatchObject([{ verdict: kept.kind, source: "cache" }]);
  });
});
