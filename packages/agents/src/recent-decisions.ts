import type { Decision, Event, Effect } from "@gatehouse-hooks/engine";
import {
  appendFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { requireHome } from "@gatehouse-hooks/local/places";
import { makePrivate } from "@gatehouse-hooks/local";
import { isRecord, type JsonValue, parseJsonObject, shorten } from "@gatehouse-hooks/json";
import { redact } from "@gatehouse-hooks/redact";

/** Bytes of the file that is written; then it becomes the older one, and the one before that goes. */
const MAX_BYTES = 256 * 1_024;
/** In the folder that `init` makes: a new one beside the policies would leave what was compiled of them stale. */
const FOLDER = [".gatehouse", "state"] as const;
const NAME = "decisions.jsonl";
const OLDER = "decisions.older.jsonl";
const OFF = "decisions.off";

/**
 * The last decisions that agents got, or would have got, and that were not abstain, in two files of bounded length in the user's own folder. For people who ask
 * why they were stopped; it proves nothing, which is what the audit trail is for.
 */
interface RecentDecisions {
  /** Keeps a decision unless it is abstain, or keeping is switched off. Never throws: an answer does not depend on it. */
  readonly keep: (decision: Decision, event: Event, how?: HowDecided) => Promise<void>;
  /** Those that are kept, the oldest first; lines that are none are left out. */
  readonly kept: () => readonly RecentDecision[];
  readonly isOff: () => boolean;
  /** Switches keeping on or off, for every agent of this user. */
  readonly switchTo: (state: "on" | "off") => void;
  /** Forgets all of them. */
  readonly clear: () => void;
}

/** How a decision came about. */
interface HowDecided {
  /** By policies that are tried silently: the agent was not told. */
  readonly observed: boolean;
}

/** @param now milliseconds since 1970 */
export function recentDecisions(home: string, now: () => number = Date.now): RecentDecisions {
  const folder = (): string => join(requireHome(home), ...FOLDER);
  const place = (name: string): string => join(folder(), name);
  const isOff = (): boolean => existsSync(place(OFF));

  async function keep(decision: Decision, event: Event, how?: HowDecided): Promise<void> {
    if (decision.effect === "abstain" || isOff()) return;
    if (makePrivate(folder()) !== null) return;
    const kept = recentDecision(decision, event, now());
    const line = `${JSON.stringify(how?.observed === true ? { ...kept, observed: true } : kept)}\n`;
    const size = statSync(place(NAME), { throwIfNoEntry: false })?.size ?? 0;
    // Of several processes that find it full each may rename it: what is lost then is older than what is kept.
    if (size > 0 && size + line.length > MAX_BYTES) renameSync(place(NAME), place(OLDER));
    appendFileSync(place(NAME), line, { mode: 0o600 });
  }

  return {
    isOff,
    keep: async (decision, event, how) => {
      await keep(decision, event, how).catch(() => undefined);
    },
    kept: () =>
      [OLDER, NAME]
        .flatMap((name) => readBounded(place(name)).split("\n"))
        .flatMap((line) => readRecentDecision(line) ?? []),
    switchTo: (state) => {
      if (state === "on") {
        rmSync(place(OFF), { force: true });
        return;
      }
      const why = makePrivate(folder());
      if (why !== null) throw new Error(why);
      writeFileSync(place(OFF), "", { mode: 0o600 });
    },
    clear: () => {
      for (const name of [OLDER, NAME]) rmSync(place(name), { force: true });
    },
  };
}

/** The file's text; empty where it is not there or is longer than we write it. */
function readBounded(file: string): string {
  try {
    return statSync(file).size > 2 * MAX_BYTES ? "" : readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** UTF-16 code units of the text that is kept of a call. */
const MAX_TEXT = 2_000;
/** What a call is about, the most telling first. */
const TELLING = ["command", "cmd", "file_path", "path", "url", "pattern", "prompt", "message"] as const;

/** A decision that an agent got and that was not abstain: what `gatehouse log` shows. Without what looks like a secret. */
export interface RecentDecision {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The agent; empty where it is not known. */
  readonly agent: string;
  /** The folder of the call; empty where it is not known. */
  readonly cwd: string;
  readonly event: string;
  readonly tool: string;
  /** The command of a shell, the path of a file, or the parameters as JSON: redacted, and shortened. */
  readonly text: string;
  /** `text` is the whole command of a shell, as the agent sent it. */
  readonly isCommand: boolean;
  readonly effect: Effect;
  /** The rule; null where the event itself was refused. */
  readonly policy: string | null;
  readonly reason: string;
  /** What the call may do, for which the rule applied, in words. */
  readonly saw: readonly string[];
  /** Policies that are tried silently would have decided so: the agent was not told. Absent: it was. */
  readonly observed?: true;
}

/** @param at milliseconds since 1970 */
export function recentDecision(decision: Decision, event: Event, at: number): RecentDecision {
  const { effect, policy, reason } = decision;
  const params = event["params"];
  const said = decision.trace
    .filter((entry) => entry.policy === policy)
    .flatMap(({ facts = [] }) => facts.map((fact) => fact.said));
  return {
    at,
    agent: textOf(event["host"]),
    cwd: textOf(event["cwd"]),
    event: event.event,
    tool: textOf(event["toolName"]),
    ...toldOf(isRecord(params) ? params : {}),
    ...{ effect, policy },
    reason: redact(shorten(reason, MAX_TEXT)),
    saw: [...new Set(said)].slice(0, 3),
  };
}

/** Reads a kept line; undefined for anything else. */
function readRecentDecision(line: string): RecentDecision | undefined {
  const { value, issue } = parseJsonObject(line);
  if (issue !== undefined) return undefined;
  const { at, agent, cwd, event, tool, text, isCommand, effect, policy, reason, saw, observed } = value;
  if (typeof at !== "number" || !Number.isSafeInteger(at) || !isEffect(effect)) return undefined;
  if (policy !== null && typeof policy !== "string") return undefined;
  return {
    ...{ at, effect, policy, isCommand: isCommand === true },
    agent: textOf(agent),
    cwd: textOf(cwd),
    event: textOf(event),
    tool: textOf(tool),
    text: textOf(text),
    reason: textOf(reason),
    saw: Array.isArray(saw) ? saw.filter((one) => typeof one === "string") : [],
    ...(observed === true && { observed }),
  };
}

function toldOf(params: Readonly<Record<string, JsonValue>>): Pick<RecentDecision, "text" | "isCommand"> {
  for (const key of TELLING) {
    const value = Object.hasOwn(params, key) ? params[key] : undefined;
    if (typeof value !== "string" || value === "") continue;
    const text = redact(shorten(value, MAX_TEXT));
    return { text, isCommand: (key === "command" || key === "cmd") && text === value };
  }
  const all = Object.keys(params).length === 0 ? "" : JSON.stringify(params);
  return { text: redact(shorten(all, MAX_TEXT)), isCommand: false };
}

function isEffect(value: unknown): value is Effect {
  return value === "deny" || value === "ask" || value === "allow" || value === "abstain";
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
