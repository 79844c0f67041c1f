// No answer that an agent ignores: what we print, read as the agents were seen to read it.
import type { Decision, Event } from "@gatehouse-hooks/engine";
import { parseHookOutput, type Spoken } from "@gatehouse-hooks/hosts";
import { applyOpenCodeAnswer } from "../../src/opencode/apply-answer.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { assertLaw } from "../../../../test/assert-law.js";
import { decision } from "./golden.js";
import { type Fate, READERS } from "./readers.js";
import { hostOf, RECORDED, sampleOf, WIRED, type WiredHost } from "./samples.js";
import { characters } from "../../../../test/arbitraries/characters.js";

/** Events that a call, or a prompt, waits for, of the agents whose way of reading is known. */
interface Place {
  readonly host: WiredHost;
  readonly name: string;
  readonly event: Event;
  readonly payload: unknown;
}

const PLACES: readonly Place[] = [
  ...RECORDED.map(({ agent, payload }) => ({ host: hostOf(agent), payload })),
  ...WIRED.flatMap((host) =>
    Object.keys(host.wire.capabilities.events).map((event) => ({ host, payload: sampleOf(host, event) })),
  ),
].map(({ host, payload }) => {
  const prepared = host.prepare(payload);
  if (prepared.kind !== "event") throw new Error(prepared.issue.message);
  return { host, payload, event: prepared.event, name: host.wire.nameOf(payload) ?? "" };
});

const hostile = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "\u0000\u001b[31m",
    "\ud800",
    '"}',
    "\u2028\n",
    "{}",
    "\uFEFF",
    "allow",
    "x".repeat(20_000),
  ),
  fc.string({ unit: characters, maxLength: 40 }),
);
const policy = fc.option(hostile, { nil: null });
const decisions: fc.Arbitrary<Decision> = fc
  .record({
    effect: fc.constantFrom("deny", "ask", "allow", "abstain"),
    policy,
    reason: hostile,
    warnings: fc.array(fc.record({ policy: hostile, reason: hostile }), { maxLength: 2 }),
    context: fc.array(hostile, { maxLength: 2 }),
    systemMessages: fc.array(hostile, { maxLength: 2 }),
    trace: fc.constant([]),
    updatedInput: fc.option(
      fc.oneof(
        fc.record({ command: hostile }),
        fc.record({ path: hostile }),
        fc.constantFrom({ server: "x" }, { paths: [] }, { other: 1 }, { tool: "y" }, { file_path: "/tmp/x" }),
      ),
      { nil: undefined },
    ),
  })
  .map(({ updatedInput, ...rest }) => (updatedInput === undefined ? rest : { ...rest, updatedInput }));
const at = fc.nat({ max: PLACES.length - 1 });

function placeAt(index: number): Place {
  const place = PLACES[index];
  if (place === undefined) throw new Error(`no place ${index}`);
  return place;
}

const speaking = fc.record({ interactive: fc.boolean(), mustAnswer: fc.boolean() });

/** What becomes of the call, as the agent reads the answer; undefined: nothing waits for this answer. */
function fateOf({ host, name, event }: Place, said: Spoken): Fate | undefined {
  if (host.name === "opencode") return ofPlugin(name, said);
  if (host.name === "docker-agent") return ofDockerAgent(event, name, said);
  if (event.event !== "before_tool_call") return undefined;
  if (host.name === "vscode") return ofEither(name, said);
  return READERS[host.name === "copilot" && name === "PreToolUse" ? "copilot-pascal" : host.name]?.(
    said,
    name,
  );
}

/** In the words of both agents whose hook files it reads: what one of them would let run counts. */
function ofEither(name: string, said: Spoken): Fate {
  const fates = ["claude-code", "copilot-pascal"].map((reader) => READERS[reader]?.(said, name) ?? "runs");
  return fates.find((fate) => fate !== "no") ?? "no";
}

function ofPlugin(name: string, { stdout }: Spoken): Fate | undefined {
  if (name !== "tool.execute.before") return undefined;
  const args = { command: "ls", description: "list" };
  const output = { args };
  try {
    applyOpenCodeAnswer(stdout, output);
  } catch (thrown) {
    return thrown instanceof Error && thrown.message !== "" ? "no" : "runs";
  }
  // Another object in its place is ignored, and the original call runs.
  if (output.args !== args) return "runs";
  return args.command === "ls" ? "runs" : "rewritten";
}

/** As docker-agent's own hooks are read here, in both generations. */
function ofDockerAgent(event: Event, name: string, said: Spoken): Fate | undefined {
  if (name !== "pre_tool_use") return undefined;
  const fates = (["docker-agent", "docker-agent-2026-05"] as const).map((words): Fate => {
    const verdict = parseHookOutput(
      said,
      { ...event, event: name, tool_input: { cmd: "ls" } },
      { words, strict: true },
    );
    if (verdict.kind === "failure") return "runs";
    if (verdict.kind === "deny" || verdict.kind === "ask") return "no";
    return verdict.updatedInput === undefined ? "runs" : "rewritten";
  });
  const [newest, first] = fates;
  return newest === first ? newest : "runs";
}

