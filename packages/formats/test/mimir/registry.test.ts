import { decide } from "@gatehouse/engine";
import { createHookRegistry } from "@gatehouse/formats";
import { expect, test } from "vitest";

const registry = (): ReturnType<typeof createHookRegistry> =>
  createHookRegistry({ decide: (set, event) => Promise.resolve(decide(set, event)) });

test("register, list, isEnforced", () => {
  const hooks = registry();
  expect(hooks.register("pre-tool-call", { command: "A" })).toEqual([]);
  expect(hooks.register("pre-tool-call", { command: "B" })).toEqual([]);
  hooks.register("pre-tool-call", { command: "ORG" }, { tier: "enforced" });
  hooks.register("pre-tool-call", { command: "ORG 2" }, { tier: "enforced" });
  expect(hooks.list().map(({ config, tier }) => [config.command, tier])).toEqual([
    ["ORG", "enforced"],
    ["ORG 2", "enforced"],
    ["B", "user"],
  ]);
  expect([hooks.isEnforced("pre-tool-call"), hooks.isEnforced("post-tool-call")]).toEqual([true, false]);
});

test("what is wrong is said, and a hook that should block and cannot run denies", async () => {
  const hooks = registry();
  expect(hooks.register("pre-tool-cal", { command: "x" })[0]?.cure).toBe("did you mean `pre-tool-call`?");
  const issues = hooks.register("pre-bash-execution", {
    command: "eval {bash_command}",
    continueOnError: false,
  });
  expect(issues.map(({ code }) => code)).toEqual(["unsafe-variable", "not-run"]);
  const { decision, ...result } = await hooks.execute("pre-bash-execution", {
    variables: { bash_command: "ls" },
  });
  expect(decision?.effect).toBe("deny");
  expect(result).toMatchObject({
    success: false,
    exitCode: 1,
    stderr: "the hook for pre-bash-execution has an error and cannot run",
  });
});

test("a failure that does not block is no success, and the operation goes on", async () => {
  const hooks = registry();
  hooks.register("pre-tool-call", { command: "x" });
  const { success, decision } = await hooks.execute("pre-tool-call", { variables: {} });
  expect([success, decision?.effect, decision?.warnings.length]).toEqual([false, "abstain", 1]);
});
