import { afterAll, expect, test } from "vitest";
import { folder, runCli } from "./run-cli.js";

const result = (passed: boolean): string =>
  `console.log(JSON.stringify({ hook: "gate", test: 1, passed: ${passed}, difference: "expected block, got allow" }));\n`;
const project = folder({
  "good.mjs": result(true),
  "bad.mjs": `${result(true)}${result(false)}`,
  "chatty.mjs": 'console.log("hello");\n',
  "broken.mjs": `${result(true)}process.exit(3);\n`,
  "empty.mjs": "",
});
afterAll(project.remove);

test("a file without a test is a failure", async () => {
  const ran = await runCli(["test", "empty.mjs"], { cwd: project.path, home: project.home });
  expect(ran.code).toBe(1);
  expect(ran.stdout).toContain("`empty.mjs`: ");
});

test.each([
  ["good.mjs", 0, "pass  gate #1\n1 of 1 tests pass\n"],
  ["bad.mjs", 1, "pass  gate #1\nfail  gate #1  expected block, got allow\n1 of 2 tests pass\n"],
  ["broken.mjs", 1, "pass  gate #1\n`broken.mjs` ended with an error\n"],
  ["none.mjs", 1, "`none.mjs` ended with an error\n"],
  ["chatty.mjs", 2, ""],
])("test %s: exit code %i", async (file, code, stdout) => {
  const ran = await runCli(["test", file], { cwd: project.path, home: project.home });
  expect(ran).toMatchObject({ code, stdout });
});

test("a program that ends with an error says why, and not the whole line of a library that threw it", async () => {
  const there = folder({
    "long.mjs": `/* ${"x".repeat(50_000)} */ throw new TypeError("unknown option");\n`,
  });
  const { code, stderr } = await runCli(["test", "long.mjs"], { cwd: there.path, home: there.home });
  there.remove();
  expect([code, stderr.includes("TypeError: unknown option")]).toEqual([1, true]);
  expect(stderr.length).toBeLessThan(5_000);
});
