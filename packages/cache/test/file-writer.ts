// Stores answers without end and says which ones are stored; somebody else ends this process.
// Arguments: the file, the name of this run, bytes of the largest answer, bound of the file.
import { writeSync } from "node:fs";
import type { Slot } from "../src/store.js";
import { fileStore } from "../src/file/file-store.js";

const [path = "", run = "", largest = "0", maxBytes = ""] = process.argv.slice(2);
const store = fileStore(path, { maxBytes: Number(maxBytes) });
for (let i = 0; ; i++) {
  const slot: Slot = { partition: { scope: "global" }, key: `${run}-${i}`, ttlMs: 3_600_000 };
  const claim = store.claim(slot);
  if (claim.kind !== "own") continue;
  const reason = `${run}-${i}:`.padEnd((i * 7_919) % Number(largest), "é");
  if (store.settle(slot, claim.ticket, { kind: "deny", reason })) writeSync(1, `${i}\n`);
}
