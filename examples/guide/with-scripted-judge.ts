/**
 * Runs a command with a judge that needs no key: a server on loopback that looks for words instead of thinking.
 *
 *     node --import tsx examples/guide/with-scripted-judge.ts gatehouse decide call.json
 *
 * The command gets its address as an `openai-compatible` model; afterwards the number of questions is printed. Ends with
 * the command's exit code.
 */
import { spawn } from "node:child_process";
import { type Line, startScriptedJudge } from "../scripted-judge.js";

const SCRIPT: readonly Line[] = [
  { when: ["DROP TABLE"], decision: "deny", reason: "it drops a table, and the data in it" },
  { when: ["--force origin main"], decision: "deny", reason: "the branch main is protected" },
  { when: ["--force origin topic"], decision: "approve", reason: "topic is not a protected branch" },
  { when: ["SELECT"], decision: "approve", reason: "it only reads" },
];

const [program, ...args] = process.argv.slice(2);
if (program === undefined) throw new Error("name the command to run");
const judge = await startScriptedJudge(SCRIPT, 0);
const child = spawn(program, args, {
  stdio: "inherit",
  env: {
    ...process.env,
    OPENAI_COMPATIBLE_BASE_URL: judge.baseUrl,
    GATEHOUSE_MODEL: "openai-compatible/scripted",
  },
});
child.on("close", (code) => {
  console.log(`questions that the judge was asked: ${judge.asked()}`);
  process.exitCode = code ?? 1;
  void judge.close();
});
