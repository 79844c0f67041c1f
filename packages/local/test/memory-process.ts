// One of many processes that decide calls of one session: prints a line for each call that passes.
import { compilePolicies, decide, readEvent } from "@gatehouse-hooks/engine";
import { load } from "@gatehouse-hooks/hosts";
import { fileMemoryStore } from "@gatehouse-hooks/local/memory";
import { decideWithMemory } from "@gatehouse-hooks/runtime";
import { writeSync } from "node:fs";

const [folder = "", calls = "0", bound = "1"] = process.argv.slice(2);
const { set } = compilePolicies(
  load(
    `version: 1
memory: { pushes: { count: { events: before_tool_call }, upTo: ${bound} } }
policies: [{ id: enough, events: before_tool_call, when: memory.pushes >= ${bound}, deny: enough }]
`,
    { path: "a.yaml" },
  ),
);
const store = fileMemoryStore(folder);
const read = readEvent({ event: "before_tool_call", toolName: "Push", params: {}, sessionKey: "s" });
if (read.kind === "refused") throw new Error(read.issue.message);
for (let i = 0; i < Number(calls); i++) {
  const { effect, trace } = await decideWithMemory(set, read.event, { store }, (remembered) =>
    decide(set, read.event, new Map(), remembered),
  );
  writeSync(1, `${effect === "deny" ? (trace[0]?.failure?.code ?? "denied") : "passed"}\n`);
}
