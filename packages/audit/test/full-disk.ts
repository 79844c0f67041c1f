import process from "node:process";
import { compilePolicies } from "@gatehouse-hooks/engine";
import { auditRuntime, createRuntime } from "@gatehouse-hooks/runtime";
import { createAuditTrail } from "@gatehouse-hooks/audit";

// Decides 60 events where the trail soon cannot grow any more, and tells what happened.
const [directory = "", stateDirectory = ""] = process.argv.slice(2);
const notices: string[] = [];
const trail = createAuditTrail({ directory, stateDirectory, onNotice: ({ code }) => notices.push(code) });
const { set } = compilePolicies([
  {
    id: "no",
    events: ["before_tool_call"],
    handler: { kind: "static", verdict: "deny", reason: "no" },
  },
]);
const plain = createRuntime({ policies: set });
const runtime = auditRuntime(plain, trail);
const event = { event: "before_tool_call", toolName: "exec", params: { command: "ls" } };
const effects: string[] = [];
for (let n = 0; n < 60; n++) {
  effects.push((await runtime.decide(event)).effect);
  await trail.flush();
}
const { reason: required } = await auditRuntime(plain, trail, { required: true }).decide(event);
const { lost } = trail.stats();
await trail.close();
process.stdout.write(JSON.stringify({ effects, notices, lost, required }));
