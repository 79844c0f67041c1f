import { chmodSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { afterEach, expect, test } from "vitest";
import { readPlaces } from "../../local/src/places/read-places.js";
import { folder, type Folder } from "./run-cli.js";

let made: Folder | undefined;
afterEach(() => made?.remove());

const isRoot = process.getuid?.() === 0;

async function guarded(
  mode: number,
): Promise<{ readonly paths: readonly string[]; readonly codes: readonly string[] }> {
  made = folder({ "org/a.yaml": "version: 1\npolicies: []\n" });
  const org = path.join(made.path, "org");
  chmodSync(org, 0o755);
  chmodSync(path.join(org, "a.yaml"), mode);
  const place = { path: org, tier: "enforced", required: false, guard: "root" } as const;
  const { files, issues, lost } = await readPlaces([place], made.path, made.home);
  expect(lost.map((one) => [one.file, one.tier, one.events])).toEqual(
    files.length === 0 ? [["org/a.yaml", "enforced", "all gating"]] : [],
  );
  return {
    paths: files.map((file) => file.path),
    codes: issues.filter((issue) => issue.severity === "error").map((issue) => issue.code),
  };
}

test("a file of the organisation's folder counts when only root can have written it", async () => {
  expect(await guarded(0o644)).toEqual(
    isRoot ? { paths: ["org/a.yaml"], codes: [] } : { paths: [], codes: ["not-organisation"] },
  );
});

test.each([0o666, 0o664])(
  "mode %o: others may write it, so it does not speak for the organisation",
  async (mode) => {
    expect(await guarded(mode)).toEqual({ paths: [], codes: ["not-organisation"] });
  },
);

test("paths are shown as seen from the working directory", async () => {
  made = folder({ "rules/a.yaml": "", "~/.gatehouse/b.yaml": "" });
  const { path: cwd, home } = made;
  const { files } = await readPlaces(
    [
      { path: path.join(cwd, "rules"), tier: "project", required: false },
      { path: path.join(home, ".gatehouse"), tier: "user", required: false },
    ],
    cwd,
    home,
  );
  expect(files.map((file) => [file.tier, file.path])).toEqual([
    ["project", "rules/a.yaml"],
    ["user", path.join(home, ".gatehouse/b.yaml")],
  ]);
});

test("a missing folder is no problem, a missing file that somebody named is one", async () => {
  made = folder({});
  const { issues } = await readPlaces(
    [
      { path: path.join(made.path, "none"), tier: "project", required: false },
      { path: path.join(made.path, "named"), tier: "project", required: true },
    ],
    made.path,
    made.home,
  );
  expect(issues.map((issue) => [issue.code, issue.path])).toEqual([["not-found", "named"]]);
});
