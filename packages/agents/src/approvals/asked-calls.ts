import { isRecord, type JsonObject } from "@gatehouse-hooks/json";
import type { AskingProcess } from "@gatehouse-hooks/local/person";
import { requireHome } from "@gatehouse-hooks/local/places";
import type { KeptApproval, KeptApprovals } from "@gatehouse-hooks/runtime";
import { randomInt } from "node:crypto";
import { join } from "node:path";
import { type AskedCall, readAskedCall } from "./asked-call.js";
import { fileApprovals } from "./file-approvals.js";

/** How long a call waits for a person. */
const WAITING_MS = 15 * 60_000;
/** How long an approval counts. */
const APPROVED_MS = 5 * 60_000;
/** Processes that a call is kept with: agents that have tried it. */
const MOST_ASKING = 8;
/** Crockford's base 32: no letters that are mistaken for each other. */
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";
/** A machine has one user here: all calls are of one tenant. */
const TENANT = "user";

/** Calls that wait for a person, and those that a person has approved, in the user's own folder. */
export interface AskedCalls {
  /**
   * Keeps a call for a person to answer; the same call keeps its code.
   *
   * @param by the agent that wants to make it
   * @returns the code; undefined where it cannot be kept
   */
  readonly keep: (
    call: Omit<AskedCall, "code" | "asked" | "expires">,
    by?: AskingProcess,
  ) => Promise<string | undefined>;
  /** Those that wait, the oldest first. */
  readonly waiting: () => Promise<readonly AskedCall[]>;
  /** The agents of those that wait. */
  readonly asking: () => Promise<readonly AskingProcess[]>;
  /** From now on the call may happen once. @throws Error where it does not wait any more, or that cannot be kept */
  readonly approve: (call: Pick<AskedCall, "code">) => Promise<void>;
  /** Uses up the approval of a call, if there is one: of several processes one gets it, and that once. */
  readonly use: (call: string, policy: string | null) => Promise<boolean>;
}

/** What is kept of a call. */
interface KeptCall extends KeptApproval {
  readonly asks: AskedCall;
  readonly agents: readonly AskingProcess[];
}

/**
 * @param now milliseconds since 1970
 * @param used approvals that this process has used up: a daemon knows of them, too, where their files are put back
 */
export function askedCalls(home: string, now: () => number = Date.now, used?: Set<string>): AskedCalls {
  const store: KeptApprovals<KeptCall> = fileApprovals<KeptCall>({
    folder: join(requireHome(home), ".gatehouse", "approvals"),
    read: readKeptCall,
    merge: withAgents,
    ...(used !== undefined && { used }),
  });
  const waiting = async (): Promise<readonly KeptCall[]> => await store.waiting(TENANT, now());
  return {
    keep: async (call, by) => {
      const code = freshCode();
      const asked = now();
      const asks = { ...call, code, asked, expires: asked + WAITING_MS };
      const kept = { ...keptAs(asks), asks, agents: by === undefined ? [] : [by] };
      return await store.ask(kept, asked).then(
        ({ id }) => id,
        () => undefined,
      );
    },
    waiting: async () => (await waiting()).map(({ asks }) => asks),
    asking: async () => (await waiting()).flatMap(({ agents }) => agents),
    approve: async ({ code }) => {
      const answer = { kind: "approve", by: "terminal", expires: now() + APPROVED_MS } as const;
      const { kind } = await store.answer(TENANT, code, answer, now());
      if (kind !== "answered") throw new Error(`the call \`${code}\` does not wait any more`);
    },
    use: async (call, policy) => (await store.use({ tenant: TENANT, call, policy }, now())) !== undefined,
  };
}

function keptAs({ code, call, policy, asked, expires }: AskedCall): KeptApproval {
  return { id: code, tenant: TENANT, call, policy, asked, expires, state: "waiting" };
}

function readKeptCall(value: JsonObject): KeptCall | undefined {
  const { asks, agents, tenant, state, expires, by } = value;
  const call = isRecord(asks) ? readAskedCall(asks) : undefined;
  if (call === undefined || tenant !== TENANT || typeof expires !== "number" || !Array.isArray(agents))
    return undefined;
  if (state !== "waiting" && state !== "approved" && state !== "refused") return undefined;
  return {
    ...keptAs(call),
    ...{ asks: call, state, expires, agents: agents.flatMap((one) => processOf(one)) },
    ...(typeof by === "string" && { by }),
  };
}

function withAgents(known: KeptCall, { agents }: KeptCall): KeptCall {
  const fresh = agents.filter(
    (by) => !known.agents.some(({ pid, start }) => pid === by.pid && start === by.start),
  );
  return fresh.length === 0 ? known : { ...known, agents: [...known.agents, ...fresh].slice(-MOST_ASKING) };
}

function processOf(value: unknown): readonly AskingProcess[] {
  if (!isRecord(value)) return [];
  const { pid, start, group } = value;
  if (typeof pid !== "number" || typeof start !== "string" || typeof group !== "string") return [];
  return [{ pid, start, group }];
}

/** Eight letters, in two groups: 40 bits. */
function freshCode(): string {
  const letters = Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)] ?? "").join("");
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}
