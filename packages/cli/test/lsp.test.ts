import { afterEach, describe, expect, test } from "vitest";
import { checkOpenFiles } from "../../workbench/src/editor/check-open-files.js";
import { processIo } from "../../console/src/process-io.js";
import { contextOf, DEFAULT_OPTIONS } from "../../local/src/settings.js";
import { type Folder, folder } from "./run-cli.js";

let project: Folder | undefined;
afterEach(() => project?.remove());

/** Checks files as an editor has them, in a project of real files. */
async function check(
  onDisk: Readonly<Record<string, string>>,
  open: Readonly<Record<string, string>>,
  hosts: readonly string[] = [],
) {
  const made = folder(onDisk);
  project = made;
  const io = { ...processIo().io, cwd: made.path, home: made.home };
  const { settings } = contextOf(DEFAULT_OPTIONS, io);
  const files = Object.entries(open).map(([name, text]) => ({ path: `${made.path}/${name}`, text }));
  const { issues, policies } = await checkOpenFiles(io, settings, files, hosts);
  const short = (path = ""): string => path.replace(`${made.path}/`, "");
  return {
    issues: issues.map(({ code, path }) => `${short(path)} ${code}`),
    policies: policies.map(({ id, path }) => `${short(path)} ${id}`),
  };
}

const policy = (id: string, lines: string): string => `version: 1\npolicies:\n  - id: ${id}\n    ${lines}\n`;
const DENY = "events: before_tool_call\n    deny: no";

describe("files that an editor has open are checked as `gatehouse check` does", () => {
  test("their text counts, not what is saved; the other files of the project are in the set", async () => {
    const saved = { ".gatehouse/a.yaml": policy("a", "evnts: x"), ".gatehouse/b.yaml": policy("b", DENY) };
    expect(await check(saved, { ".gatehouse/a.yaml": policy("b", DENY) })).toEqual({
      issues: [".gatehouse/b.yaml duplicate-name", ".gatehouse/b.yaml unreachable"],
      policies: [".gatehouse/a.yaml b", ".gatehouse/b.yaml b"],
    });
  });

  test("each project is a set of its own; so is a file that is in none, and one that is not saved yet", async () => {
    const saved = { "x/.gatehouse/a.yaml": policy("a", DENY), "y/.gatehouse/a.yaml": policy("a", DENY) };
    const open = {
      ...saved,
      "packs/c.yaml": policy("a", "dney: x"),
      "y/.gatehouse/new.yaml": policy("n", "x: y"),
    };
    const { issues } = await check(saved, open);
    expect(new Set(issues)).toEqual(
      new Set([
        "packs/c.yaml unknown-key",
        "packs/c.yaml missing-key",
        "y/.gatehouse/new.yaml unknown-key",
        "y/.gatehouse/new.yaml missing-key",
      ]),
    );
  });

  test("what an agent cannot carry out is said where it is asked for", async () => {
    const file = { ".gatehouse/a.yaml": policy("a", "events: before_tool_call\n    ask: really?") };
    expect((await check(file, file)).issues).toEqual([]);
    project?.remove();
    expect((await check(file, file, ["codex"])).issues.length).toBeGreaterThan(0);
  });

  test("a configuration of Mayros has the findings of its text in the editor", async () => {
    const name = ".mayros/config.json5";
    expect((await check({ [name]: "{ enabld: true }" }, { [name]: "{ enabled: 1 }" })).issues).toEqual([
      `${name} invalid-value`,
    ]);
  });

  test("files that are not policies have no findings", async () => {
    expect(await check({}, { "compose.yaml": "services: {}\n", "README.md": "# x\n" })).toEqual({
      issues: [],
      policies: [],
    });
  });
});
