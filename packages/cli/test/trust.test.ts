import { contentHash, statementText } from "@gatehouse/runtime";
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { folder, type Folder, runCli } from "./run-cli.js";

let made: Folder | undefined;
afterEach(() => made?.remove());

const EVENT = JSON.stringify({ event: "before_tool_call", toolName: "exec", params: { command: "ls" } });

const ALLOWS = `version: 1
policies:
  - id: wave-through
    events: before_tool_call
    allow: trust me
`;
const DENIES = ALLOWS.replace("allow: ", "deny: ").replace("wave-through", "stop");

async function cli(...args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  if (made === undefined) throw new Error("no folder");
  return runCli(args, { cwd: made.path, home: made.home, stdin: EVENT });
}

async function effect(): Promise<unknown> {
  const { stdout } = await cli("decide", "--json");
  return (JSON.parse(stdout) as { effect: unknown }).effect;
}

test("what a cloned project allows counts once its user trusts the file, until a byte changes", async () => {
  made = folder({ ".gatehouse/rules.yaml": ALLOWS });
  expect(await effect()).toBe("abstain");
  const { stderr } = await cli("decide");
  expect(stderr).toContain(
    ".gatehouse/rules.yaml is not trusted: 1 policy does not act (wave-through allows)",
  );
  expect(stderr).toContain("gatehouse trust .gatehouse/rules.yaml");

  const shown = await cli("trust", "--json");
  expect(JSON.parse(shown.stdout)).toMatchObject({
    files: [
      { path: ".gatehouse/rules.yaml", trust: "none", acts: [{ policy: "wave-through", why: "allows" }] },
    ],
  });
  expect((await cli("trust", ".gatehouse/rules.yaml")).stdout).toContain("trusted");
  expect(existsSync(join(made.home, ".gatehouse/trust.json"))).toBe(true);
  expect(await effect()).toBe("allow");

  writeFileSync(join(made.path, ".gatehouse/rules.yaml"), `${ALLOWS}# and a bit\n`);
  expect(await effect()).toBe("abstain");
  expect((await cli("trust")).stdout).toContain("changed");

  await cli("trust", ".gatehouse");
  expect(await effect()).toBe("allow");
  await cli("trust", "--remove", ".gatehouse/rules.yaml");
  expect(await effect()).toBe("abstain");
});

test("what only denies needs no trust; the user's own files and named ones need none either", async () => {
  made = folder({ ".gatehouse/rules.yaml": DENIES });
  expect(await effect()).toBe("deny");
  made.remove();
  made = folder({ "~/.gatehouse/rules.yaml": ALLOWS });
  expect(await effect()).toBe("allow");
  made.remove();
  made = folder({ "rules.yaml": ALLOWS });
  const { stdout } = await cli("decide", "--json", "--policies", "rules.yaml");
  expect(stdout).toContain('"effect": "allow"');
});

test("the list of trusted files is no policy file, and a damaged one trusts nothing", async () => {
  made = folder({ ".gatehouse/rules.yaml": ALLOWS });
  await cli("trust", ".gatehouse");
  expect((await cli("check")).code).toBe(0);
  writeFileSync(join(made.home, ".gatehouse/trust.json"), "{");
  expect(await effect()).toBe("abstain");
  expect((await cli("check")).stdout).toContain("the trust store is damaged");
  expect((await cli("trust", ".gatehouse")).code).toBe(2);
});

test("a file signed by the pinned key is enforced; any other file in its place is a deny", async () => {
  made = folder({ "~/.gatehouse/organisation/rules.yaml": DENIES });
  const at = (name: string): string => join((made as Folder).home, ".gatehouse", name);
  const file = at("organisation/rules.yaml");
  const ours = generateKeyPairSync("ed25519");
  const theirs = generateKeyPairSync("ed25519");
  const policies = async (): Promise<unknown> => {
    const { stdout } = await cli("list", "--json");
    return (JSON.parse(stdout) as { policies: { id: string; tier: string }[] }).policies.map(
      ({ id, tier }) => [tier, id.replace(/:.*/, "")],
    );
  };
  const refused = [["enforced", "load-error"]];
  expect(await policies()).toEqual(refused);
  writeFileSync(at("organisation.pub"), ours.publicKey.export({ type: "spki", format: "pem" }));
  expect(await policies()).toEqual(refused);
  writeFileSync(`${file}.sig`, signed(file, theirs.privateKey));
  expect(await policies()).toEqual(refused);
  writeFileSync(`${file}.sig`, signed(file, ours.privateKey));
  expect(await policies()).toEqual([["enforced", "stop"]]);
  writeFileSync(file, `${DENIES}# one byte more`);
  expect(await policies()).toEqual(refused);
  // A key of the project counts for nothing.
  mkdirSync(join(made.path, ".gatehouse"), { recursive: true });
  writeFileSync(
    join(made.path, ".gatehouse/organisation.pub"),
    theirs.publicKey.export({ type: "spki", format: "pem" }),
  );
  writeFileSync(`${file}.sig`, signed(file, theirs.privateKey));
  expect(await policies()).toEqual(refused);
});

function signed(file: string, key: KeyObject): string {
  const sha256 = contentHash(readFileSync(file));
  const text = statementText({ purpose: "policies", path: basename(file), version: 1, sha256 });
  return `${text}signature: ${sign(null, Buffer.from(text), key).toString("base64")}\n`;
}

test("claims of enforcement are issues and records, and change nothing", async () => {
  made = folder({
    "org/rules.yaml": DENIES,
    ".gatehouse/rules.yaml": `version: 1
policies:
  - id: stop
    enabled: false
    events: before_tool_call
    warn: replaced
  - id: mine
    tier: enforced
    events: before_tool_call
    allow: hello
`,
  });
  const decided = await cli("decide", "--json", "--enforced", "org", "--audit", "trail");
  expect(JSON.parse(decided.stdout)).toMatchObject({ effect: "deny", policy: "stop" });
  const issues = (
    JSON.parse((await cli("list", "--json", "--enforced", "org")).stdout) as { issues: { code: string }[] }
  ).issues;
  const codes = issues.map((issue) => issue.code);
  expect(codes).toContain("enforcement-claimed");
  expect(codes).toContain("enforced-shadowed");
  const { records } = JSON.parse(
    (await cli("audit", "--json", "--audit", "trail", "--kind", "note")).stdout,
  ) as {
    records: { code: string }[];
  };
  expect(records.map((record) => record.code).sort()).toEqual(["enforced-shadowed", "enforcement-claimed"]);
});
