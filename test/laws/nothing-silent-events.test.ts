import { VOCABULARY } from "@gatehouse-hooks/hosts";
import {
  admitEvent,
  compilePolicies,
  decide,
  type PolicySet,
  readEvent,
  knowsEvent,
} from "@gatehouse-hooks/engine";
import { condition } from "@gatehouse-hooks/condition";
import fc from "fast-check";
import { expect, test } from "vitest";
import { assertLaw } from "../assert-law.js";

/** Who stands before `decide`. */
type Door = typeof admitEvent;

interface Guarded {
  readonly when: string;
  readonly event: Readonly<Record<string, unknown>> & { readonly event: string };
}

/** Rules over documented fields, each with an event that it denies. */
const GUARDED: readonly Guarded[] = [
  {
    when: 'toolName == "exec" && params.command.includes("rm")',
    event: { event: "before_tool_call", toolName: "exec", params: { command: "rm x" } },
  },
  {
    when: 'toolName == "write" && params.path.startsWith("/etc")',
    event: { event: "before_tool_call", toolName: "write", params: { path: "/etc/x", content: "" } },
  },
  {
    when: 'tool_name == "shell" && tool_input.cmd.includes("rm")',
    event: { event: "pre_tool_use", tool_name: "shell", tool_input: { cmd: "rm x" } },
  },
  {
    when: 'tool_name == "Bash" && tool_input.command.includes("rm")',
    event: { event: "PreToolUse", tool_name: "Bash", tool_input: { command: "rm x" } },
  },
  { when: 'message.includes("x")', event: { event: "message_sending", message: "x" } },
  { when: 'prompt.includes("x")', event: { event: "UserPromptSubmit", prompt: "x" } },
  { when: 'prompt.includes("x")', event: { event: "user_prompt_submit", prompt: "x" } },
  { when: 'bash_command.includes("rm")', event: { event: "pre-bash-execution", bash_command: "rm x" } },
  { when: 'file_path.includes("x")', event: { event: "pre-file-write", file_path: "/x" } },
  {
    when: 'session_id == "s" && tool_name == "shell"',
    event: { event: "pre_tool_use", tool_name: "shell", session_id: "s" },
  },
  {
    when: 'agentId == "main" && toolName == "exec"',
    event: { event: "before_tool_call", toolName: "exec", params: {}, agentId: "main" },
  },
];

const SETS: readonly PolicySet[] = GUARDED.map(({ when, event }) => {
  const { condition: parsed } = condition(when);
  const handler = { kind: "static", verdict: "deny", reason: "no" };
  return compilePolicies([{ id: "guard", events: [event.event], condition: parsed, handler }], {
    vocabulary: VOCABULARY,
  }).set;
});

/** One character changed or gone. */
function typo(text: string, at: number, letter: string): string {
  const place = at % text.length;
  return text.slice(0, place) + letter + text.slice(place + 1);
}

/** The keys of the event and of the objects in it, and its name: everything that a typing error may hit. */
function mistyped(event: Guarded["event"], which: number, at: number, letter: string): object {
  let n = 0;
  let targets = 1;
  const count = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const inner of Object.values(value)) {
      targets++;
      count(inner);
    }
  };
  count(event);
  const target = which % targets;
  const copy = (value: unknown): unknown =>
    typeof value !== "object" || value === null
      ? value
      : Object.fromEntries(
          Object.entries(value).map(([key, inner]) => [
            ++n === target ? typo(key, at, letter) : key,
            copy(inner),
          ]),
        );
  const made = copy(event) as Record<string, unknown>;
  return target === 0 ? { ...made, event: typo(event.event, at, letter) } : made;
}

function law(door: Door): fc.IProperty<unknown> {
  return fc.property(
    fc.nat(GUARDED.length - 1),
    fc.nat(20),
    fc.nat(60),
    fc.constantFrom("", "x", "_", "-", "A", "e", "0", "\u200B", "\u0430"),
    (index, which, at, letter) => {
      const guarded = GUARDED[index];
      const set = SETS[index];
      if (guarded === undefined || set === undefined) return false;
      const read = readEvent(mistyped(guarded.event, which, at, letter));
      // A driver denies what is no event.
      if (read.kind === "refused") return true;
      const admission = door(set, read.event);
      if (admission.kind === "refused") return true;
      return admission.notices.length > 0 || decide(set, admission.event).effect === "deny";
    },
  );
}

/** Looks at the event's name, and not into the event. */
const blind: Door = (set, event) =>
  knowsEvent(set, event.event) ? { kind: "admitted", event, notices: [] } : admitEvent(set, event);

test("nothing silent: a typing error in an event's name or keys never turns a deny into an abstain without a notice", () => {
  for (const [index, { event }] of GUARDED.entries()) {
    const read = readEvent(event);
    const set = SETS[index];
    if (read.kind !== "event" || set === undefined) throw new Error("no event");
    expect([index, decide(set, read.event).effect]).toEqual([index, "deny"]);
  }
  assertLaw(law(admitEvent));
}, 600_000);

test("nothing silent: a door that does not look into the event is caught", () => {
  expect(() => fc.assert(law(blind), { numRuns: 20_000, endOnFailure: true })).toThrow();
});
