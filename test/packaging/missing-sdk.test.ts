import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SCOPE } from "../../tools/scope.js";

const packages = path.resolve(import.meta.dirname, "../../packages");
if (!existsSync(path.join(packages, "judge/dist/index.js")))
  throw new Error("nothing is built: run `pnpm build` first");

let folder = "";

/** An installation of the judge alone: what npm leaves where no optional peer was asked for. */
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "gatehouse-no-sdk-"));
  for (const name of ["judge", "condition", "engine", "json", "redact"]) {
    for (const part of ["package.json", "dist"])
      cpSync(path.join(packages, name, part), path.join(folder, "node_modules", SCOPE, name, part), {
        recursive: true,
      });
  }
  for (const name of ["cockatiel", "crc-32"]) {
    const by = ["judge", "redact"].map((of) => path.join(packages, of, "node_modules", name));
    const from = by.find((file) => existsSync(file));
    if (from !== undefined)
      cpSync(realpathSync(from), path.join(folder, "node_modules", name), { recursive: true });
  }
  writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ["anthropic/claude", "anthropic"],
  ["openai/gpt", "openai"],
  ["ollama/llama", "openai-compatible"],
])("a judge of %s without the AI SDK says what to install", async (model, kind) => {
  const script = path.join(folder, `${kind}.js`);
  writeFileSync(
    script,
    `import { createJudge } from "${SCOPE}/judge";
    const judge = createJudge({ model: "${model}", env: { ANTHROPIC_API_KEY: "k", OPENAI_API_KEY: "k" } });
    const question = { body: "Is this safe?", event: "before_tool_call", context: {}, timeoutMs: 30_000 };
    console.log(JSON.stringify(await judge.judge(question)));`,
  );
  const { stdout } = await promisify(execFile)(process.execPath, [script], { cwd: folder });
  expect(JSON.parse(stdout)).toMatchObject({
    kind: "failure",
    code: "judge-unavailable",
    message: `install \`ai\` and \`@ai-sdk/${kind}\` to use this provider`,
  });
});
