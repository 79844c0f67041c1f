import type { Gatehouse } from "@gatehouse-hooks/core";
import { policySetHash } from "@gatehouse-hooks/runtime";
import type { Caller } from "./identity/caller.js";

/** Those whose policies decide together, and who may ask. */
export interface TenantOptions {
  /** In addresses of metrics and in the audit trail. */
  readonly name: string;
  /** Its policies. It is the tenant's: `replace` and the server's `close` end it. */
  readonly gatehouse: Gatehouse;
  readonly callers: readonly Caller[];
  /** What an event is on which no policy has an opinion, where the answer must be yes or no. Default `deny`. */
  readonly abstain?: "permit" | "deny";
}

/** Policies that decide: a request keeps those that it began with. */
export interface InForce {
  readonly gatehouse: Gatehouse;
  /** SHA-256 of the policies, in lower-case hex. */
  readonly version: string;
}

/** A tenant whose policies can be replaced while it is asked. */
export interface Tenant {
  readonly name: string;
  readonly abstain: "permit" | "deny";
  /** Runs with the policies of now, to the end with the same. */
  readonly use: <T>(work: (inForce: InForce) => Promise<T>) => Promise<T>;
  /** The version of the next request. */
  readonly version: string;
  /** From now on these decide; the ones before are closed when the last request that began with them is answered. */
  readonly replace: (gatehouse: Gatehouse) => void;
  readonly close: () => Promise<void>;
}

export function createTenant({ name, gatehouse, abstain = "deny" }: TenantOptions): Tenant {
  let present = held(gatehouse);
  const closing = new Set<Promise<void>>();
  const retire = (old: Held): void => {
    const closed = old.retire().finally(() => closing.delete(closed));
    closing.add(closed);
  };
  return {
    name,
    abstain,
    get version() {
      return present.inForce.version;
    },
    use: async (work) => await present.use(work),
    replace: (next) => {
      const old = present;
      present = held(next);
      retire(old);
    },
    close: async () => {
      retire(present);
      await Promise.all(closing);
    },
  };
}

interface Held {
  readonly inForce: InForce;
  readonly use: <T>(work: (inForce: InForce) => Promise<T>) => Promise<T>;
  /** Closes them after the last use. */
  readonly retire: () => Promise<void>;
}

function held(gatehouse: Gatehouse): Held {
  const inForce: InForce = { gatehouse, version: policySetHash(gatehouse.policies) };
  let users = 0;
  let free: (() => void) | undefined;
  const unused = new Promise<void>((resolve) => (free = resolve));
  let retired = false;
  return {
    inForce,
    use: async (work) => {
      users++;
      try {
        return await work(inForce);
      } finally {
        users--;
        if (retired && users === 0) free?.();
      }
    },
    retire: async () => {
      retired = true;
      if (users > 0) await unused;
      await gatehouse.close();
    },
  };
}
