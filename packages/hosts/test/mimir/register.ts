import { compilePolicies, decide } from "@gatehouse-hooks/engine";
import { loadAll, VOCABULARY } from "@gatehouse-hooks/hosts";
import { expect } from "vitest";

/** Rows whose expectation is that of the document's listed code, or belongs to another package (SPEC, "Deviations"). */
export interface OtherwiseRow {
  readonly row: string;
  readonly chosen: string;
  readonly why: string;
  readonly check: () => void | Promise<void>;
}

const PROMPT = ['"Y"', '"n"', '"yes"', '""', '" y"'];

/** What the format itself does about prompts: it hands the flag on, and the runtime asks. */
function promptIsHandedOn(): void {
  const { policies } = loadAll([
    {
      path: ".mimir/config.yml",
      text: "hooks:\n  pre-bash-execution: { command: x, prompt: true, continueOnError: false }\n",
    },
  ]);
  expect(
    policies.map(({ handler, onFailure }) => [handler.kind === "command" && handler.prompt, onFailure]),
  ).toEqual([[true, "deny"]]);
}

export const OTHERWISE: readonly OtherwiseRow[] = [
  ...PROMPT.map((answer) => ({
    row: `prompt-${answer}`,
    chosen: "the answer is read by the runtime's `approve`",
    why: "a format asks nobody; the policy carries `prompt: true`",
    check: promptIsHandedOn,
  })),
  {
    row: "prompt-declined-result",
    chosen: "declined, a hook that gates denies",
    why: "the document's code counts a declined validator as passed; the policy's `onFailure` is deny",
    check: promptIsHandedOn,
  },
  {
    row: "audit-step8",
    chosen: "the runtime's audit trail",
    why: "a format logs nothing; the decision's trace holds each hook and its outcome",
    check: () => {
      const { policies } = loadAll([
        { path: ".mimir/config.yml", text: "hooks:\n  pre-tool-call: { command: x }\n" },
      ]);
      const { trace } = decide(compilePolicies(policies, { vocabulary: VOCABULARY }).set, {
        event: "pre-tool-call",
      });
      expect(trace).toMatchObject([{ policy: "mimir.project.pre-tool-call", verdict: "failure" }]);
    },
  },
  {
    row: "precedence-global-project",
    chosen: "both run, the global one first",
    why: "the document is silent, and its code drops one; a project must not switch off what its user set up",
    check: () => {
      const { policies } = loadAll([
        {
          path: ".mimir/config.yml",
          tier: "project",
          text: "hooks:\n  pre-file-write: { command: PROJECT }\n",
        },
        {
          path: "/home/u/.mimir/config.yml",
          tier: "user",
          text: "hooks:\n  pre-file-write: { command: GLOBAL }\n",
        },
      ]);
      const inOrder = policies.toSorted((a, b) => (b.priority ?? 100) - (a.priority ?? 100));
      expect(inOrder.map(({ handler }) => handler.kind === "command" && handler.command)).toEqual([
        "GLOBAL",
        "PROJECT",
      ]);
    },
  },
];
