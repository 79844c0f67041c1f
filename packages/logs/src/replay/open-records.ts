import { verdictKey } from "@gatehouse-hooks/cache";
import type { SyncVerdictStore } from "@gatehouse-hooks/cache";
import type { Answer, Event, Need, Verdict } from "@gatehouse-hooks/engine";
import { shownContext } from "@gatehouse-hooks/json";
import { canonicalJson } from "@gatehouse-hooks/json/canonical";
import type { RecordedQuestion, Records } from "@gatehouse-hooks/replay";
import { type Evidence, readEvidence } from "@gatehouse-hooks/local/places";
import { hash } from "node:crypto";
import { decisionAt, evidenceAt, runKey, type TrailRecords } from "./trail-records.js";

/** Where answers were recorded. Plain data: workers get a copy. */
export interface RecordPlaces {
  readonly trail: TrailRecords;
  /** The file of a verdict cache; `null`: none. */
  readonly cache: { readonly file: string; readonly secret: string | undefined } | null;
  /** What the judge was asked for this replay, by the key of the question. */
  readonly asked: ReadonlyMap<string, Verdict>;
  /** The model of policies that name none, as those who wrote the cache knew it. */
  readonly model: string;
}

/** When events came, by the event. */
export type CameAt = WeakMap<object, number | null>;

/** Opens what was recorded. A worker opens it for itself. @param came is told when each event came */
export async function openRecords(
  { trail, cache, asked, model }: RecordPlaces,
  came: CameAt = new WeakMap(),
): Promise<Records> {
  const store = cache === null ? null : await openStore(cache.file, cache.secret);
  const handlers = new WeakMap<object, string>();
  const handlerHash = (handler: Need["handler"]): string => {
    const known = handlers.get(handler);
    if (known !== undefined) return known;
    const own = sha256(handler);
    handlers.set(handler, own);
    return own;
  };
  const recorded = (need: Need, key: string, eventHash: string): Verdict | null => {
    const { tier, policy, handler } = need;
    if (handler.kind !== "judge") return null;
    const answered = asked.get(key);
    if (answered !== undefined) return answered;
    const run = trail.answers.get(runKey(tier, policy, handlerHash(handler), eventHash));
    return run ?? (store === null ? null : cached(store, need, key));
  };
  return {
    answer: (need): RecordedQuestion => {
      const eventHash = sha256(need.event);
      const key = questionKey(need, model) ?? `${need.id} ${eventHash}`;
      return { key, verdict: recorded(need, key, eventHash) };
    },
    ...(trail.decisions.size > 0 && {
      came: (event: Event, at: number | null) => void came.set(event, at),
      decision: (event: Event, at: number | null) => decisionAt(trail.decisions.get(sha256(event)) ?? [], at),
    }),
  };
}

/** What of the machine an event was decided with when it came, as the trail has it: it is decided with that again. */
export function recordedEvidence(
  { decisions }: TrailRecords,
  came: CameAt,
): (event: object) => Evidence | undefined {
  return (event) =>
    decisions.size === 0
      ? undefined
      : readEvidence(evidenceAt(decisions.get(sha256(event)) ?? [], came.get(event) ?? null));
}

async function openStore(file: string, secret: string | undefined): Promise<SyncVerdictStore> {
  const { fileStore } = await import("@gatehouse-hooks/cache/file");
  return fileStore(file, { secret });
}

/** The verdict key of a question to a judge, as the cache of a decision has it. */
function questionKey({ handler, event, derives }: Need, model: string): string | null {
  if (handler.kind !== "judge") return null;
  try {
    return verdictKey({
      event: event.event,
      body: handler.prompt,
      model: handler.model ?? model,
      context: shownContext(handler, event),
      derives,
    });
  } catch {
    // Larger than a key may be.
    return null;
  }
}

/** What is kept and still valid; a claim that finds nothing is given back, so that nothing changes. */
function cached(store: SyncVerdictStore, { handler, session }: Need, key: string): Answer | null {
  if (handler.kind !== "judge" || handler.cache === "none") return null;
  const partition =
    handler.cache === "global"
      ? ({ scope: "global" } as const)
      : ({ scope: "session", ...(session !== undefined && { session }) } as const);
  const slot = { partition, key, ttlMs: Number.MAX_SAFE_INTEGER, accepts: isAdvice };
  const claim = store.claim(slot);
  if (claim.kind === "hit") return claim.answer;
  if (claim.kind === "own") store.release(slot, claim.ticket);
  return null;
}

/** Other processes may write to the cache: what no judge answers is none of its answers. */
function isAdvice({ kind, updatedInput }: Answer): boolean {
  return kind !== "allow" && updatedInput === undefined;
}

function sha256(value: unknown): string {
  return hash("sha256", canonicalJson(value), "hex");
}
