import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { builtinModules } from "node:module";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { cleanEnv } from "../../../test/e2e/spawn-cli.js";
import { stageExtension } from "../build/stage-extension.js";

const own = path.resolve(import.meta.dirname, "..");
const staged = path.join(own, "dist");
beforeAll(() => stageExtension(own, staged));

const filesOf = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    statSync(path.join(folder, name)).isFile(),
  );

test("everything that the manifest names is in the extension, no source is, and it is small", () => {
  const manifest = readFileSync(path.join(staged, "package.json"), "utf8");
  const named = [...manifest.matchAll(/"\.\/([^"]+)"/g)].map(([, name = ""]) => name);
  expect(named).toContain("extension.cjs");
  expect(named.filter((name) => !existsSync(path.join(staged, name)))).toEqual([]);
  const files = filesOf(staged);
  expect(files.filter((name) => /\.(?:ts|map)$|node_modules/.test(name))).toEqual([]);
  const bytes = files.reduce((sum, name) => sum + statSync(path.join(staged, name)).size, 0);
  expect(bytes).toBeLessThan(7_000_000);
});

test("the extension needs the editor and Node, and nothing else", () => {
  const code = readFileSync(path.join(staged, "extension.cjs"), "utf8");
  const needed = new Set(
    [...code.matchAll(/\brequire\((["'`])([^"'`]+)\1\)/g)].map(([, , name = ""]) => name),
  );
  const known = new Set(["vscode", ...builtinModules]);
  expect([...needed].filter((name) => !known.has(name.replace(/^node:/, "")))).toEqual([]);
  expect(needed).toContain("vscode");
});

test("the command in it answers from where it is", () => {
  const { stdout, status } = spawnSync(
    process.execPath,
    [path.join(staged, "command/dist/bin.js"), "try", "--json", "--", "git status"],
    { cwd: staged, env: cleanEnv({}), encoding: "utf8" },
  );
  expect([status, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ command: "git status" })]);
});

test("it is private: a release does not publish it", () => {
  expect(JSON.parse(readFileSync(path.join(own, "package.json"), "utf8"))).toMatchObject({ private: true });
});