test("a deny, an ask and a failure never run the call, whatever the decision says and whichever agent reads it", () => {
  assertLaw(
    fc.property(at, decisions, speaking, (index, decision, options) => {
      const place = placeAt(index);
      const said = place.host.wire.speak(decision, place.event, options);
      const fate = fateOf(place, said);
      if (fate === undefined) return;
      const { effect, updatedInput } = decision;
      if (effect === "deny") expect(fate).toBe("no");
      // Asked: some agents let a person decide, none lets the call run without one.
      else if (effect === "ask") expect(fate).toBe("no");
      // A call that a policy changes never runs as it was.
      else if (updatedInput !== undefined && Object.keys(updatedInput).length > 0)
        expect(changes(place, decision) ? ["no", "rewritten"] : ["no", "rewritten", "runs"]).toContain(fate);
      expect(fateOf(place, place.host.wire.failure(decision.reason, place.payload))).toBe("no");
    }),
  );
});

/** The decision changes an argument that the call has. */
function changes({ event }: Place, { updatedInput = {} }: Decision): boolean {
  const { params } = event;
  return Object.entries(updatedInput).some(
    ([key, value]) =>
      typeof params === "object" && params !== null && Object.hasOwn(params, key) && value !== "ls",
  );
}

test("what is printed is one JSON object on one line, with exit code 0, or nothing; a failure may be exit code 2 with words", () => {
  assertLaw(
    fc.property(at, decisions, speaking, (index, decision, options) => {
      const { host, event, payload } = placeAt(index);
      const said: Spoken = host.wire.speak(decision, event, options);
      expect([said.stderr, said.exitCode]).toEqual(["", 0]);
      for (const { stdout, stderr, exitCode } of [said, host.wire.failure(decision.reason, payload)]) {
        expect(stdout).not.toContain("\n");
        if (stdout !== "") expect(Object.keys(JSON.parse(stdout) as object).length).toBeGreaterThan(0);
        expect(exitCode === 2).toBe(stderr.trim() !== "");
        expect(stdout.length).toBeLessThan(300_000);
      }
    }),
  );
});

test("an abstention without words prints nothing, in every event of every agent", () => {
  const silent: Decision = {
    effect: "abstain",
    policy: null,
    reason: "no policy applied",
    warnings: [],
    context: [],
    systemMessages: [],
    trace: [],
  };
  for (const { host, event } of PLACES)
    expect(host.wire.speak(silent, event)).toEqual({ stdout: "", stderr: "", exitCode: 0, unsaid: [] });
});

test("allow is only said where the decision is allow, or where it has no power and carries a rewrite", () => {
  assertLaw(
    fc.property(at, decisions, (index, decision) => {
      const { host, event } = placeAt(index);
      if (decision.effect === "allow") return;
      const { stdout } = host.wire.speak(decision, event);
      const said = words(stdout === "" ? {} : (JSON.parse(stdout) as object));
      if (host.name === "codex" && decision.updatedInput !== undefined) return;
      expect(said.get("permissionDecision")).not.toBe("allow");
      expect(said.get("permission_decision")).not.toBe("allow");
      expect(said.get("permission")).not.toBe("allow");
      expect(said.get("behavior")).not.toBe("allow");
      expect(said.get("decision")).not.toBe("allow");
    }),
  );
});

/** Fields of the answer by name, without those of a call's arguments. */
function words(answer: object): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  const read = (one: object): void => {
    for (const [key, value] of Object.entries(one)) {
      if (/^(?:updatedInput|updated_input|modifiedArgs|tool_input|args)$/.test(key)) {
        found.set("rewrite", value);
        continue;
      }
      if (/^(?:updatedToolOutput|updated_tool_response|result)$/.test(key)) {
        found.set("new result", value);
        continue;
      }
      if (typeof value === "object" && value !== null) read(value as object);
      else found.set(key, value);
    }
  };
  read(answer);
  return found;
}

test("no rewrite beside a deny", () => {
  assertLaw(
    fc.property(at, decisions, speaking, (index, decision, options) => {
      const { host, event } = placeAt(index);
      const { stdout } = host.wire.speak({ ...decision, effect: "deny" }, event, options);
      expect(words(stdout === "" ? {} : (JSON.parse(stdout) as object)).has("rewrite")).toBe(false);
    }),
  );
});

