import { createGatehouse } from "@gatehouse-hooks/core";
import process from "node:process";
import { runAgent } from "../../../examples/frameworks/claude-agent-sdk.js";
import { startScriptedModel } from "../../agents/model/scripted-model.js";
import { AGENT_SDK_CASES, type AgentSdkCase } from "./cases.js";

/** Runs every session with the program of the first argument, and writes what differed: a line of JSON for each. */
const [program] = process.argv.slice(2);
for (const one of AGENT_SDK_CASES) {
  const wrong = await runOne(one).catch((error: unknown) => [String(error)]);
  process.stdout.write(`${JSON.stringify({ name: one.name, column: one.column, wrong })}\n`);
}
// The SDK may keep timers.
process.exit(0);

async function runOne(one: AgentSdkCase): Promise<readonly string[]> {
  const calls = one.commands.map((command) => ({ name: "mcp__tools__bash", args: { command } }));
  const model = await startScriptedModel({ run: "r", turns: calls.map((call) => ({ calls: [call] })) });
  Object.assign(process.env, {
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: "dummy",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
    IS_SANDBOX: "1",
  });
  const gatehouse = await createGatehouse({ policies: one.policies, onNotice: () => undefined });
  try {
    const { yes = [] } = one;
    const { ran, asked, told } = await runAgent(gatehouse, "go", (command) => yes.includes(command), program);
    return [
      ...differs("ran", ran, one.ran),
      ...differs("asked about", asked, one.asked),
      ...(one.told === undefined || one.told.test(told.replaceAll("\n", " "))
        ? []
        : [`the model was told ${told}`]),
    ];
  } finally {
    await gatehouse.close();
    await model.close();
  }
}

function differs(what: string, got: readonly string[], expected: readonly string[]): readonly string[] {
  const [left, right] = [JSON.stringify(got), JSON.stringify(expected)];
  return left === right ? [] : [`${what} ${left}, expected ${right}`];
}
