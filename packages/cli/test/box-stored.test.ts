import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { folder, type Folder, type Ran, runCli } from "./run-cli.js";

const POLICIES = `version: 1
extends: [pack/secrets, pack/git]
policies:
  - id: keys
    events: before_tool_call
    when: facts.reads.any(r, r.touches("~/keys/**"))
    deny: keys
`;

let made: Folder | undefined;
afterEach(() => made?.remove());

async function shown({ path, home }: Folder): Promise<Ran> {
  return await runCli(["box", "--show"], { cwd: path, home, env: { XDG_CACHE_HOME: join(home, "cache") } });
}

test("a box of policies that are stored is that of the policies as they are written", async () => {
  made = folder({ "~/.gatehouse/p.yaml": POLICIES });
  const first = await shown(made);
  expect([first.code, first.stderr]).toEqual([0, ""]);
  expect(first.stdout).toContain("~/keys/**");
  const stores = join(made.home, "cache/gatehouse");
  const [name = ""] = readdirSync(stores);
  expect(await shown(made)).toEqual(first);

  // What is damaged hides nothing less.
  const store = readFileSync(join(stores, name), "latin1");
  const at = store.indexOf("~/keys/");
  expect(at).toBeGreaterThan(0);
  writeFileSync(join(stores, name), `${store.slice(0, at)}~/none/${store.slice(at + 7)}`, "latin1");
  expect((await shown(made)).stdout).toBe(first.stdout);

  writeFileSync(join(made.home, ".gatehouse/p.yaml"), POLICIES.replace("~/keys/", "~/more/"));
  const other = await shown(made);
  expect(other.stdout).toContain("~/more/**");
  expect(other.stdout).not.toContain("~/keys/**");
});

test("a policy that cannot be loaded, stored or not, makes no box", async () => {
  made = folder({ "~/.gatehouse/p.yaml": POLICIES, "~/.gatehouse/q.yaml": "version: 1\npolicies: [" });
  for (let run = 0; run < 2; run++) {
    const { code, stderr } = await shown(made);
    expect([code, stderr]).toEqual([2, expect.stringContaining("what it would hide is not known")]);
  }
});
