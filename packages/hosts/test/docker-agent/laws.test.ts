import {
  contractOf,
  hookResult,
  type HookWords,
  interpretHook,
  parseHookOutput,
} from "@gatehouse-hooks/hosts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decideWith, loadFile } from "./rig.js";
import { assertLaw } from "../../../../test/assert-law.js";

const words = fc.constantFrom("", "one", "two");
const output = fc.record(
  {
    continue: fc.boolean(),
    stop_reason: words,
    decision: fc.constantFrom("", "block"),
    reason: words,
    system_message: words,
    hook_specific_output: fc.record(
      {
        permission_decision: fc.constantFrom("", "allow", "ask", "deny"),
        permission_decision_reason: words,
        additional_context: words,
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);
type Output = typeof output extends fc.Arbitrary<infer T> ? T : never;

interface Merged {
  allowed: boolean;
  decision: string;
  decisionReason: string;
  message: string;
  systemMessage: string;
}

/** The merge as docker-agent documents it for `pre_tool_use`, written from the documents alone. */
function merged(outputs: readonly Output[]): Merged {
  const rank = ["", "allow", "ask", "deny"];
  const result: Merged = { allowed: true, decision: "", decisionReason: "", message: "", systemMessage: "" };
  const messages: string[] = [];
  const system: string[] = [];
  for (const one of outputs) {
    const { permission_decision: decision = "", permission_decision_reason: reason = "" } =
      one.hook_specific_output ?? {};
    const why = [
      one.continue === false ? one.stop_reason : "",
      one.decision === "block" ? one.reason : "",
      decision === "deny" ? reason : "",
    ].filter((text) => text !== undefined && text !== "");
    const blocks = one.continue === false || one.decision === "block" || decision === "deny";
    if (blocks) {
      result.allowed = false;
      messages.push(...(why as string[]));
    }
    const [stands, says] = blocks ? ["deny", why.join("\n")] : [decision, reason];
    if (rank.indexOf(stands) > rank.indexOf(result.decision)) {
      result.decision = stands;
      result.decisionReason = says;
    }
    if (one.system_message !== undefined && one.system_message !== "") system.push(one.system_message);
  }
  return { ...result, message: messages.join("\n"), systemMessage: system.join("\n") };
}

test("the engine merges what hooks say as docker-agent documents it", () => {
  assertLaw(
    fc.property(fc.array(output, { minLength: 1, maxLength: 4 }), (outputs) => {
      const hooks = outputs.map((_, index) => ({ type: "command", command: `c${index}` }));
      const { policies } = loadFile({ agents: { root: { hooks: { pre_tool_use: [{ hooks }] } } } });
      const event = { event: "pre_tool_use", tool_name: "shell" };
      const decision = decideWith(policies, event, (need) => {
        const stdout = JSON.stringify(outputs[policies.findIndex(({ id }) => id === need.policy)]);
        return interpretHook()({ exitCode: 0, stdout, stderr: "" }, need as never);
      });
      expect(hookResult(decision, event)).toMatchObject(merged(outputs));
    }),
    { quick: 200 },
  );
});

const run = fc.record({
  exitCode: fc.constantFrom(null, 0, 0, 0, 1, 2, 127),
  stdout: fc.oneof(
    fc.string(),
    output.map((one) => JSON.stringify(one)),
    fc.jsonValue().map((value) => JSON.stringify(value)),
    output.map((one) => JSON.stringify(one).slice(0, -1)),
    fc.constant('{"__proto__":{"decision":"block"}}'),
  ),
  stderr: fc.string(),
});
const everyWords = fc.constantFrom<HookWords>("docker-agent-2026-05", "docker-agent", "gatehouse");

test("whatever a hook writes is a verdict, and only an explicit word allows", () => {
  assertLaw(
    fc.property(
      run,
      everyWords,
      fc.boolean(),
      fc.constantFrom("pre_tool_use", "stop", "nobody"),
      (given, words, strict, event) => {
        const verdict = parseHookOutput(given, { event }, { words, strict });
        if (verdict.kind === "allow") expect(given.stdout).toContain('"permission_decision":"allow"');
        if (given.exitCode !== 0) expect(["deny", "failure", "approve"]).toContain(verdict.kind);
      },
    ),
    { quick: 500 },
  );
});

test("the default is never looser than generation 2026-05, nor Gatehouse's own words than the default", () => {
  const strictness = { deny: 3, failure: 3, ask: 2, approve: 1, warn: 1, allow: 0 };
  assertLaw(
    fc.property(run, fc.constantFrom("pre_tool_use", "permission_request"), (given, event) => {
      const read = (words: HookWords): number =>
        strictness[parseHookOutput(given, { event }, { words }).kind];
      expect(read("docker-agent")).toBeGreaterThanOrEqual(read("docker-agent-2026-05"));
      expect(read("gatehouse")).toBeGreaterThanOrEqual(read("docker-agent"));
    }),
    { quick: 500 },
  );
});

/** What several hooks of an event say, one after another. */
function resultOf(
  event: string,
  outputs: readonly object[],
  input: object = {},
): ReturnType<typeof hookResult> {
  const hooks = outputs.map((_, index) => ({ type: "command", command: `c${index}` }));
  const block = contractOf(event).matched === true ? [{ hooks }] : hooks;
  const { policies } = loadFile({ agents: { root: { hooks: { [event]: block } } } });
  const decision = decideWith(policies, { event, tool_name: "shell", ...input }, (need) => {
    const said = outputs[policies.findIndex(({ id }) => id === need.policy)];
    return interpretHook()(
      { exitCode: 0, stdout: JSON.stringify({ hook_specific_output: said }), stderr: "" },
      need as never,
    );
  });
  return hookResult(decision, { event });
}

test("the first summary stays", () => {
  const outputs = [{ summary: "" }, { summary: "first" }, { summary: "second" }];
  expect(resultOf("before_compaction", outputs).summary).toBe("first");
});

test("metadata are united, the later word counts", () => {
  const outputs = [{ metadata: { a: "1", b: "1" } }, { metadata: { b: "2" } }];
  expect(resultOf("permission_request", outputs).metadata).toEqual({ a: "1", b: "2" });
});

test("rewrites are patched in order, and an allow counts for what it has seen", () => {
  const outputs = [
    { updated_input: { cmd: "a", cwd: "w" } },
    { updated_input: { cmd: "b" }, permission_decision: "allow" },
  ];
  const result = resultOf("pre_tool_use", outputs, { tool_input: { cmd: "x", other: 1 } });
  expect(result).toMatchObject({ decision: "allow", modifiedInput: { cmd: "b", cwd: "w" } });
});
