import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { runClaude } from "./claude-session.js";
import type { DocumentBench } from "./document-line.js";

const NAME = ".mayros/hooks/no-force-push.md";
const HOOK = readFileSync(path.resolve(import.meta.dirname, "../../../examples/project", NAME), "utf8");
const REASON = "main is protected";

/** What the model that is asked says: as the text of the hook wants it. */
function verdict(said: readonly string[]): string | undefined {
  if (!said.some((text) => text.includes("# No Force Push Policy"))) return undefined;
  const forced = said.some((text) => text.includes("origin main"));
  return JSON.stringify(
    forced ? { decision: "deny", reason: REASON } : { decision: "approve", reason: "a safe branch" },
  );
}

/** Document 000: its example in Claude Code, and as a handler of Mayros returns it. */
export async function document000(bench: DocumentBench): Promise<void> {
  const { say, program } = bench;
  const rows: { readonly command: string; readonly output: string }[] = [];
  const handle = (command: string, cwd: string, env: NodeJS.ProcessEnv): void => {
    const event = { event: "before_tool_call", toolName: "exec", params: { command }, sessionKey: "s" };
    const args = [program, "decide", "--output", "mayros", "-"];
    const { stdout } = spawnSync(process.execPath, args, {
      cwd,
      env,
      input: JSON.stringify(event),
      encoding: "utf8",
    });
    rows.push({ command, output: stdout.trim() });
  };
  const forced = "git push --force origin main; touch main.txt";
  const topic = "git push --force origin topic; touch topic.txt";
  const plain = "git push origin main; touch plain.txt";
  const report = await runClaude(bench, {
    hooks: { PreToolUse: "" },
    files: { [NAME]: HOOK, ".git/HEAD": "" },
    turns: [forced, forced, topic, plain].map((command) => ({ commands: [command] })),
    model: { aside: verdict },
  });
  say(
    "a forced push to a protected branch is denied, and the agent reads why",
    !report.ran("main.txt") && report.result(0).includes(REASON),
    report.result(0),
  );
  say("what the model approves runs", report.ran("topic.txt"), report.result(2));
  say("where the condition does not hold, no model is asked", report.ran("plain.txt"), report.result(3));
  say(
    "evaluations are cached: the same call is not asked about again",
    report.asides.length === 2,
    `${report.asides.length} questions for 2 different calls`,
  );
  say("a deny holds when it comes from the cache", report.result(1).includes(REASON), report.result(1));
  // No model is there: what Mayros' handler returns then is a block, which differs from the document on purpose.
  const { cwd, env } = {
    cwd: path.resolve(import.meta.dirname, "../../../examples/project"),
    env: { PATH: process.env["PATH"], HOME: "/nonexistent" },
  };
  handle("git push --force origin main", cwd, env);
  handle("git push origin main", cwd, env);
  say(
    "before_tool_call: { block, blockReason } on deny",
    rows[0]?.output.startsWith('{"block":true,"blockReason":"[no-force-push]') === true,
    rows[0],
  );
  say("before_tool_call: nothing where no hook denies", rows[1]?.output === "{}", rows[1]);
}
