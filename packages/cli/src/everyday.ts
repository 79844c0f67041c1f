import type { Decision } from "@gatehouse-hooks/engine";
import type { Issue } from "@gatehouse-hooks/json";
import { rmSync } from "node:fs";
import { argumentsOfDecide } from "./arguments-of-decide.js";
import { exitCode, type ExitCode } from "./exit-code.js";
import type { Io } from "./io.js";
import { refusal } from "./jsonl/refusal.js";
import { readDocument } from "./read-document.js";
import { readEventDocument } from "./read-event-document.js";
import { type Context, contextOf, print, type Settings } from "./settings.js";
import { decisionFromFresh, freshStore } from "./store/fresh-store.js";
import type { FreshStore } from "./store/read-store.js";

/**
 * The everyday decision: `gatehouse decide` of one event by policies that were compiled before and that ask nothing. It loads what
 * it needs and nothing else, and says what the whole command would say.
 *
 * @returns undefined when it is not that, and nothing has been read or written: the whole command has to do it
 */
export async function everyday(args: readonly string[], io: Io): Promise<ExitCode | undefined> {
  if (args[0] !== "decide" && !args.includes("decide")) return undefined;
  const given = argumentsOfDecide(args);
  if (given === undefined) return undefined;
  const context = contextOf(given.options, io);
  const { settings } = context;
  // What is kept elsewhere takes the whole command.
  const store = settings.cache === "memory" ? freshStore(io, settings) : null;
  if (store === null) return undefined;
  try {
    const document = await readDocument(io, given.file, "an event");
    const decided = decideDocument(store, document, settings);
    if (decided === undefined) {
      // Compiled and written again.
      if (store.damage() !== null) rmSync(store.file, { force: true });
      const { decide } = await import("./commands/decide.js");
      return await decide(context, given.file, { jsonl: false, output: "decision" }, document);
    }
    const { decision, refused } = decided;
    await tell(context, store);
    const lines = settings.json
      ? []
      : (await import("./print/decision.js")).decisionLines(decision, context.colors);
    await print(context, decision, lines);
    if (refused !== undefined) {
      if (refused.cure !== undefined) await io.stderr.write(`  ${refused.cure}\n`);
      return exitCode.usage;
    }
    return decision.effect === "deny" ? exitCode.refused : exitCode.fine;
  } finally {
    store.close();
  }
}

function decideDocument(
  store: FreshStore,
  document: Uint8Array,
  settings: Settings,
): { readonly decision: Decision; readonly refused?: Issue } | undefined {
  const read = readEventDocument(document);
  if (read.kind === "refused") return { decision: refusal(read.issue), refused: read.issue };
  const decision = decisionFromFresh(store, read.event, settings);
  return decision && { decision };
}

async function tell(context: Context, { issues, notices }: FreshStore): Promise<void> {
  if (notices.length === 0 && !issues.some(({ severity }) => severity === "error")) return;
  await (await import("./write-notices.js")).writeNotices(context, { issues, notices });
}