/** Every field that an agent documents in an answer, of all its events together. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  vscode: [
    "hookSpecificOutput",
    "hookEventName",
    "permissionDecision",
    "permissionDecisionReason",
    "additionalContext",
    "decision",
    "reason",
    "systemMessage",
    "continue",
    "stopReason",
  ],
  "claude-code": [
    "hookSpecificOutput",
    "hookEventName",
    "permissionDecision",
    "permissionDecisionReason",
    "additionalContext",
    "decision",
    "reason",
    "systemMessage",
    "continue",
    "stopReason",
    "behavior",
    "message",
    "action",
  ],
  codex: [
    "hookSpecificOutput",
    "hookEventName",
    "permissionDecision",
    "permissionDecisionReason",
    "additionalContext",
    "decision",
    "reason",
    "systemMessage",
    "behavior",
    "message",
  ],
  "gemini-cli": [
    "hookSpecificOutput",
    "hookEventName",
    "decision",
    "reason",
    "systemMessage",
    "additionalContext",
  ],
  copilot: [
    "permissionDecision",
    "permissionDecisionReason",
    "additionalContext",
    "decision",
    "reason",
    "behavior",
    "message",
    "modifiedResult",
    "resultType",
    "textResultForLlm",
  ],
  cursor: [
    "permission",
    "user_message",
    "agent_message",
    "continue",
    "followup_message",
    "additional_context",
  ],
  opencode: ["throw"],
  "qwen-code": [
    "hookSpecificOutput",
    "hookEventName",
    "permissionDecision",
    "permissionDecisionReason",
    "additionalContext",
    "decision",
    "reason",
    "systemMessage",
    "behavior",
    "message",
  ],
  "docker-agent": [
    "hook_specific_output",
    "hook_event_name",
    "permission_decision",
    "permission_decision_reason",
    "additional_context",
    "decision",
    "reason",
    "system_message",
  ],
};

test("no field that the agent does not document", () => {
  expect(Object.keys(FIELDS).toSorted()).toEqual(WIRED.map(({ name }) => name).toSorted());
  assertLaw(
    fc.property(at, decisions, speaking, (index, decision, options) => {
      const { host, event } = placeAt(index);
      const { stdout } = host.wire.speak(decision, event, options);
      const known = new Set(["rewrite", "new result", ...(FIELDS[host.name] ?? [])]);
      const said = words(stdout === "" ? {} : (JSON.parse(stdout) as object));
      expect([...said.keys()].filter((key) => !known.has(key))).toEqual([]);
    }),
  );
});

test("an agent that goes on because a hook did not let it stop is not held again", () => {
  const deny: Decision = {
    effect: "deny",
    policy: "p",
    reason: "tests fail",
    warnings: [],
    context: [],
    systemMessages: [],
    trace: [],
  };
  const stops = PLACES.filter(({ event }) => event.event === "agent_stop");
  for (const { host, payload, name } of stops) {
    const again = host.prepare({ ...(payload as object), stop_hook_active: true, loop_count: 1 });
    if (again.kind !== "event") throw new Error(again.issue.message);
    const answer = [host.name, name, host.wire.speak(deny, again.event).stdout];
    expect(answer).toEqual([host.name, name, ""]);
  }
  expect(
    new Set(
      stops
        .filter(({ host, event }) => host.wire.speak(deny, event).stdout !== "")
        .map(({ host }) => host.name),
    ),
  ).toEqual(new Set(["claude-code", "codex", "gemini-cli", "copilot", "cursor", "qwen-code", "vscode"]));
});

test("half of a surrogate pair in a reason or an argument does not make the answer unreadable", () => {
  const half = decision({ effect: "deny", policy: "\udc00", reason: String.raw`a \\ud800 b` + "\ud800" });
  for (const { host, event } of PLACES) {
    const { stdout } = host.wire.speak(half, event);
    if (stdout !== "") expect(/\p{Cs}/u.test(JSON.stringify(JSON.parse(stdout)))).toBe(false);
    expect(stdout).not.toMatch(/(?<!\\)(?:\\\\)*\\ud[89a-f]/);
  }
});

test("what cannot be said is kept for the log", () => {
  const codex = PLACES.find(({ host, name }) => host.name === "codex" && name === "PreToolUse");
  const said = codex?.host.wire.speak(
    {
      effect: "deny",
      policy: "p",
      reason: "no",
      warnings: [{ policy: "w", reason: "careful" }],
      context: ["c"],
      systemMessages: [],
      trace: [],
    },
    codex.event,
  );
  expect(said?.unsaid).toEqual(["[w] careful", "c"]);
});

test("a payload that cannot be read is refused in words that stop whatever it was about", () => {
  for (const host of WIRED) {
    for (const payload of [undefined, null, "{", 1, [], {}]) {
      const said = host.wire.failure("broken", payload);
      const place = { host, name: "preToolUse", event: { event: "before_tool_call" } as Event, payload };
      const reader = READERS[host.name];
      if (reader !== undefined) expect([host.name, reader(said, place.name)]).toEqual([host.name, "no"]);
      else expect(said.stdout + said.stderr).toContain("broken");
    }
  }
});

test("an agent that takes silence for a failure is told that there is nothing to say", () => {
  const cursor = hostOf("cursor");
  const silent: Decision = {
    effect: "abstain",
    policy: null,
    reason: "",
    warnings: [],
    context: [],
    systemMessages: [],
    trace: [],
  };
  const printedAt = (name: string): string => {
    const place = PLACES.find((one) => one.host === cursor && one.name === name);
    return place === undefined ? "" : cursor.wire.speak(silent, place.event, { mustAnswer: true }).stdout;
  };
  expect(printedAt("preToolUse")).toBe('{"permission":"allow"}');
  expect(printedAt("beforeSubmitPrompt")).toBe('{"continue":true}');
});
