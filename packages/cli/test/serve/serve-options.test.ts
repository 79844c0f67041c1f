// An option of the command line that a server is started with counts, or is refused: it is never ignored.
import { afterAll, expect, test } from "vitest";
import { folder, runCli } from "../run-cli.js";

const MIMIR = "hooks: { pre-bash-execution: { command: 'exit 1', continueOnError: false } }\n";
const NATIVE = "version: 1\npolicies:\n  - { id: no-rm, events: before_tool_call, deny: no }\n";
const ONE = "callers: [{ name: a, roles: [decide], token: { env: TOKEN } }]";
const place = folder({
  "rules.conf": NATIVE,
  "mimir.conf": MIMIR,
  "native.yaml": NATIVE,
  "server.yaml": `version: 1\ntenants: { main: { policies: [{ path: mimir.conf, format: mimir }], ${ONE} } }\n`,
  "wrong.yaml": `version: 1\ntenants: { main: { policies: [{ path: mimir.conf, format: mimirr }], ${ONE} } }\n`,
});
afterAll(place.remove);

const check = async (...args: readonly string[]) =>
  await runCli(["serve", ...args, "--check", "--json"], {
    ...{ cwd: place.path, home: place.home, env: { TOKEN: "0123456789abcdef-token" } },
  });
const versionOf = ({ stdout }: { readonly stdout: string }): string | undefined =>
  (JSON.parse(stdout) as { readonly tenants: Readonly<Record<string, string>> }).tenants["main"];

test("--policy-format says whose the file is, as `format` of the server's file does", async () => {
  const named = await check("--policies", "mimir.conf", "--policy-format", "mimir");
  expect(named.code).toBe(0);
  expect(named.stderr).toContain("no command handler answers");
  expect(await check("server.yaml")).toMatchObject({ code: 0 });
  expect((await check("--policies", "rules.conf", "--policy-format", "gatehouse")).code).toBe(0);
  const other = await check("--policies", "rules.conf", "--policy-format", "mimir");
  expect([other.code, other.stderr]).toEqual([2, expect.stringContaining("other-format")]);
  const wrong = await check("wrong.yaml");
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringMatching(/`mimirr`.*`mimir`/)]);
});

test("--enforced is another version of the policies, and one that is not there is an error", async () => {
  const alone = await check("--policies", "native.yaml");
  const both = await check("--policies", "native.yaml", "--enforced", "native.yaml");
  expect([alone.code, both.code]).toEqual([0, 0]);
  expect(versionOf(both)).not.toBe(versionOf(alone));
  expect((await check("--policies", "native.yaml", "--enforced", "gone.yaml")).code).toBe(2);
});

test.each([
  ["--policy-format", "mimir"],
  ["--enforced", "native.yaml"],
])("%s beside a server's file is refused", async (option, value) => {
  const { code, stderr } = await check("server.yaml", option, value);
  expect([code, stderr]).toEqual([2, expect.stringContaining("tenants.NAME.policies")]);
});
