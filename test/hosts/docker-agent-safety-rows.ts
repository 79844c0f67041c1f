import { compilePolicies, type Decision, type Event, step, type Verdict } from "@gatehouse-hooks/engine";
import {
  dockerAgentSession,
  type DockerAgentSessionOptions,
  load,
  type PersonAnswer,
  type SafetyMode,
  VOCABULARY,
} from "@gatehouse-hooks/hosts";
import type { JsonObject } from "@gatehouse-hooks/json";
import { expect } from "vitest";
import { traitsOf } from "./docker-agent.js";
import { command, type Data, fileOf, type RunRow } from "./docker-agent-row.js";

// What the host knows of a call, and what the user has granted: no hook of these rows does anything, so that no process is started.

/** A session of a file; each of its hooks asks. */
function sessionOf(
  file: Data,
  more: Partial<DockerAgentSessionOptions>,
): ReturnType<typeof dockerAgentSession> {
  const { policies, issues } = load(JSON.stringify(file), { path: "agent.json", format: "docker-agent" });
  expect(issues).toEqual([]);
  let { set } = compilePolicies(policies, { vocabulary: VOCABULARY });
  const asks: Verdict = { kind: "ask", reason: "really?" };
  const decide = (event: Event): Decision => {
    const given = new Map<string, Verdict>();
    for (;;) {
      const next = step(set, event, given);
      if (next.kind === "decided") return next.decision;
      for (const { id } of next.needs) given.set(id, asks);
    }
  };
  return dockerAgentSession({
    decide,
    reload: (rules) =>
      void ({ set } = compilePolicies([...policies, ...rules.policies], { vocabulary: VOCABULARY })),
    askPerson: null,
    ...more,
  });
}

/** A grant of the session covers a call that a preempting hook asks about: the user is not asked once more. */
export const runGrantRow: RunRow = async ({ given, expect: wanted }) => {
  let asked = 0;
  const hooks = { pre_tool_use: [{ preempt_yolo: true, hooks: [command("true")] }] };
  const session = sessionOf(fileOf(hooks), {
    permissions: { allow: given["session_allow"] as readonly string[] },
    askPerson: () => {
      asked++;
      return { kind: "reject", reason: "" };
    },
  });
  const { kind } = await session.toolCall({ id: "1", name: "shell", input: given["args"] as JsonObject });
  expect({ covers: asked === 0 }).toEqual({ covers: wanted["covers"] });
  expect(kind).toBe(asked === 0 ? "run" : "refused");
};

/** How dangerous a call is, as the prompt shows it to the user. */
export const runSafetyRow: RunRow = async ({ given, expect: wanted }, _, directory) => {
  const { command: cmd, tool_name: tool = "shell", args = { cmd } } = given;
  const tools = {
    [tool as string]: {
      run: () => "",
      ...(given["read_only_hint"] === true && { readOnly: true }),
      ...(given["destructive_hint"] === true && { destructive: true }),
    },
  };
  const call = { id: "1", name: tool as string, input: args as JsonObject };
  const shown: Data[] = [];
  const session = sessionOf(fileOf({}), {
    traitsOf: (one) => traitsOf(one, tools, directory),
    askPerson: ({ metadata }) => {
      shown.push(metadata);
      return { kind: "approve" };
    },
    mode: "strict",
  });
  await session.toolCall(call);
  const { safety_label: label, blast_radius: radius, reason } = shown[0] ?? {};
  const found: Readonly<Record<string, () => unknown>> = {
    class: () => label,
    blast_radius: () => radius,
    reason_nonempty: () => typeof reason === "string" && reason !== "",
    origin: () => (reason === undefined ? "annotation" : "classifier"),
  };
  for (const [key, value] of Object.entries(wanted)) {
    if (key === "class_not") expect(label, key).not.toBe(value);
    else if (found[key] === undefined) throw new Error(`the test does not know \`${key}\``);
    else expect(found[key](), key).toBe(value);
  }
};

/** The modes that a session may have, and the words of an answer that changes the mode. */
export const runModeRow: RunRow = async ({ given, expect: wanted }) => {
  if (Object.hasOwn(given, "mode")) {
    const open = (): unknown => sessionOf(fileOf({}), { mode: given["mode"] as SafetyMode });
    if (wanted["valid"] === true) open();
    else expect(open).toThrow(/there is no mode/);
    return;
  }
  const word = given["resume_type"] as string;
  const session = sessionOf(fileOf({}), { askPerson: () => ({ kind: word }) as PersonAnswer });
  const { kind } = await session.toolCall({ id: "1", name: "shell", input: { cmd: "make" } });
  const approves = session.mode === undefined ? "approve" : `approve-${session.mode}`;
  // An answer that nobody knows is not taken for another one: it approves nothing.
  expect({ normalized: kind === "run" ? approves : word }).toEqual({ normalized: wanted["normalized"] });
  if (kind !== "run") expect(word).not.toMatch(/^approve/);
};
