import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { folder, runCli } from "./run-cli.js";

test("an agent that does not trust our hooks is not among those that run them", async () => {
  const here = folder({ "~/.codex/config.toml": "", "~/.claude/settings.json": "{}" });
  onTestFinished(() => here.remove());
  const run = async (...args: readonly string[]): Promise<string> =>
    (await runCli(args, { cwd: here.path, home: here.home, env: { PATH: "" } })).stdout;
  await run("init", "--yes", "--no-probe");
  expect(await run("status")).toMatch(
    /^hooks in {2}claude-code\nnot run {3}by codex, .*`gatehouse doctor`$/m,
  );
  expect(await run("status", "--line")).toBe("gatehouse on, not trusted by codex\n");

  const hooks = join(here.home, ".codex/hooks.json");
  const trusted = `[hooks.state."${hooks}:pre_tool_use:0:0"]\ntrusted_hash = "x"\n`;
  writeFileSync(join(here.home, ".codex/config.toml"), trusted);
  expect(await run("status")).toMatch(/^hooks in {2}claude-code, codex\nrules/m);
  expect(await run("status", "--line")).toBe("gatehouse on\n");
});
