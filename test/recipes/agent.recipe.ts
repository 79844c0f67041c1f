import type { Recipe } from "./recipe.js";

const HOSTS = "packages/hosts/src";
const EXAMPLES = "packages/playground/src/model/agent-examples.table.ts";
const CALLS = "packages/playground/src/model/examples.table.ts";
const SAMPLES = "packages/hosts/test/agents/samples.ts";
const EXAMPLES_TEST = "packages/playground/test/agent-examples.test.ts";

/** Qwen Code under the name of an agent that there is not. */
function asAcorn(text: string): string {
  return text
    .replaceAll("qwen-code", "acorn-code")
    .replaceAll("qwenCode", "acornCode")
    .replaceAll("Qwen Code", "Acorn Code")
    .replaceAll("QWEN_CODE", "ACORN_CODE")
    .replaceAll("Qwen", "Acorn")
    .replaceAll(".qwen", ".acorn")
    .replaceAll('"qwen"', '"acorn"');
}

/** What stands between two marks of a text, the first one with it. */
function part(text: string, from: string, to: string): string {
  const start = text.indexOf(from);
  const end = text.indexOf(to, start);
  if (start === -1 || end === -1) throw new Error(`no part from ${from} to ${to}`);
  return text.slice(start, end);
}

/** An agent that is Qwen Code by another name, but for a field that marks its payloads. */
export const AGENT_RECIPE: Recipe = {
  name: "A host (an agent)",
  tests: [
    "test/tools/agent-lists.test.ts",
    "test/tools/generate-packs.test.ts",
    "packages/hosts/test/agents/golden.test.ts",
    "packages/hosts/test/agents/recorded.test.ts",
    "packages/hosts/test/agents/descriptors.test.ts",
    EXAMPLES_TEST,
    "packages/playground/test/event-command.test.ts",
    "packages/cli/test/own-config/guarded-list.test.ts",
    "packages/cli/test/own-config/own-config-hosts.test.ts",
  ],
  rounds: [
    [
      {
        says: "Make the folder `packages/hosts/src/<host>`",
        take(copy) {
          copy.copyFolder(`${HOSTS}/qwen-code`, `${HOSTS}/acorn-code`, (text) =>
            asAcorn(text).replace(
              "namesEventOf(CAPABILITIES, payload) &&",
              'namesEventOf(CAPABILITIES, payload) && typeof payload["acorn_version"] === "string" &&',
            ),
          );
          const file = `${HOSTS}/qwen-code/host.ts`;
          const mark = "namesEventOf(CAPABILITIES, payload) &&";
          copy.write(
            file,
            copy.read(file).replace(mark, `${mark} payload["acorn_version"] === undefined &&`),
          );
        },
      },
    ],
    [
      {
        says: "run `pnpm agents-lists`",
        take: (copy) => void copy.run("tsx", ["tools/generate-agents.ts"]),
        missed: "every list of agents has what their folders export for it",
      },
    ],
    [
      {
        says: "`gatehouse/packs/guarded-files.table.ts`",
        take: (copy) =>
          copy.insert(`${HOSTS}/gatehouse/packs/guarded-files.table.ts`, '".qwen"]', '".acorn", '),
        missed: "the list of what decides about agents has every file that `init` writes",
      },
      {
        says: "`samples.ts`",
        take(copy) {
          const whole = copy.read(SAMPLES);
          const lines = whole.split("\n").filter((line) => line.startsWith('  "qwen-code": { '));
          for (const line of lines)
            copy.insert(
              SAMPLES,
              line,
              `${asAcorn(line).replace("session_id:", 'acorn_version: "1", session_id:')}\n`,
            );
        },
        missed: "acorn-code answers as its golden file says",
      },
      {
        says: "`write-golden.ts`",
        take: (copy) =>
          void copy.run("tsx", [
            "--conditions=@gatehouse-hooks/source",
            "packages/hosts/test/agents/write-golden.ts",
          ]),
        missed: "there is no golden file of a host that is not there",
      },
      {
        says: "`agent-examples.table.ts`",
        take(copy) {
          const example = part(
            copy.read(EXAMPLES),
            '  {\n    agent: "qwen-code"',
            '  {\n    agent: "vscode"',
          );
          copy.insert(
            EXAMPLES,
            example,
            asAcorn(example).replace(
              "session_id: SESSION,",
              'session_id: SESSION,\n      acorn_version: "1",',
            ),
          );
        },
        missed: "each agent has an example",
      },
      {
        says: "`examples.table.ts`",
        take(copy) {
          const call = part(copy.read(CALLS), '  "qwen-code": (command)', "  vscode: (command)");
          copy.insert(
            CALLS,
            call,
            asAcorn(call).replace("session_id: SESSION,", 'session_id: SESSION,\n    acorn_version: "1",'),
          );
        },
        missed: 'the command of an event of acorn-code "ls" is read, and written',
      },
      {
        says: "`agent-examples.test.ts`",
        take: (copy) =>
          copy.insert(
            EXAMPLES_TEST,
            '  "qwen-code": ["deny"',
            '  "acorn-code": ["deny", "no-private-keys"],\n',
          ),
      },
    ],
    [
      {
        says: "`pnpm packs`",
        take: (copy) =>
          void copy.run("tsx", ["--conditions=@gatehouse-hooks/source", "tools/generate-packs.ts"]),
        missed: "the table of packs is what packs/*.yaml hold",
      },
    ],
  ],
};
