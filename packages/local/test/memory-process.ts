// One of many processes that decide calls of one session: prints a line for each call that passes.
import { compilePolicies, decide, readEvent } from "@gatehouse-hooks/engine";
import { redisMemoryStore } from "@gatehouse-hooks/cache/redis";
import { load } from "@gatehouse-hooks/hosts";
import { fileMemoryStore } from "@gatehouse-hooks/local/memory";
import { decideWithMemory } from "@gatehouse-hooks/runtime";
import { writeSync } from "node:fs";

const [place = "", calls = "0", bound = "1"] = process.argv.slice(2);
const { set } = compilePolicies(
  load(
    `version: 1
memory: { pushes: { count: { events: before_tool_call }, upTo: ${bound} } }
policies: [{ id: enough, events: before_tool_call, when: memory.pushes >= ${bound}, deny: enough }]
`,
    { path: "a.yaml" },
  ),
);
const url = place.startsWith("redis:") ? place.slice("redis:".length) : null;
const redis = url === null ? null : redisMemoryStore({ url, secret: "s", commandTimeoutMs: 20_000 });
const store = redis ?? fileMemoryStore(place);
const read = readEvent({ event: "before_tool_call", toolName: "Push", params: {}, sessionKey: "s" });
if (read.kind === "refused") throw new Error(read.issue.message);
for (let i = 0; i < Number(calls); i++) {
  const { effect, trace } = await decideWithMemory(set, read.event, { store }, (remembered) =>
    decide(set, read.event, new Map(), remembered),
  );
  writeSync(1, `${effect === "deny" ? (trace[0]?.failure?.code ?? "denied") : "passed"}\n`);
}
await redis?.close();
