// Asks questions as one of many processes, and writes down each time its judge was called.
// Arguments: the Redis address, a file for the calls, the number of questions, of distinct contexts, a seed,
// how many questions at once, milliseconds of a lease.
import { appendFileSync } from "node:fs";
import { createVerdictCache } from "../src/create-verdict-cache.js";
import { verdictKey } from "../src/verdict-key.js";
import { redisStore } from "../src/redis/redis-store.js";

const [url = "", calls = "", questions = "", contexts = "", seed = "", atOnce = "", leaseMs = ""] =
  process.argv.slice(2);
const JUDGE_MS = 15;

// A busy machine is slow to answer, which is not what is tried here.
const store = redisStore({
  url,
  commandTimeoutMs: 20_000,
  connectTimeoutMs: 20_000,
  leaseMs: Number(leaseMs),
});
const cache = createVerdictCache({ store, onNotice: ({ code, message }) => console.error(code, message) });

let state = Number(seed);
function random(): number {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return state / 2_147_483_648;
}

const sources = { cache: 0, flight: 0, fresh: 0 };
let wrong = 0;

async function askOne(): Promise<void> {
  const context = Math.floor(random() * Number(contexts));
  const key = verdictKey({ event: "before_tool_call", body: "safe?", model: null, context: { context } });
  const { verdict, source } = await cache.ask({ key, scope: "global" }, async () => {
    console.log("asking");
    appendFileSync(calls, `${context}\n`);
    await new Promise((resolve) => setTimeout(resolve, JUDGE_MS));
    return { kind: context % 2 ? "deny" : "approve", reason: `about ${context}` };
  });
  sources[source]++;
  const expected = context % 2 ? "deny" : "approve";
  if (verdict.kind !== expected || verdict.reason !== `about ${context}`) wrong++;
}

let left = Number(questions);
await Promise.all(
  Array.from({ length: Number(atOnce) }, async () => {
    while (left-- > 0) await askOne();
  }),
);
console.log(JSON.stringify({ ...sources, wrong }));
await cache.close();
