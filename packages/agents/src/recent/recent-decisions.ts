import type { Decision, Event } from "@gatehouse-hooks/engine";
import { appendFile, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { requireHome } from "@gatehouse-hooks/local/places";
import { makePrivate } from "@gatehouse-hooks/local";
import { readRecentDecision, recentDecision, type RecentDecision } from "./recent-decision.js";

/** Bytes of the file that is written; then it becomes the older one, and the one before that goes. */
const MAX_BYTES = 256 * 1_024;
const NAME = "decisions.jsonl";
const OLDER = "decisions.older.jsonl";
const OFF = "off";

/**
 * The last decisions that agents got and that were not abstain, in two files of bounded length in the user's own folder. For people who ask
 * why they were stopped; it proves nothing, which is what the audit trail is for.
 */
export interface RecentDecisions {
  /** Keeps a decision unless it is abstain, or keeping is switched off. Never throws: an answer does not depend on it. */
  readonly keep: (decision: Decision, event: Event) => Promise<void>;
  /** Those that are kept, the oldest first; lines that are none are left out. */
  readonly kept: () => Promise<readonly RecentDecision[]>;
  readonly isOff: () => Promise<boolean>;
  /** Switches keeping on or off, for every agent of this user. */
  readonly switchTo: (state: "on" | "off") => Promise<void>;
  /** Forgets all of them. */
  readonly clear: () => Promise<void>;
}

/** @param now milliseconds since 1970 */
export function recentDecisions(home: string, now: () => number = Date.now): RecentDecisions {
  const folder = join(requireHome(home), ".gatehouse", "recent");
  const place = (name: string): string => join(folder, name);
  const isOff = async (): Promise<boolean> =>
    await stat(place(OFF)).then(
      () => true,
      () => false,
    );

  async function keep(decision: Decision, event: Event): Promise<void> {
    if (decision.effect === "abstain" || (await isOff())) return;
    if ((await makePrivate(folder)) !== null) return;
    const line = `${JSON.stringify(recentDecision(decision, event, now()))}\n`;
    const { size } = await stat(place(NAME)).catch(() => ({ size: 0 }));
    // Of several processes that find it full each may rename it: what is lost then is older than what is kept.
    if (size > 0 && size + line.length > MAX_BYTES) await rename(place(NAME), place(OLDER));
    await appendFile(place(NAME), line, { mode: 0o600 });
  }

  return {
    isOff,
    keep: async (decision, event) => {
      await keep(decision, event).catch(() => undefined);
    },
    kept: async () => {
      const texts = await Promise.all([OLDER, NAME].map((name) => readBounded(place(name))));
      return texts.flatMap((text) => text.split("\n")).flatMap((line) => readRecentDecision(line) ?? []);
    },
    switchTo: async (state) => {
      if (state === "on") return await rm(place(OFF), { force: true });
      const why = await makePrivate(folder);
      if (why !== null) throw new Error(why);
      await writeFile(place(OFF), "", { mode: 0o600 });
    },
    clear: async () => {
      for (const name of [OLDER, NAME]) await rm(place(name), { force: true });
    },
  };
}

/** The file's text; empty where it is not there or is longer than we write it. */
async function readBounded(file: string): Promise<string> {
  try {
    return (await stat(file)).size > 2 * MAX_BYTES ? "" : await readFile(file, "utf8");
  } catch {
    return "";
  }
}
