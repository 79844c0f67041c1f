import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Environment } from "../hook/hook-under-test.js";
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

const FORCED = "git push --force origin main";
const TOPIC = "git push --force origin topic";
const PLAIN = "git push origin main";

/** Document 000: its example in Claude Code, and as a handler of Mayros returns it. */
export async function document000(bench: DocumentBench): Promise<void> {
  const { say, program } = bench;
  const returned: string[] = [];
  const report = await runClaude(bench, {
    hooks: { PreToolUse: "" },
    files: { [NAME]: HOOK, ".git/HEAD": "" },
    async prepare({ project }, env) {
      // Not one by one: the model answers in this process.
      const all = [FORCED, TOPIC, PLAIN].map((command) => handled(program, command, project, env));
      returned.push(...(await Promise.all(all)));
    },
    turns: [
      `${FORCED}; touch main.txt`,
      `${FORCED}; touch main.txt`,
      `${TOPIC}; touch topic.txt`,
      `${PLAIN}; touch plain.txt`,
    ].map((command) => ({ commands: [command] })),
    model: { aside: verdict },
  });
  const [forced, topic, plain] = returned;
  say(
    "before_tool_call: { block, blockReason } on deny",
    forced === JSON.stringify({ block: true, blockReason: `[no-force-push] ${REASON}` }),
    forced,
  );
  say("before_tool_call: nothing where the model approves", topic === "{}", topic);
  say("before_tool_call: nothing where no hook applies", plain === "{}", plain);
  say(
    "a forced push to a protected branch is denied, and the agent reads why",
    !report.ran("main.txt") && report.result(0).includes(REASON),
    report.result(0),
  );
  say("what the model approves runs", report.ran("topic.txt"), report.result(2));
  say("where the condition does not hold, no model is asked", report.ran("plain.txt"), report.result(3));
  const asked = report.asides.length - 2;
  say(
    "evaluations are cached: the same call is not asked about again",
    asked === 2,
    `${asked} questions for 2 different calls`,
  );
  say("a deny holds when it comes from the cache", report.result(1).includes(REASON), report.result(1));
}

/** What a handler of Mayros' event returns. */
function handled(program: string, command: string, cwd: string, env: Environment): Promise<string> {
  const event = { event: "before_tool_call", toolName: "exec", params: { command }, sessionKey: "s" };
  const args = [program, "decide", "--output", "mayros", "-"];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { cwd, env, encoding: "utf8" }, (_error, stdout) =>
      resolve(stdout.trim()),
    );
    child.stdin?.end(JSON.stringify(event));
  });
}
