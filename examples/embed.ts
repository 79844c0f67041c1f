/** Gatehouse inside a program: run it with `npx tsx --conditions=@gatehouse-hooks/source examples/embed.ts`. */
import { createVerdictCache } from "@gatehouse-hooks/cache";
import { compilePolicies } from "@gatehouse-hooks/engine";
import { loadAll } from "@gatehouse-hooks/hosts";
import { createJudge, judgeHandler } from "@gatehouse-hooks/judge";
import { createRuntime, readPolicyFiles } from "@gatehouse-hooks/runtime";

const files = await readPolicyFiles(["examples/project/.mayros/hooks", "examples/project/.gatehouse"]);
const loaded = loadAll(files.files);
const { set, issues } = compilePolicies(loaded);
const errors = [...files.issues, ...loaded.issues, ...issues].filter((issue) => issue.severity === "error");
if (errors.length > 0)
  throw new Error(`policies are missing: ${errors.map((issue) => issue.message).join("; ")}`);

const judge = judgeHandler(createJudge({ env: process.env }));
const runtime = createRuntime({ policies: set, handlers: { judge }, cache: createVerdictCache() });

const event = { event: "before_tool_call", toolName: "exec", params: { command: "rm -rf node_modules" } };
const { effect, policy, reason } = await runtime.decide(event);
console.log(`${effect} (${policy}): ${reason}`);
await runtime.close();
