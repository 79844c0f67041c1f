import { decide, step, type Verdict } from "@gatehouse-hooks/engine";
import { createHookRegistry, mimirEnvironment } from "@gatehouse-hooks/hosts";
import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";

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

describe("what a command wrote and how it ended is the result (M10)", () => {
  /** Runs real processes. */
  const running = (): ReturnType<typeof createHookRegistry> =>
    createHookRegistry({
      decide: (set, event, interpret) => {
        const verdicts = new Map<string, Verdict>();
        for (;;) {
          const stepped = step(set, event, verdicts);
          if (stepped.kind === "decided") return Promise.resolve(stepped.decision);
          for (const { id, handler } of stepped.needs) {
            if (handler.kind !== "command") throw new Error("expected a command");
            const env = { PATH: process.env["PATH"], ...mimirEnvironment({ handler, event }, {}) };
            const run = spawnSync("sh", ["-c", handler.command], { env, encoding: "utf8" });
            verdicts.set(id, interpret({ ...run, exitCode: run.status }));
          }
        }
      },
    });

  test.each([
    ["echo out; echo err >&2", { success: true, exitCode: 0, stdout: "out\n", stderr: "err\n" }],
    ["echo out; echo err >&2; exit 3", { success: false, exitCode: 3, stdout: "out\n", stderr: "err\n" }],
    ["exit 42", { success: false, exitCode: 42, stdout: "", stderr: "exit code 42" }],
    ["echo only out; exit 7", { success: false, exitCode: 7, stdout: "only out\n", stderr: "" }],
    ["kill -9 $$", { success: false, exitCode: 1, stdout: "", stderr: "ended by SIGKILL" }],
  ])("%s", async (command, wanted) => {
    for (const continueOnError of [true, false]) {
      const hooks = running();
      hooks.register("pre-tool-call", { command, continueOnError });
      const { decision, duration: _, ...result } = await hooks.execute("pre-tool-call", { variables: {} });
      expect(result).toEqual(wanted);
      expect(decision?.effect).toBe(wanted.success || continueOnError ? "abstain" : "deny");
    }
  });

  test("several hooks: all of their output, the exit code of the first that failed", async () => {
    const hooks = running();
    hooks.register("pre-tool-call", { command: "echo org; exit 4" }, { tier: "enforced" });
    hooks.register("pre-tool-call", { command: "echo user; exit 5" });
    expect(await hooks.execute("pre-tool-call", { variables: {} })).toMatchObject({
      success: false,
      exitCode: 4,
      stdout: "org\nuser\n",
    });
  });
});
