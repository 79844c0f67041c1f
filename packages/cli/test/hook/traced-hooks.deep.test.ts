import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import process from "node:process";
import { expect, test } from "vitest";
import { otlpReceiver } from "../../../core/test/otlp-receiver.js";
import { SOURCE } from "../mcp/gated-client.js";
import { folder } from "../run-cli.js";

const BIN = join(import.meta.dirname, "../../src/bin.ts");
const MODULE = join(import.meta.dirname, "../../../core/test/otlp-module.ts");
const SECRET = "a-word-of-the-event";
const POLICIES = `version: 1
policies: [{ id: no-rm, events: before_tool_call, when: params.command.startsWith("rm"), deny: no }]
`;
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
      "~/.gatehouse/settings.json": settings({ tracing: MODULE }),
    });
    const off = folder({
      "~/.gatehouse/policies.yaml": POLICIES,
      "~/.gatehouse/settings.json": settings({}),
    });
    const run = async (args: readonly string[], home: string, parent = ""): Promise<string> =>
      await new Promise((resolve) => {
        const child = execFile(
          process.execPath,
          [...SOURCE, BIN, ...args],
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
    const hook = async (daemon: string, parent: string, { home } = files): Promise<void> =>
      expect(await run(["hook", "claude-code", "--daemon", daemon], home, parent)).toContain("no-rm");

    await hook("off", parentOf("a"), off);
    expect(collector.spans()).toEqual([]);
    await hook("off", parentOf("b"));
    await run(["daemon", "start"], files.home, parentOf("c"));
    await hook("auto", parentOf("d"));
    await hook("auto", "nonsense");
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
