// `add_context` of docker-agent: a template over the input of the hook.
import { afterEach, expect, test } from "vitest";
import { type Folder, folder, runCli } from "../run-cli.js";

let here: Folder | undefined;
afterEach(() => here?.remove());

async function hooked(event: string, templates: readonly string[], fields: object): Promise<string> {
  const args = JSON.stringify(templates);
  here = folder({
    "agent.yaml": `hooks:\n  ${event}: [{ type: builtin, command: add_context, args: ${args} }]\n`,
  });
  const { path: cwd, home } = here;
  const stdin = JSON.stringify({ session_id: "s1", cwd, hook_event_name: event, ...fields });
  const ran = await runCli(["hook", "docker-agent", "--policies", "agent.yaml"], { cwd, home, stdin });
  expect(ran.code).toBe(0);
  here.remove();
  return ran.stdout;
}

const contextIn = (said: string): string => {
  const { hook_specific_output: own } = JSON.parse(said) as {
    hook_specific_output: { additional_context: string };
  };
  return own.additional_context;
};

test("adds what its templates give, a line each, and nothing for an empty one", async () => {
  const templates = [
    "Session {{ .SessionID }}",
    "  ",
    "{{ if .Prompt }}asked: {{ truncate 3 .Prompt }}{{ end }}",
  ];
  const said = await hooked("user_prompt_submit", templates, { prompt: "hello" });
  expect(contextIn(said)).toBe("Session s1\nasked: hel…");
  expect(await hooked("turn_start", ["{{ if .Prompt }}x{{ end }}"], {})).toBe("");
});

test("a value that the event does not have is a failure, and no context is made up", async () => {
  const said = await hooked("user_prompt_submit", ["{{ .ToolInput.cmd }}"], { prompt: "hello" });
  expect(said).toContain("argument 1: a value that is to be shown is not in the event");
  expect(said).not.toContain("no value");
});

test.each([
  ["{{ .Promt }}", "write `.Prompt`"],
  ["{{ range .ToolInput }}x{{ end }}", "`range` is not supported"],
  ["{{ .Prompt", ""],
])("a template that can never be filled is an error of the file: %s", async (template, cure) => {
  const file = `hooks:\n  turn_start: [{ type: builtin, command: add_context, args: [${JSON.stringify(template)}] }]\n`;
  here = folder({ "agent.yaml": file });
  const { code, stdout } = await runCli(["check", "agent.yaml"], { cwd: here.path, home: here.home });
  expect([code, stdout.includes("invalid-value"), stdout.includes(cure)]).toEqual([1, true, true]);
});

test("it stays in the file where context is imported: its template names fields of docker-agent", async () => {
  here = folder({
    "agent.yaml":
      "agents: { root: { add_date: true, hooks: { turn_start: [{ type: builtin, command: add_context, args: [x] }] } } }\n",
  });
  const { stdout } = await runCli(["import", "agent.yaml"], { cwd: here.path, home: here.home });
  expect(stdout).toContain("1 policy, 1 not kept");
});
