import { execFile } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { brokenTracing } from "../../../agents/src/hook/broken-tracing.js";
import { openTracing } from "../../../agents/src/hook/open-tracing.js";
import { bundleScript } from "../../../../test/bundle-script.js";
import { commandArgs } from "../../../../test/e2e/spawn-cli.js";
import { isBuilt } from "../../../../test/is-built.js";
import { otlpReceiver } from "../../../core/test/otlp-receiver.js";
import { SOURCE } from "../mcp/gated-client.js";
import { folder } from "../run-cli.js";

const COMMAND = commandArgs();
let exporter = "";
beforeAll(async () => {
  exporter = await bundleScript(join(import.meta.dirname, "../../../core/test/otlp-module.ts"));
});
afterAll(() => rmSync(dirname(exporter), { recursive: true }));

const SECRET = "a-word-of-the-event";
const POLICIES = `version: 1
policies: [{ id: no-rm, events: before_tool_call, when: params.command.startsWith("rm"), deny: no }]
`;
const AUTO = ["--daemon", "auto"];
const OFF = ["--daemon", "off", "--deadline", "200"];
const traceOf = (digit: string): string => digit.repeat(32);
const parentOf = (digit: string): string => `00-${traceOf(digit)}-${digit.repeat(16)}-01`;

test(
  "a hook's decision is a span below the agent's, from its own process and from the daemon; without the setting there is none",
  { timeout: 120_000 },
  async () => {
    const collector = await otlpReceiver();
    const settings = (more: object) => JSON.stringify({ version: 1, ...more });
    const files = folder({
      "~/.gatehouse/policies.yaml": POLICIES,
      "~/.gatehouse/settings.json": settings({ tracing: exporter }),
    });
    const off = folder({
      "~/.gatehouse/policies.yaml": POLICIES,
      "~/.gatehouse/settings.json": settings({}),
    });
    const run = async (args: readonly string[], home: string, parent = ""): Promise<string> =>
      await new Promise((resolve) => {
        const child = execFile(
          process.execPath,
          [...COMMAND, ...args],
          {
            cwd: files.path,
            env: {
              PATH: dirname(process.execPath),
              HOME: home,
              TRACEPARENT: parent,
              OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector.url,
            },
          },
          (_, stdout) => resolve(stdout),
        );
        child.stdin?.end(
          JSON.stringify({
            hook_event_name: "PreToolUse",
            session_id: "s",
            cwd: files.path,
            tool_name: "Bash",
            tool_input: { command: `rm -r ${SECRET}` },
          }),
        );
      });
    const hook = async (flags: readonly string[], parent: string, { home } = files): Promise<void> =>
      expect(await run(["hook", "claude-code", ...flags], home, parent)).toContain("no-rm");

    await hook(OFF, parentOf("a"), off);
    expect(collector.spans()).toEqual([]);
    await hook(OFF, parentOf("b"));
    await run(["daemon", "start"], files.home, parentOf("c"));
    await hook(AUTO, parentOf("d"));
    await hook(AUTO, "nonsense");
    await run(["daemon", "stop"], files.home);
    await expect.poll(() => collector.spans().length, { timeout: 30_000 }).toBe(3);
    await collector.close();

    const [own, daemons, orphan] = collector.spans();
    for (const span of [own, daemons, orphan]) {
      expect(span?.name).toBe("gatehouse.decide");
      expect(span?.attributes).toMatchObject({
        "gatehouse.effect": "deny",
        "gatehouse.policy": "no-rm",
        "gatehouse.host": "claude-code",
        "gen_ai.tool.name": "Bash",
      });
    }
    expect([own, daemons].map((span) => [span?.traceId, span?.parentSpanId])).toEqual(
      ["b", "d"].map((digit) => [traceOf(digit), digit.repeat(16)]),
    );
    expect(orphan?.parentSpanId ?? "").toBe("");
    expect(collector.text()).not.toContain(SECRET);
    files.remove();
    off.remove();
  },
);

/** Modules that are broken, and what is said of each. */
const BROKEN: readonly (readonly [name: string, text: string, why: RegExp])[] = [
  ["throws", "throw new Error('no such package');", /no such package/],
  ["exports something else", "export const provider = 1;", /does not export/],
  ["ends its process", "process.exit(0);", /its process ended \(exit code 0\)/],
  [
    "fails later",
    "setTimeout(() => { throw new Error('later'); }, 1); await new Promise(() => {});",
    /ended \(exit code 1\)/,
  ],
  [
    "prints",
    "import { writeSync } from 'node:fs'; console.log('{}'); writeSync(1, '{}'); writeSync(2, 'x');",
    /does not export/,
  ],
  ["loops", "for (;;);", /takes longer than 0.001 s/],
];

test.each(BROKEN)("that a module %s is said once", { timeout: 300_000 }, async (name, text, why) => {
  const files = folder({ "~/.gatehouse/otel.mjs": text });
  const { home } = files;
  const module = join(home, ".gatehouse/otel.mjs");
  const told: string[] = [];
  const env = { PATH: dirname(process.execPath), ...(!isBuilt() && { NODE_OPTIONS: SOURCE.join(" ") }) };
  const [program = ""] = COMMAND.slice(-1);
  const tracing = openTracing(module, { home, env, program, told: (message) => void told.push(message) });
  for (let at = 0; at < 2; at++) {
    tracing.tracerUnder(undefined).startActiveSpan("one", {}, (span) => span.end());
    await tracing.close(name === "loops" ? 1 : 200_000);
  }
  expect(told).toEqual([expect.stringMatching(why)]);
  expect(brokenTracing(home)).toEqual({ file: module, why: expect.stringMatching(why) as string });
  files.remove();
});

const WORST = BROKEN.filter(([name]) => name === "ends its process" || name === "prints");

test.each(WORST)("a module that %s changes no answer", { timeout: 300_000 }, async (_, text) => {
  const settings = (more: object) => JSON.stringify({ version: 1, ...more });
  const files = folder({
    "~/.gatehouse/policies.yaml": POLICIES,
    "~/.gatehouse/settings.json": settings({ tracing: "otel.mjs" }),
    "~/.gatehouse/otel.mjs": text,
  });
  const payload = JSON.stringify({
    hook_event_name: "PreToolUse",
    session_id: "s",
    cwd: files.path,
    tool_name: "Bash",
    tool_input: { command: "rm -r x" },
  });
  const hook = async () => {
    const flags = ["hook", "claude-code", "--deadline", "60"];
    return await new Promise((resolve) => {
      const env = { PATH: dirname(process.execPath), HOME: files.home };
      const options = { cwd: files.path, env };
      const child = execFile(process.execPath, [...COMMAND, ...flags], options, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, stdout, stderr }),
      );
      child.stdin?.end(payload);
    });
  };
  const traced = await hook();
  writeFileSync(join(files.home, ".gatehouse/settings.json"), settings({}));
  expect(traced).toEqual(await hook());
  expect(JSON.stringify(traced)).toContain("no-rm");
  files.remove();
});
