// A format that is named counts, for a path as for a text; what cannot count is refused, with the word that was meant.
import { createGatehouse, type GatehouseOptions } from "@gatehouse-hooks/core";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

const MIMIR = "hooks: { pre-bash-execution: { command: 'exit 1', continueOnError: false } }\n";
const AGENT = 'permissions: { deny: ["shell:cmd=*sudo*"] }\n';
const MAYROS = "---\nname: no-rm\nevents: before_tool_call\n---\nDeny rm.\n";
const NATIVE = "version: 1\npolicies:\n  - { id: no-rm, events: before_tool_call, deny: no }\n";

const place = mkdtempSync(join(tmpdir(), "gatehouse-formats-"));
mkdirSync(join(place, "folder"));
const FILES = {
  "rules.yaml": MIMIR,
  "agent.yaml": AGENT,
  "no-rm.txt": MAYROS,
  "native.conf": NATIVE,
  "folder/one.yaml": MIMIR,
  "folder/readme.md": MAYROS,
};
for (const [name, text] of Object.entries(FILES)) writeFileSync(join(place, name), text);
afterAll(() => rmSync(place, { recursive: true, force: true }));

async function opened(policies: GatehouseOptions["policies"]) {
  const gatehouse = await createGatehouse({ policies, onNotice: () => undefined });
  await gatehouse.close();
  const { policies: set, issues, lost } = gatehouse;
  return { set, codes: issues.map(({ code }) => code), lost: lost.length };
}

test.each([
  ["rules.yaml", "mimir", MIMIR],
  ["agent.yaml", "docker-agent", AGENT],
  ["no-rm.txt", "mayros", MAYROS],
  ["native.conf", "gatehouse", NATIVE],
])("%s as %s is read as the text is", async (name, format, text) => {
  const path = join(place, name);
  const byPath = await opened({ path, format });
  const byText = await opened({ text, path, format });
  expect(byPath).toEqual(byText);
  expect(byPath).toMatchObject({ codes: [], lost: 0 });
});

test.each([
  ["rules.yaml", "gatehouse"],
  ["agent.yaml", "mimir"],
  ["no-rm.txt", "docker-agent"],
  ["native.conf", "mayros"],
])(
  "%s, which is not of the format %s: an error, and what it might have guarded is lost",
  async (name, format) => {
    const path = join(place, name);
    const { codes, lost } = await opened({ path, format });
    expect(codes).not.toEqual([]);
    expect(lost).toBeGreaterThan(0);
  },
);

test("in a folder the format says which files are policies", async () => {
  const path = join(place, "folder");
  const named = async (format: string) => (await opened({ path, format })).codes;
  expect(await named("mimir")).toEqual([]);
  expect(await named("mayros")).toEqual([]);
});

test.each([
  [{ path: "rules.yaml", format: "mimirr" }, /`mimirr`.*`mimir`/],
  [{ path: "rules.yaml", format: "yaml" }, /`yaml`.*gatehouse/],
  [{ text: NATIVE, format: "nativ" }, /`nativ`.*gatehouse/],
  [{ path: "rules.yaml", fromat: "mimir" }, /`fromat`.*`format`/],
  [{ text: NATIVE, tire: "user" }, /`tire`.*`tier`/],
  [{ path: "rules.yaml", format: 7 }, /`format`.*name/],
])("%j is refused", async (source, message) => {
  const policies = source as GatehouseOptions["policies"];
  await expect(createGatehouse({ policies })).rejects.toThrow(TypeError);
  await expect(createGatehouse({ policies })).rejects.toThrow(message);
});
