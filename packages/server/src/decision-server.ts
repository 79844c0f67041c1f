import type { Gatehouse } from "@gatehouse-hooks/core";
import type { ApprovalNote } from "./approvals/approval-store.js";
import { countInFlight } from "./http/in-flight.js";
import { routesOf } from "./doors/routes.js";
import type { Peer } from "./http/read-body.js";
import { identifying } from "./identity/identify.js";
import { resolveLimits } from "./http/limits.js";
import { memoryApprovals } from "./approvals/memory-approvals.js";
import { createServerMetrics } from "./server-metrics.js";
import type { DecisionServerOptions } from "./options.js";
import { sealing } from "./decide/sealed-text.js";
import { createTenant, type Tenant } from "./tenant.js";
import { logRecord } from "./traces/log-record.js";

/** A server that decides. It listens nowhere by itself: `listen` of the entry `node` does, or any server of the Fetch API. */
export interface DecisionServer {
  /**
   * Answers a request. Never rejects.
   *
   * @param peer what is known of the connection: the certificate of a client, where it was verified
   */
  readonly fetch: (request: Request, peer?: Peer) => Promise<Response>;
  /**
   * Puts other policies in force for a tenant. Requests that have begun end with those that they began with.
   *
   * @throws TypeError for a tenant that there is not
   */
  readonly replace: (tenant: string, gatehouse: Gatehouse) => void;
  /** The versions of the policies in force, by tenant: SHA-256 in lower-case hex. */
  readonly versions: () => ReadonlyMap<string, string>;
  /** From now on `/readyz` says 503. Requests are answered as before, for those who have not heard of it. */
  readonly leave: () => void;
  /** From now on requests that decide get 503 and `/readyz` says so; resolves when those in flight are answered. */
  readonly drain: () => Promise<void>;
  /** Drains, and closes the tenants. */
  readonly close: () => Promise<void>;
}

/**
 * Makes a decision server.
 *
 * @throws TypeError for options that are none: no tenants, two of one name, callers that cannot be told apart, a key that is too short
 * @example
 * const server = createDecisionServer({ key, tenants: [{ name: "main", gatehouse, callers: [{ name: "agent", roles: ["decide"], tokenSha256 }] }] });
 */
export function createDecisionServer(options: DecisionServerOptions): DecisionServer {
  const limits = resolveLimits(options.limits);
  const seals = sealing(options.key);
  const { now = Date.now, origin, passkeys } = options;
  const onError = (error: unknown): void => {
    // Not its message, which may have words of an event.
    const name = error instanceof Error ? error.name : typeof error;
    logRecord({ name: "gatehouse.error", body: `a request could not be answered: ${name}`, isError: true });
    (options.onError ?? writeError)(error);
  };
  const onApproval = (note: ApprovalNote): void => {
    logApproval(note);
    options.onApproval?.(note);
  };
  const tenants = tenantsOf(options);
  const identify = identifying(new Map(options.tenants.map(({ name, callers }) => [name, callers])));
  const approvals = options.approvals ?? memoryApprovals();
  const versions = (): ReadonlyMap<string, string> =>
    new Map([...tenants].map(([name, { version }]) => [name, version]));
  const inFlight = countInFlight(limits);
  const metrics = createServerMetrics({ inFlight: () => inFlight.count, versions });
  const app = routesOf({
    ...{ tenants, identify, approvals, passkeys, limits, now },
    ...{ metrics, seals, inFlight, origin, onApproval, onError },
    decides: { approvals, limits, now, onApproval: (what, tenant) => metrics.approval(tenant, what) },
  });
  return {
    fetch: async (request, peer = {}) => await app.fetch(request, peer),
    replace: (name, gatehouse) => {
      const tenant = tenants.get(name);
      if (tenant === undefined) throw new TypeError(`there is no tenant \`${name}\``);
      tenant.replace(gatehouse);
    },
    versions,
    leave: () => inFlight.leave(),
    drain: async () => await inFlight.drain(),
    close: async () => {
      await inFlight.drain();
      await Promise.all([...tenants.values()].map(async (tenant) => await tenant.close()));
    },
  };
}

const NAME = /^[a-z0-9][a-z0-9-]{0,60}$/;

function tenantsOf({ tenants }: DecisionServerOptions): ReadonlyMap<string, Tenant> {
  if (tenants.length === 0) throw new TypeError("a server needs at least one tenant");
  const made = new Map<string, Tenant>();
  for (const one of tenants) {
    if (!NAME.test(one.name))
      throw new TypeError(
        `expected the name of a tenant in lower-case letters, digits and dashes, got ${one.name}`,
      );
    if (made.has(one.name)) throw new TypeError(`two tenants are called \`${one.name}\``);
    made.set(one.name, createTenant(one));
  }
  return made;
}

function logApproval({ tenant, id, policy, what, by }: ApprovalNote): void {
  const attributes = {
    "gatehouse.tenant": tenant,
    "gatehouse.approval": id,
    "gatehouse.policy": policy,
    "gatehouse.caller": by,
  };
  logRecord({ name: `gatehouse.${what}`, body: `a call was ${what} by ${by}`, attributes });
}

function writeError(error: unknown): void {
  console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
}
