import { spawnSync } from "node:child_process";
import type { Event } from "@gatehouse-hooks/engine";
import fc from "fast-check";
import { interpretMimir, mimirEnvironment, resolveEnvironment } from "@gatehouse-hooks/hosts";
import { describe, expect, test } from "vitest";
import { SHELLS } from "./shells.js";
import { assertLaw } from "../../../../test/assert-law.js";
import { characters } from "../../../../test/arbitraries/characters.js";

const env = (
  names: readonly string[],
  event: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string | undefined>> =>
  mimirEnvironment(
    {
      handler: { command: names.map((name) => `\${MIMIR_${name}?}`).join(" ") },
      event: { event: "x", ...event },
    },
    {},
  );

describe("values", () => {
  test.each([
    ["task_description", { task_description: "a'$(b)" }, "a'$(b)"],
    ["json_task_description", { task_description: 'a"\n' }, 'a\\"\\n'],
    ["tool_args", { tool_args: { a: ["b"] } }, '{"a":["b"]}'],
    ["tool_args", { tool_args: '{"a":1}' }, '{"a":1}'],
    ["tool_args", { tool_args: "no JSON" }, '"no JSON"'],
    ["cost", { cost: 0.42 }, "0.42"],
    ["cost", { cost: "12" }, "12"],
    ["cost", { cost: "1 ; x" }, undefined],
    ["cost", { cost: "a[$(x)]" }, undefined],
    ["task_description", {}, undefined],
    ["task_description", { task_description: null }, undefined],
    ["task_description", { task_description: { a: 1 } }, undefined],
    ["task_description", { task_description: "a\0b" }, undefined],
    ["bash_command", { bash_command: "x".repeat(200_000) }, undefined],
    ["file_path", { file_path: "--config=evil.js" }, "./--config=evil.js"],
    ["file_path", { file_path: "a.ts", working_dir: "/p" }, "/p/a.ts"],
    ["file_path", { file_path: "/p/a.ts" }, "/p/a.ts"],
    ["file_name", { file_path: "/p/a.test.ts" }, "a.test.ts"],
    ["file_ext", { file_path: "/p/a.test.ts" }, ".ts"],
    ["file_ext", { file_path: "/p/.env" }, ""],
    ["__proto__", {}, undefined],
    ["constructor", {}, undefined],
  ])("%s of %j", (name, event, wanted) => {
    expect(env([name], event)[`MIMIR_${name}`]).toBe(wanted);
  });

  test("what a command wrote is cut, what it is about never is", () => {
    const long = "🤖".repeat(100_000);
    const { MIMIR_bash_stdout: text, MIMIR_json_bash_stdout: json } = env(
      ["bash_stdout", "json_bash_stdout"],
      { bash_stdout: long },
    );
    expect(text?.endsWith("🤖… (cut)")).toBe(true);
    expect(JSON.parse(`"${json ?? ""}"`)).toBe(text);
    expect(JSON.parse(env(["tool_result"], { tool_result: { long } })["MIMIR_tool_result"] ?? "")).toContain(
      "… (cut)",
    );
  });

  test("every value fits into the environment of a process", () => {
    assertLaw(
      fc.property(fc.string({ unit: characters }), fc.integer({ min: 1, max: 30_000 }), (unit, times) => {
        for (const text of Object.values(
          env(["bash_stdout", "json_bash_stdout"], { bash_stdout: unit.repeat(times).slice(0, 300_000) }),
        )) {
          expect(Buffer.byteLength(text ?? "")).toBeLessThan(131_000);
        }
      }),
      { quick: 50 },
    );
  });
});

describe("environment", () => {
  test("the parent's values, once and without looking at them again", () => {
    expect(resolveEnvironment({ A: "x${B}y", C: "${NONE}", D: "$B ${B" }, { B: "${E}", E: "no" })).toEqual({
      variables: { A: "x${E}y", C: undefined, D: "$B ${B" },
      missing: ["NONE"],
    });
    expect(resolveEnvironment({ A: "${toString}" }, {}).missing).toEqual(["toString"]);
  });

  test("a hook's variables win over the parent's of the same name", () => {
    const handler = { command: "${MIMIR_agent_id?}", env: { MODE: "${M}" } };
    expect(
      mimirEnvironment({ handler, event: { event: "x" } }, { MIMIR_agent_id: "forged", M: "m" }),
    ).toEqual({
      MODE: "m",
      MIMIR_agent_id: undefined,
    });
  });
});

describe("outcome", () => {
  test.each([
    [
      { exitCode: 0, signal: null, stdout: "x", stderr: "y" },
      { kind: "approve", reason: "" },
    ],
    [
      { exitCode: 1, signal: null, stdout: "BLOCKED\n", stderr: "" },
      { kind: "failure", code: "exit-code", message: "BLOCKED" },
    ],
    [
      { exitCode: 2, signal: null, stdout: "x", stderr: "why" },
      { kind: "failure", code: "exit-code", message: "why" },
    ],
    [
      { exitCode: 127, signal: null, stdout: "", stderr: " " },
      { kind: "failure", code: "exit-code", message: "exit code 127" },
    ],
    [
      { exitCode: null, signal: "SIGKILL", stdout: "", stderr: "" },
      { kind: "failure", code: "signal", message: "ended by SIGKILL" },
    ],
  ])("%j", (run, wanted) => {
    expect(interpretMimir(run)).toEqual(wanted);
  });
});

describe("a value that did not come is said in words for people (M11)", () => {
  const command = `echo "\${MIMIR_bash_command?}"; echo "\${MIMIR_tokens_used?}"`;

  test.each([
    [{ tokens_used: 1 }, "the event has no `bash_command`"],
    [{ bash_command: null, tokens_used: 1 }, "the event has no `bash_command`"],
    [{ bash_command: "a\0b", tokens_used: 1 }, "`bash_command` of the event holds a NUL character"],
    [{ bash_command: ["ls"], tokens_used: 1 }, "`bash_command` of the event is not a text"],
    [{ bash_command: "x".repeat(200_000), tokens_used: 1 }, "is too long for the environment of a program"],
    [{ bash_command: "ls", tokens_used: "many" }, "`tokens_used` of the event is not a number"],
  ])("%j", (fields, why) => {
    const event = { event: "pre-bash-execution", ...fields } as Event;
    const variables = mimirEnvironment({ handler: { command }, event }, { PATH: process.env["PATH"] });
    for (const [shell = ""] of SHELLS) {
      const { status, ...run } = spawnSync(shell, ["-c", command], {
        env: Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined)),
        encoding: "utf8",
      });
      const verdict = interpretMimir({ ...run, exitCode: status }, { event });
      expect(verdict).toMatchObject({ kind: "failure", code: "no-value" });
      expect(verdict.kind === "failure" && verdict.message).toContain(why);
    }
  });

  test("a hook that only says so is not believed", () => {
    const run = {
      exitCode: 1,
      signal: null,
      stdout: "",
      stderr: "sh: MIMIR_bash_command: parameter not set",
    };
    const event = { event: "pre-bash-execution", bash_command: "ls" } as Event;
    expect(interpretMimir(run, { event })).toMatchObject({ code: "exit-code", message: run.stderr });
  });
});
