import { createVerdictCache } from "@gatehouse-hooks/cache";
import { condition } from "@gatehouse-hooks/condition";
import { compilePolicies, type Derive, type Need, withDerive } from "@gatehouse-hooks/engine";
import { createRuntime } from "@gatehouse-hooks/runtime";
import { expect, test } from "vitest";
import { approve, judged, toolCall } from "./world.js";

/** Says which words a command has. */
function words(version: string): Derive {
  return {
    version,
    facts: ({ params }) => ({ words: String((params as { readonly command?: unknown }).command).split(" ") }),
  };
}

const noRm = {
  id: "no-rm",
  events: ["before_tool_call"],
  condition: condition('facts.words.any(w, w == "rm")').condition,
  handler: { kind: "static", verdict: "deny", reason: "no" },
} as const;

test("a runtime gives what derives facts to its policies, now and after a reload", async () => {
  const { set, issues } = compilePolicies([noRm]);
  expect(issues.map(({ code }) => code)).toEqual(["no-facts"]);
  const without = createRuntime({ policies: set });
  expect((await without.decide(toolCall("ls"))).trace[0]?.failure?.code).toBe("no-facts");

  const runtime = createRuntime({ policies: set, derive: words("1") });
  expect((await runtime.decide(toolCall("sudo rm x"))).effect).toBe("deny");
  expect(runtime.decideAtOnce(toolCall("ls"))?.effect).toBe("abstain");
  await runtime.reload(compilePolicies([{ ...noRm, handler: { ...noRm.handler, verdict: "ask" } }]).set);
  expect((await runtime.decide(toolCall("sudo rm x"))).effect).toBe("ask");
  expect(() => createRuntime({ policies: set, derive: {} as never })).toThrow(TypeError);
});

test("facts are part of a verdict's key when `uses` names them, with the version of what derived them", async () => {
  const asked: Need[] = [];
  const judge = (need: Need) => {
    asked.push(need);
    return Promise.resolve(approve);
  };
  const cache = createVerdictCache();
  const sees = judged("sees", {
    handler: { kind: "judge", prompt: "?", timeoutMs: 1_000, cache: "global", uses: ["facts.words"] },
  });
  const blind = judged("blind", {
    handler: { kind: "judge", prompt: "!", timeoutMs: 1_000, cache: "global", uses: ["toolName"] },
  });
  const runtime = (version: string) =>
    createRuntime({
      policies: withDerive(compilePolicies([sees, blind]).set, words(version)),
      handlers: { judge },
      cache,
    });
  const askedBy = async (version: string, command: string) => {
    await runtime(version).decide(toolCall(command));
    return asked
      .splice(0)
      .map(({ policy }) => policy)
      .sort();
  };
  expect(await askedBy("1", "ls a")).toEqual(["blind", "sees"]);
  expect(await askedBy("1", "ls a")).toEqual([]);
  expect(await askedBy("1", "ls b")).toEqual(["sees"]);
  expect(await askedBy("2", "ls b")).toEqual(["sees"]);
});
