/** One of the systems whose own tests are run here. */
export interface System {
  readonly name: string;
  /** Its rows, one a line: those of several files with the same id are one. */
  readonly rows: readonly string[];
  /** The tests that run them. */
  readonly tests: readonly string[];
}

const DOCKER_AGENT = "packages/hosts/test/docker-agent";

export const SYSTEMS: readonly System[] = [
  {
    name: "docker-agent",
    rows: [
      `${DOCKER_AGENT}/vectors/docker-agent.jsonl`,
      `${DOCKER_AGENT}/vectors/docker-agent-not-read.jsonl`,
      `${DOCKER_AGENT}/template/vectors/docker-agent-model.jsonl`,
      "packages/commands/test/builtin/vectors/docker-agent-redact.jsonl",
      "packages/commands/test/builtin/vectors/docker-agent-builtin.jsonl",
      "test/hosts/docker-agent-rows.jsonl",
    ],
    tests: [
      `${DOCKER_AGENT}/vectors.test.ts`,
      `${DOCKER_AGENT}/template/model-hooks.test.ts`,
      "packages/redact/test/secret-rules.test.ts",
      "packages/commands/test/builtin/builtins.deep.test.ts",
      "packages/commands/test/builtin/later-builtins.test.ts",
      "test/hosts/docker-agent-rows.test.ts",
    ],
  },
  {
    name: "captain-hook",
    rows: ["packages/hooks/test/vectors/captain-hook.jsonl"],
    tests: ["packages/hooks/test/captain-hook.test.ts"],
  },
  {
    name: "Mimir",
    rows: ["packages/hosts/test/mimir/vectors/mimir.jsonl"],
    tests: ["packages/hosts/test/mimir/vectors.test.ts"],
  },
  {
    name: "Mayros: own tests",
    rows: ["packages/hosts/test/vectors/mayros.jsonl"],
    tests: ["packages/hosts/test/mayros-vectors.test.ts"],
  },
  {
    name: "Mayros: files",
    rows: ["packages/hosts/test/vectors/mayros-files.jsonl"],
    tests: ["packages/hosts/test/mayros-vectors.test.ts"],
  },
  {
    name: "Mayros: conditions",
    rows: [
      "packages/condition/test/vectors/mayros-conditions.jsonl",
      "packages/condition/test/vectors/mayros-oddities.jsonl",
    ],
    tests: ["packages/condition/test/conformance.test.ts"],
  },
  {
    name: "Mayros: replies",
    rows: ["packages/judge/test/vectors/mayros-replies.jsonl"],
    tests: ["packages/judge/test/mayros-replies.test.ts"],
  },
];
