// Hooks that need no model: they say always the same, and at each attempt at an action again.
import type { Verdict } from "@gatehouse-hooks/engine";
import {
  Block,
  blockCommand,
  gate,
  nudge,
  on,
  Rewrite,
  runInlineTests,
  Signal,
  Tool,
  warnCommand,
  workflow,
  WorkflowScript,
} from "@gatehouse-hooks/hooks";
import { wordsPattern } from "../src/command-rules.js";
import { describe, expect, test } from "vitest";
import { modelThat, record, said, world } from "./hook-world.js";

const environment = { evaluator: modelThat(null).evaluator, transcript: () => said("I force push now") };
const bash = (command: string) => ({ event: "PreToolUse", tool_name: "Bash", tool_input: { command } });

describe("a gate with fixed words", () => {
  test("denies each attempt at an action, and keeps from stopping once", async () => {
    const action = world([gate("Ask first.", { events: "PreToolUse", onlyIf: [Tool("Bash")] })], environment);
    for (let at = 0; at < 3; at++) expect(await action(bash("ls"))).toMatchObject({ effect: "deny" });
    const stop = world([gate("Run the tests.")], environment);
    expect((await stop({ event: "Stop" })).effect).toBe("deny");
    expect((await stop({ event: "Stop" })).effect).toBe("abstain");
  });

  test("lets go where the agent only waits; at an action waiting excuses nothing", async () => {
    const task = { name: "Bash", input: { command: "sleep 9", run_in_background: true }, id: "t1" };
    const waiting = {
      ...environment,
      transcript: () => ({ records: [record("assistant", "", [task])], subagents: [] }),
    };
    expect((await world([gate("No.")], waiting)({ event: "Stop" })).effect).toBe("abstain");
    const action = world([gate("No.", { events: "PreToolUse" })], waiting);
    expect((await action(bash("ls"))).effect).toBe("deny");
  });

  test("speaks where signals and `when` agree, and cites the lines", async () => {
    const signals = [Signal("force.push", 1)];
    const both = world([gate("Careful.", { signals, when: () => true })], environment);
    expect((await both({ event: "Stop" })).reason).toBe("Careful.\n\nTriggered by: I force push now");
    const one = world([gate("Careful.", { signals, when: () => false })], environment);
    expect((await one({ event: "Stop" })).effect).toBe("abstain");
    const other = world([gate("Careful.", { signals: [Signal("rm -rf", 1)] })], environment);
    expect((await other({ event: "Stop" })).effect).toBe("abstain");
  });

  test("that fails denies an action", async () => {
    const fails = (): boolean => {
      throw new Error("no");
    };
    const decide = world([gate("No.", { events: "PreToolUse", when: fails })], environment);
    expect((await decide(bash("ls"))).effect).toBe("deny");
  });
});

describe("a nudge with fixed words", () => {
  test("never blocks, and speaks once without signals, three times with them", async () => {
    const plain = nudge("Look twice.");
    const heard = nudge("Look twice.", { signals: [Signal("push", 1)] });
    expect([plain.policy.events, plain.maxFires]).toEqual([["PreToolUse"], 1]);
    expect([heard.policy.events, heard.maxFires]).toEqual([["PostToolUse"], 3]);
    const decide = world([plain], environment);
    const first = await decide(bash("ls"));
    expect([first.effect, first.context]).toEqual(["abstain", ["Look twice."]]);
    expect((await decide(bash("ls"))).context).toEqual([]);
  });
});

test.each<readonly [make: () => unknown, message: string]>([
  [() => gate("m", { maxFire: 1 } as never), "unknown option `maxFire`; did you mean `maxFires`?"],
  [() => gate("m", { onePerTurn: true } as never), "unknown option `onePerTurn`"],
  [() => nudge(" "), "`nudge`: expected its message to be a string that is not empty"],
  [() => blockCommand([], { reason: "r" }), "expected its command to be a pattern, or a list of words"],
  [() => blockCommand("", { reason: "r" }), "expected its command to be a pattern, or a list of words"],
  [() => blockCommand("x", {} as never), "it has no `reason`"],
  [() => warnCommand("x", {} as never), "it has no `message`"],
  [() => workflow("W", {} as never), "it has no `marker`"],
  [() => workflow("W", { marker: "m", steps: [{}] } as never), "expected `steps` to be a list of steps"],
  [() => WorkflowScript({} as never), "expected exactly one of `pattern` and `model`"],
])("what is missing or misspelt is refused in words, %#", (make, message) => {
  expect(make).toThrow(message);
});

describe("a rule of a command", () => {
  test.each<readonly [words: readonly string[], command: string, effect: string]>([
    [["git", "stash|reset", "*"], "git reset --hard", "deny"],
    [["git", "stash|reset", "*"], "ls && git   stash 'pop'", "deny"],
    [["git", "stash|reset", "*"], "git log", "abstain"],
    [["rm", "-r*"], "rm -rf x", "deny"],
    [["a.b", "(c)"], "axb (c)", "abstain"],
    [["a.b", "(c)"], "echo 'a.b (c)'", "deny"],
  ])("%o and `%s`: %s", async (words, command, effect) => {
    const decide = world([blockCommand(words, { reason: "Not here", hint: "Ask" })], environment);
    const decision = await decide(bash(command));
    expect(decision.effect).toBe(effect);
    if (effect === "deny") expect(decision.reason).toBe("BLOCKED: Not here. Ask.");
  });

  test("warns after the fact, and never blocks", async () => {
    const rule = warnCommand(["git", "push"], { message: "Tell the team." });
    const decide = world([rule], environment);
    const decision = await decide({ ...bash("git push"), event: "PostToolUse" });
    expect([decision.effect, decision.context]).toEqual(["abstain", ["Tell the team."]]);
  });

  test("its words are a pattern in which nothing else has a meaning", () => {
    expect(wordsPattern(["git", "a|b", "*", "x.y+"])).toBe(String.raw`git\s+(?:a|b)\s+\S+\s+x\.y\+`);
  });
});

describe("a hook that may rewrite", () => {
  const rewrite = (command: string) => (): Verdict => ({
    kind: "allow",
    reason: "",
    updatedInput: { command },
  });
  const rewriter = on("PreToolUse", { id: "rewriter", mayRewrite: true }, rewrite("rm -rf /"));
  const guard = blockCommand(["rm", "-rf"], { reason: "No" });

  test("cannot launder: the new input is denied whichever of the two comes first", async () => {
    for (const hooks of [
      [rewriter, guard],
      [guard, rewriter],
    ]) {
      expect((await world(hooks, environment)(bash("ls"))).effect).toBe("deny");
    }
  });

  test("says so in an inline test, and without the option it does not rewrite", async () => {
    const tests = [[{ command: "ls" }, Rewrite("trash")]] as const;
    const event = "PreToolUse";
    const may = on(event, { id: "may", mayRewrite: true, tests }, rewrite("trash x"));
    const other = on(event, { id: "other", mayRewrite: true, tests }, rewrite("rm x"));
    const denies = on(event, { id: "denies", tests: [[{ command: "ls" }, Block()]] }, rewrite("trash x"));
    const results = await runInlineTests([may, other, denies]);
    expect(results.map(({ passed }) => passed)).toEqual([true, false, false]);
  });
});
