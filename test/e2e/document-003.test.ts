import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { compilePolicies, type Decision } from "@gatehouse-hooks/engine";
import {
  interpretMimir,
  loadAll,
  mimirEnvironment,
  type PolicyFile,
  prepareMimirEvent,
  VOCABULARY,
} from "@gatehouse-hooks/hosts";
import { commandHandler } from "@gatehouse-hooks/commands";
import { createRuntime } from "@gatehouse-hooks/runtime";
import { expect, test } from "vitest";

const dir = mkdtempSync(path.join(tmpdir(), "document-003-"));

/** Document 003, Example 3, in other words: a validator that refuses what it finds dangerous. */
const VALIDATOR = `import re, sys
if re.search(r"rm\\s+-rf\\s+/", sys.argv[1]):
    print("BLOCKED: " + sys.argv[1])
    sys.exit(1)
`;
writeFileSync(path.join(dir, "validate.py"), VALIDATOR);

async function decide(
  files: readonly PolicyFile[],
  event: Parameters<typeof prepareMimirEvent>[0],
): Promise<Decision> {
  const { policies } = loadAll(files);
  const command = commandHandler({
    interpret: interpretMimir,
    variables: mimirEnvironment,
    env: { PATH: process.env["PATH"], TOKEN: "secret" },
    cwd: dir,
  });
  const runtime = createRuntime({
    policies: compilePolicies(policies, { vocabulary: VOCABULARY }).set,
    handlers: { command },
  });
  const decision = await runtime.decide(prepareMimirEvent(event));
  await runtime.close();
  return decision;
}

const file = (text: string, tier: PolicyFile["tier"] = "project"): PolicyFile => ({
  path: `${tier ?? ""}/.mimir/config.yml`,
  text,
  tier,
});
const validator = file(`hooks:
  pre-bash-execution:
    command: python3 validate.py "{bash_command}"
    timeout: 20000
    continueOnError: false
`);

test("a validator blocks with its own words, and lets the rest through", async () => {
  const blocked = await decide([validator], { event: "pre-bash-execution", bash_command: "rm -rf / # it's" });
  expect([blocked.effect, blocked.reason]).toEqual(["deny", "BLOCKED: rm -rf / # it's"]);
  const passed = await decide([validator], { event: "pre-bash-execution", bash_command: "ls" });
  expect(passed.effect).toBe("abstain");
});

test("what should be validated is not executed", async () => {
  for (const payload of ["$(touch PWNED)", "`touch PWNED`", '"; touch PWNED; "', "'; touch PWNED; '"]) {
    await decide([validator], { event: "pre-bash-execution", bash_command: payload });
  }
  expect(existsSync(path.join(dir, "PWNED"))).toBe(false);
});

test("a validator that gets nothing to validate, or takes too long, blocks", async () => {
  const missing = await decide([validator], { event: "pre-bash-execution" });
  expect([missing.effect, missing.reason]).toEqual([
    "deny",
    expect.stringContaining("`bash_command` is missing"),
  ]);
  const slow = file("hooks: { pre-tool-call: { command: sleep 20, timeout: 200, continueOnError: false } }");
  const late = await decide([slow], { event: "pre-tool-call", tool_name: "write" });
  expect([late.effect, late.trace[0]?.failure?.code]).toEqual(["deny", "timeout"]);
});

test("patterns choose the files, and the parent's variables arrive", async () => {
  const lint = file(
    'hooks: { pre-file-write: { command: "printf %s \\"$T {file_path}\\" >&2; exit 1", patterns: ["src/**/*.ts", "!**/*.test.ts"], environment: { T: "${TOKEN}" } } }',
  );
  const written = (name: string): Promise<Decision> =>
    decide([lint], { event: "pre-file-write", file_path: `${dir}/${name}`, working_dir: dir });
  expect((await written("src/a.ts")).warnings.map(({ reason }) => reason)).toEqual([
    `secret ${dir}/src/a.ts`,
  ]);
  expect((await written("src/a.test.ts")).trace).toEqual([]);
  expect((await written("b.ts")).trace).toEqual([]);
});

test("the organisation's hook runs whatever the project says", async () => {
  const organisation = file(
    "enforcement: { hooks: { pre-bash-execution: { command: 'echo no >&2; exit 1', continueOnError: false } } }",
    "enforced",
  );
  const project = file(
    "hooks: { pre-bash-execution: { command: 'true', enforced: true, continueOnError: true } }",
  );
  const decision = await decide([project, organisation], { event: "pre-bash-execution", bash_command: "ls" });
  expect([decision.effect, decision.policy, decision.reason]).toEqual([
    "deny",
    "mimir.enforced.pre-bash-execution",
    "no",
  ]);
});
