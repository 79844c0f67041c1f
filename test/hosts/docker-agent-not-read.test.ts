// Every row of docker-agent's own tests is run somewhere, or is of a class that documents 002 and 004 do not have.
import { readFileSync } from "node:fs";
import { load } from "@gatehouse-hooks/hosts";
import { expect, test } from "vitest";
import type { Row } from "./docker-agent-row.js";

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

const REASONS: readonly Reason[] = [
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
