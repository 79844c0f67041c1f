/**
 * Runs a command with a model that needs no key: a server on loopback whose answers are written down here.
 *
 *     node --import tsx examples/captain-hook/with-scripted-model.ts gatehouse hook claude-code --hooks hooks.mjs
 *
 * Ends with the command's exit code.
 */
import { spawn } from "node:child_process";
import { startScriptedServer } from "../scripted-judge.js";

/** The first text that is in a question says what is answered. */
const ANSWERS: readonly (readonly [text: string, answer: object])[] = [
  ["making excuses", { reasoning: "it blames a service that it has not tried", block: true }],
  ["speculating", { reasoning: "it says what the code should contain", fire: true }],
  ["Evaluate this test code", { reason: "it only looks that the function is there", action: "warning" }],
  ["security risks", { risk_level: "high", explanation: "it prints the keys of .env", block: true }],
];

const [program, ...args] = process.argv.slice(2);
if (program === undefined) throw new Error("name the command to run");
const model = await startScriptedServer(
  (question) => ANSWERS.find(([text]) => question.includes(text))?.[1] ?? {},
  0,
);
const child = spawn(program, args, {
  stdio: "inherit",
  env: {
    ...process.env,
    OPENAI_COMPATIBLE_BASE_URL: model.baseUrl,
    GATEHOUSE_MODEL: "openai-compatible/scripted",
  },
});
child.on("close", (code) => {
  process.exitCode = code ?? 1;
  void model.close();
});
