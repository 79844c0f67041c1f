// Every row of docker-agent's own tests is run somewhere, or is of a class that documents 002 and 004 do not have.
import { readFileSync } from "node:fs";
import { compilePolicies, decide, step } from "@gatehouse-hooks/engine";
import { approvalPolicies, load, VOCABULARY } from "@gatehouse-hooks/hosts";
import { expect, test } from "vitest";
import type { Data, Row } from "./docker-agent-row.js";

/** The rows that docker-agent's tests gave. */
const ALL = 671;
const RUN = [
  "packages/hosts/test/docker-agent/vectors/docker-agent.jsonl",
  "packages/hosts/test/docker-agent/template/vectors/docker-agent-model.jsonl",
  "packages/commands/test/builtin/vectors/docker-agent-redact.jsonl",
  "packages/commands/test/builtin/vectors/docker-agent-builtin.jsonl",
  "test/hosts/docker-agent-rows.jsonl",
];
const rowsOf = (file: string): readonly Row[] =>
  readFileSync(new URL(`../../${file}`, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Row);

const NOT_READ = rowsOf("packages/hosts/test/docker-agent/vectors/docker-agent-not-read.jsonl");

/** Why rows are not run: what they are about, and what Gatehouse does instead. */
interface Reason {
  readonly why: string;
  readonly when: (row: Row) => boolean;
  readonly instead: (row: Row) => void;
}

const call = (cmd: unknown, more: Data = {}): Data & { readonly event: string } => ({
  event: "pre_tool_use",
  tool_name: "shell",
  tool_input: { cmd },
  ...more,
});

const approved = (event: Data & { readonly event: string }, session: Data = {}): string =>
  decide(
    compilePolicies(approvalPolicies({ session }).policies, { vocabulary: VOCABULARY }).set,
    event as never,
  ).effect;

const isClass = (wanted: Data): boolean =>
  Object.hasOwn(wanted, "class") || Object.hasOwn(wanted, "class_not");

const REASONS: readonly Reason[] = [
  {
    why: "commands are not classified: without a label from the host, `balanced` leaves them to the user",
    when: ({ given, expect: wanted }) => Object.hasOwn(given, "command") && isClass(wanted),
    instead: ({ given }) =>
      expect(approved(call(given["command"], { safety_policy: "balanced" }))).toBe("abstain"),
  },
  {
    why: "a tool's label is the host's: without one, `balanced` leaves the call to the user",
    when: ({ expect: wanted }) => isClass(wanted),
    instead: () => expect(approved(call("x", { safety_policy: "balanced" }))).toBe("abstain"),
  },
  {
    why: "modes are words of the host: a word that is not `autonomous` allows nothing by itself",
    when: ({ kind }) => kind === "safety-mode",
    instead: ({ given }) => {
      const mode = given["mode"] ?? given["yaml_safety"] ?? given["resume_type"] ?? "";
      const expected = mode === "autonomous" ? "allow" : "abstain";
      expect(approved(call("x", { safety_policy: mode }))).toBe(expected);
    },
  },
  {
    why: "a grant of the session never silences a hook, so that no second reading of it is needed",
    when: ({ given, expect: wanted }) =>
      Object.hasOwn(given, "session_allow") && Object.hasOwn(wanted, "covers"),
    instead: ({ given }) => {
      const session = { allow: given["session_allow"] as readonly string[] };
      const hook = {
        id: "guard",
        events: ["pre_tool_use"],
        handler: { kind: "static", verdict: "ask", reason: "" },
      };
      const { set } = compilePolicies([...approvalPolicies({ session }).policies, hook], {
        vocabulary: VOCABULARY,
      });
      const { cmd } = (given["args"] ?? {}) as Data;
      const next = step(set, call(cmd) as never, new Map());
      expect(next.kind === "decided" && next.decision.effect).toBe("ask");
    },
  },
  {
    why: "there are no evaluators: a hook that names one is refused, and what it guards denied",
    when: ({ kind }) => kind === "evaluator",
    instead: ({ given }) => {
      const hook = { type: "evaluator", evaluator: "one", evaluator_policy: given["evaluator_policy"] ?? {} };
      const file = {
        evaluators: { one: given["evaluator"] ?? {} },
        hooks: { tool_guard: [{ hooks: [hook] }] },
      };
      const { policies, issues, lost } = load(JSON.stringify(file), {
        path: "a.json",
        format: "docker-agent",
      });
      expect(policies).toEqual([]);
      expect(issues.some(({ severity }) => severity === "error")).toBe(true);
      expect(lost).toMatchObject([{ events: ["tool_guard"] }]);
    },
  },
];

test.each(NOT_READ.map((row) => [row.id, row] as const))(
  "%s is not run, for a reason that holds",
  (_, row) => {
    const [reason] = REASONS.filter(({ when }) => when(row));
    if (reason === undefined) throw new Error("nobody says why this row is not run");
    reason.instead(row);
  },
);

test("every reason accounts for a row", () => {
  const first = NOT_READ.map((row) => REASONS.find(({ when }) => when(row))?.why);
  for (const { why } of REASONS) expect(first).toContain(why);
});

test("every row is run, or has its reason", () => {
  const run = new Set(RUN.flatMap(rowsOf).map(({ id }) => id));
  const rest = NOT_READ.map(({ id }) => id);
  expect(rest.filter((id) => run.has(id))).toEqual([]);
  expect(run.size + new Set(rest).size).toBe(ALL);
});
