// What a hook's output means beyond the fields that docker-agent reads.
import { type Verdict } from "@gatehouse-hooks/engine";
import { eventKindOf } from "@gatehouse-hooks/hosts";
import { dockerAgentEvents, interpretHook, load, parseHookOutput } from "@gatehouse-hooks/hosts";
import { describe, expect, test } from "vitest";
import { decideWith, loadFile } from "./rig.js";

function read(stdout: string, event: string, more: object = {}): Verdict {
  return parseHookOutput({ exitCode: 0, stdout, stderr: "", ...more }, { event, tool_name: "shell" });
}

function warningsOf(verdict: Verdict): readonly string[] {
  return verdict.kind === "failure" ? [] : (verdict.warnings ?? []);
}

describe("a denial that docker-agent does not read counts, and is noted (D11)", () => {
  test.each([
    '{"block":true}',
    '{"deny": true, "reason": "no"}',
    '{"allow":false}',
    '{"verdict":"deny"}',
    '{"verdict":"BLOCK"}',
    '{"effect":"deny"}',
    '{"permission_decision":"deny"}',
    '{"permissionDecision":"deny"}',
    '{"permission_decison":"deny"}',
    '{"desicion":"block"}',
    '{"hook_specific_output":{"decision":"deny"}}',
    '{"hook_specific_output":{"verdict":"deny","permission_decision":"allow"}}',
    'checking …\n{"decision":"block","reason":"no"}',
    'log {"hook_specific_output":{"permission_decision":"deny"}}',
    '{"decision":"block"} bye'.replace("{", " x {"),
    '[{"decision":"block"}]',
    'checked: [{"permission_decision":"deny"}]',
  ])("%s", (stdout) => {
    const verdict = read(stdout, "pre_tool_use");
    expect(verdict.kind).toBe("deny");
    expect(warningsOf(verdict)).toContainEqual(expect.stringContaining("docker-agent reads"));
    // Where nothing can be stopped it is said.
    const told = read(stdout, "turn_end");
    expect(told.kind).toBe("approve");
    expect(warningsOf(told)).toContainEqual(expect.stringContaining("docker-agent reads"));
    // Generation 2026-05 reads its documents and no more.
    const old = parseHookOutput(
      { exitCode: 0, stdout, stderr: "" },
      { event: "user_prompt_submit" },
      { words: "docker-agent-2026-05" },
    );
    expect(old.kind).toBe("approve");
  });

  test.each([
    "",
    "{}",
    "fine",
    '{"note":"deny"}',
    '{"block":"no"}',
    "[]",
    '["deny"]',
    '{"allow":true}',
    "deny",
  ])("%j is no denial", (stdout) => {
    const verdict = read(stdout, "pre_tool_use");
    expect(verdict.kind).toBe("approve");
    expect(warningsOf(verdict)).toEqual([]);
  });

  test("bytes that are no UTF-8 are noted", () => {
    for (const stdout of ["\ufffd\ufffd{\0}\0", '\0{\0"\0d']) {
      expect(warningsOf(read(stdout, "pre_tool_use"))).toEqual([expect.stringContaining("not UTF-8")]);
    }
    expect(read('\0{"decision":"block"}', "pre_tool_use").kind).toBe("deny");
  });

  test("a sentence of the context may speak of a denial", () => {
    const spoken = read('Answer with {"decision":"block"} to refuse.', "user_prompt_submit");
    expect(spoken.kind).toBe("approve");
    expect(warningsOf(spoken)).toHaveLength(1);
    expect(read('checking\n{"decision":"block"}\ndone', "user_prompt_submit").kind).toBe("deny");
  });

  test("an ask or an allow that means nothing is noted", () => {
    for (const word of ["ask", "allow"]) {
      const verdict = read(
        `{"hook_specific_output":{"permission_decision":"${word}"}}`,
        "user_prompt_submit",
      );
      expect(verdict).toMatchObject({
        kind: "approve",
        warnings: [`\`permission_decision: ${word}\` means nothing for user_prompt_submit`],
      });
    }
  });

  test("what a hook that ended well wrote to stderr is a warning", () => {
    const stderr = "guard.sh: line 2: jq: command not found\nmore";
    for (const words of ["docker-agent", "docker-agent-2026-05", "gatehouse"] as const) {
      const verdict = parseHookOutput(
        { exitCode: 0, stdout: "{}", stderr },
        { event: "pre_tool_use" },
        { words },
      );
      expect(verdict).toMatchObject({
        kind: "approve",
        warnings: [expect.stringContaining("jq: command not found")],
      });
    }
  });
});

describe("every way to say no gives the same message where nothing can be stopped (D13)", () => {
  const ways = [
    { exitCode: 2, stderr: "no" },
    { stdout: '{"decision":"block","reason":"no"}' },
    { stdout: '{"continue":false,"stop_reason":"no"}' },
    { stdout: '{"hook_specific_output":{"permission_decision":"deny","permission_decision_reason":"no"}}' },
  ];
  const free = dockerAgentEvents("2026-09").filter((name) => {
    const { gates, stops } = eventKindOf(name);
    return !gates && stops !== true;
  });
  test.each(free)("%s", (event) => {
    for (const way of ways) {
      expect(read("", event, way)).toMatchObject({ kind: "approve", systemMessages: ["no"] });
    }
  });
});

describe("the generation of a file goes with its policies (D7)", () => {
  const run = { exitCode: 1, stdout: "", stderr: "" };
  const effects = (compat: "2026-05" | "2026-09"): readonly string[] => {
    const { policies } = loadFile(
      { hooks: { pre_tool_use: [{ hooks: [{ type: "command", command: "x" }] }] } },
      { compat },
    );
    const event = { event: "pre_tool_use", tool_name: "shell" };
    // Another generation in the handler of commands changes nothing: it has no say.
    const factories = [
      interpretHook,
      () => (interpretHook as (compat: string) => typeof interpret)("2026-05"),
    ];
    const interpret = interpretHook();
    return factories.map(
      (factory) => decideWith(policies, event, (need) => factory()(run, need as never)).effect,
    );
  };

  test("a hook that ends with exit code 1 denies by default, and not in generation 2026-05", () => {
    expect(effects("2026-09")).toEqual(["deny", "deny"]);
    expect(effects("2026-05")).toEqual(["abstain", "abstain"]);
  });

  test("two files of two generations are decided together", () => {
    const of = (compat: "2026-05" | "2026-09"): object =>
      load("hooks: { permission_request: [{ hooks: [{ type: command, command: x }] }] }", {
        path: `${compat}.yaml`,
        format: "docker-agent",
        options: { "docker-agent": { compat } },
      }).policies[0]?.handler ?? {};
    expect([of("2026-05"), of("2026-09")]).toMatchObject([
      { contract: "docker-agent-2026-05" },
      { contract: "docker-agent" },
    ]);
  });
});
