// The server of the fuzzer, in a process of its own, which has to live. Tells its parent where it listens, and how much memory it has.
import process from "node:process";
import { listen } from "@gatehouse-hooks/server/node";
import { serverOf } from "../served-by.js";
import { FUZZ_POLICIES } from "./allowed-model.js";
import { FUZZ_TIMES } from "./fuzz-times.js";

const server = await serverOf(FUZZ_POLICIES);
const { origin } = await listen(server, { port: 0, ...FUZZ_TIMES, ownProcess: true });
process.on("message", () => {
  (globalThis as { gc?: () => void }).gc?.();
  const { heapUsed, rss, external, arrayBuffers } = process.memoryUsage();
  process.send?.({ heapUsed, rss, external, arrayBuffers });
});
process.on("disconnect", () => process.exit());
process.send?.({ origin });
