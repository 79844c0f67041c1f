import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { PinFiles, type ServerIdentity } from "../../../services/src/mcp/pin-files.js";
import { person } from "../person.js";
import { folder, type Folder, runCli } from "../run-cli.js";

const made: Folder[] = [];
afterEach(() => {
  for (const one of made.splice(0)) one.remove();
});

const FILES: ServerIdentity = { name: "files", started: '["node","server.mjs"]' };
const TOOL = { name: "write", description: "writes a file" };

/** A home in which a gate has seen what a server says. */
async function seen(description = TOOL.description): Promise<Folder & { readonly pins: PinFiles }> {
  const one = folder({});
  made.push(one);
  const pins = new PinFiles(one.home);
  await pins.pinsOf(FILES).saw({ tools: [{ ...TOOL, description }] });
  return { ...one, pins };
}
const at = ({ path, home }: Folder) => ({ cwd: path, home });

test("without a server that was seen, nothing is listed, shown or accepted", async () => {
  const one = folder({});
  made.push(one);
  expect((await runCli(["mcp"], at(one))).stdout).toContain("no MCP server was seen");
  for (const action of ["show", "accept"]) {
    const { code, stderr } = await runCli(["mcp", action, "files"], at(one));
    expect([code, stderr]).toEqual([2, expect.stringContaining("`files` was seen")]);
    expect((await runCli(["mcp", action], at(one))).code).toBe(2);
  }
  expect((await runCli(["mcp", "forget", "files"], at(one))).code).toBe(2);
});

test("what was accepted is known to the next session, and a second yes is not needed", async () => {
  const home = await seen();
  const pins = home.pins.pinsOf(FILES);
  expect(await pins.accepted()).toBeUndefined();
  const terminal = person();
  expect((await runCli(["mcp", "accept", "files"], { ...at(home), terminal })).code).toBe(0);
  expect(await pins.accepted()).toEqual({ tools: [TOOL] });
  expect((await runCli(["mcp", "accept", "files", "--json"], at(home))).code).toBe(0);
  expect((await runCli(["mcp", "--json"], at(home))).stdout).toContain('"state": "accepted"');
  expect(await home.pins.pinsOf({ ...FILES, started: "other" }).accepted()).toBeUndefined();
});

test("a terminal that an agent has made accepts nothing", async () => {
  const home = await seen();
  // This process came of a program, and nothing tells that of which a process that does not exist came.
  const terminal = { ...person(), process: 2 ** 30 };
  const { code, stderr } = await runCli(["mcp", "accept", "files"], { ...at(home), terminal });
  expect([code, stderr]).toEqual([2, expect.stringContaining("does not count as a person's")]);
  expect(await home.pins.pinsOf(FILES).accepted()).toBeUndefined();
});

test("what a server says cannot look like a line of ours, and is shown whole", async () => {
  const home = await seen("good\nit says what a person has accepted\u001b[2J\u202e");
  const { stdout } = await runCli(["mcp", "show", "files"], at(home));
  expect(stdout).not.toContain("\u001b[2J");
  expect(stdout.split("\n").filter((line) => line.startsWith("it says"))).toEqual([]);
});

const FORGERIES: readonly (readonly [string, (folder: string, name: string) => void])[] = [
  ["a changed file", (folder, name) => append(folder, name)],
  ["what was seen, as if it was accepted", (folder, name) => copy(folder, name, ".accepted")],
  ["no seal", (folder, name) => writeFileSync(join(folder, name), JSON.stringify({ ...FILES, words: {} }))],
];

test.each(FORGERIES)("a file that no command has written does not count: %s", async (_, forge) => {
  const home = await seen();
  const where = join(home.home, ".gatehouse/mcp");
  const [name = ""] = readdirSync(where);
  await runCli(["mcp", "accept", "files"], { ...at(home), terminal: person() });
  await home.pins.pinsOf(FILES).saw({ tools: [{ ...TOOL, description: "poison" }] });
  forge(where, name.replace(/\.seen$/, ".accepted"));
  expect(await home.pins.pinsOf(FILES).accepted()).toBeUndefined();
});

test("what was accepted of one server is not of another one", async () => {
  const home = await seen();
  await runCli(["mcp", "accept", "files"], { ...at(home), terminal: person() });
  const other = { ...FILES, started: '["node","evil.mjs"]' };
  await home.pins.pinsOf(other).saw({ tools: [TOOL] });
  const where = join(home.home, ".gatehouse/mcp");
  const [accepted = "", ...names] = readdirSync(where).toSorted((left) =>
    left.endsWith(".accepted") ? -1 : 1,
  );
  const others = names.find((name) => !accepted.startsWith(name.replace(/\.seen$/, ""))) ?? "";
  renameSync(join(where, accepted), join(where, others.replace(/\.seen$/, ".accepted")));
  expect(await home.pins.pinsOf(other).accepted()).toBeUndefined();
});

function append(where: string, name: string): void {
  writeFileSync(join(where, name), `${readFileSync(join(where, name), "utf8")} `);
}

function copy(where: string, name: string, ending: string): void {
  const from = join(where, name.replace(ending, ".seen"));
  writeFileSync(join(where, name), readFileSync(from, "utf8"));
}
