import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { decide, loadPolicySet, savePolicySet } from "@gatehouse-hooks/engine";
import { openPolicyStore, storePolicySet } from "@gatehouse-hooks/store";

import type { Frame } from "./frame/frame.js";
import { eventsOf } from "./realistic/events.js";
import { fileOf, sealedOf, setOf } from "./realistic/gatehouse.js";
import { rulesOf } from "./realistic/rules.js";

const COMMAND = path.resolve("packages/cli/dist/bin.js");

/** What a process costs that decides one event: the command over bare Node that prints the same, and opening a stored set. */
export default async function start(frame: Frame): Promise<void> {
  for (const count of [1, 10, 100, 1000]) await command(frame, count);
  await opening(frame, frame.quick ? 1_000 : 10_000);
}

async function command(frame: Frame, count: number): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "gatehouse-start-"));
  try {
    const policies = path.join(folder, "policies.json");
    writeFileSync(policies, fileOf(rulesOf(count)));
    const document = path.join(folder, "event.json");
    // One that no policy objects to, as most are: a deny ends with another exit code.
    const [event] = eventsOf().filter((one) => allows(count, one));
    writeFileSync(document, JSON.stringify(event));
    const store = path.join(folder, "store");
    const args = (where: string): string[] => [
      COMMAND,
      ...["decide", "--json", "--project", folder, "--policies", policies, "--store", where, document],
    ];
    const printed = execFileSync(process.execPath, args(store), { encoding: "utf8" });
    await frame.start(`decide, ${count} ${count === 1 ? "policy" : "policies"}`, {
      "bare Node": { args: ["-e", `require("fs").writeSync(1, ${JSON.stringify(printed)})`] },
      "fresh store": { args: args(store) },
      "no store": { args: args("off") },
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const sets = new Map<number, ReturnType<typeof setOf>>();

function allows(count: number, event: Parameters<typeof sealedOf>[0]): boolean {
  const set = sets.get(count) ?? setOf(rulesOf(count));
  sets.set(count, set);
  return decide(set, sealedOf(event)).trace.length === 0;
}

async function opening(frame: Frame, count: number): Promise<void> {
  const set = setOf(rulesOf(count));
  const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
  const options = { hash, writer: "bench" };
  const stored = storePolicySet({ set, issues: [], lost: [] }, options);
  const saved = savePolicySet(set);
  const [given] = eventsOf();
  if (given === undefined) return;
  const event = sealedOf(given);
  const { effect } = decide(set, event);
  const label = `first decision of ${count} stored policies`;
  const subjects = {
    "JSON.parse of the saved set": () => {
      JSON.parse(saved);
      return effect;
    },
    "open the store and decide": () => {
      const opened = openPolicyStore(stored, options);
      return opened.kind === "opened" ? decide(opened.stored.set, event).effect : opened.kind;
    },
    "load the saved set and decide": () => decide(loadPolicySet(saved).set, event).effect,
  };
  await frame.agree(label, subjects, [undefined]);
  await frame.measure(label, subjects, { rounds: frame.quick ? 3 : 9, batchMs: 1, warmMs: 1 });
  frame.record({
    subject: "store",
    case: `${count} policies`,
    metric: "bytes a policy",
    value: stored.length / count,
    unit: "bytes",
  });
  frame.record({
    subject: "saved set",
    case: `${count} policies`,
    metric: "bytes a policy",
    value: saved.length / count,
    unit: "bytes",
  });
}
