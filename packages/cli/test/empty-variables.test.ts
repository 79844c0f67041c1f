import { expect, test } from "vitest";
import { excludesFile } from "../../commands/src/git/git-settings.js";
import { ENVIRONMENT } from "../../local/src/environment.table.js";
import { folder, runCli } from "./run-cli.js";

const RULES =
  "version: 1\npolicies:\n  - id: a\n    events: before_tool_call\n    tools: Bash\n    deny: no\n";
const EVENT = '{"event":"before_tool_call","toolName":"Bash","params":{}}';

/** Its value is looked at where the command starts: an empty home is bad usage, since a project could become the user's. */
const NAMES = ENVIRONMENT.map(({ name }) => name).filter((name) => name !== "HOME");

test.each([
  [["decide", "-", "--json", "--store", "off"]],
  [["cache", "--json"]],
  [["list", "--json"]],
  [["hook", "claude-code"]],
])("%j: an empty variable is one that is not set", async (args) => {
  const there = folder({ ".gatehouse/a.yaml": RULES });
  const ran = async (env: Readonly<Record<string, string>>): Promise<readonly unknown[]> => {
    const { code, stdout, stderr } = await runCli(args, {
      cwd: there.path,
      home: there.home,
      env,
      stdin: EVENT,
    });
    return [code, stdout.replaceAll(/"ms":[\d.]+/g, ""), stderr];
  };
  const without = await ran({});
  expect(await ran(Object.fromEntries(NAMES.map((name) => [name, ""])))).toEqual(without);
  for (const name of ["GATEHOUSE_CACHE", "FORCE_COLOR"]) expect(await ran({ [name]: "" })).toEqual(without);
  there.remove();
});

test("git's list of ignored files is looked for where it is without XDG_CONFIG_HOME", () => {
  const call = (env: Readonly<Record<string, string>>): Parameters<typeof excludesFile>[1] =>
    ({ env }) as unknown as Parameters<typeof excludesFile>[1];
  const none = new Map<string, string>();
  expect(excludesFile(none, call({ HOME: "/h", XDG_CONFIG_HOME: "" }))).toBe("/h/.config/git/ignore");
  expect(excludesFile(none, call({ HOME: "/h", XDG_CONFIG_HOME: "/c" }))).toBe("/c/git/ignore");
});
