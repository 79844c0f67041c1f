import type { Identity, CallerRole } from "../identity/caller.js";
import type { Peer } from "../http/read-body.js";
import { requireRole } from "../identity/identify.js";
import { HttpProblem } from "../http/problem.js";
import type { InForce, Tenant } from "../tenant.js";
import type { DoorEnvironment, Served } from "./environment.js";

/** One request of a caller who may make it, with the policies that answer it to its end. */
export interface AskedRequest {
  readonly request: Request;
  readonly peer: Peer;
  readonly identity: Identity;
  readonly tenant: Tenant;
  readonly inForce: InForce;
  /** A part of the address; empty where there is none. */
  readonly param: (name: string) => string;
}

/** A handler for those who have one of the roles. The answer says by which policies it was made. */
export function askedBy(
  roles: readonly [CallerRole, ...CallerRole[]],
  { identify, tenants, inFlight, limits }: DoorEnvironment,
  answer: (asked: AskedRequest) => Promise<Response>,
): (context: Served) => Promise<Response> {
  return async (context) => {
    const identity = identify(context.req.raw, context.env);
    if (!roles.some((role) => identity.roles.has(role))) requireRole(identity, roles[0]);
    const tenant = tenants.get(identity.tenant);
    if (tenant === undefined) throw new HttpProblem("no-such-address", "the tenant is gone");
    const { tenant: of, caller } = identity;
    return await inFlight.run(
      { tenant: of, caller, bytes: mostBytes(context.req.raw, limits.maxBodyBytes) },
      async () =>
        await tenant.use(async (inForce) => {
          const response = await answer({
            ...{ identity, tenant, inForce },
            request: context.req.raw,
            peer: context.env,
            param: (name) => context.req.param(name) ?? "",
          });
          response.headers.set("x-gatehouse-policies", inForce.version);
          return response;
        }),
    );
  };
}

/** How many bytes the body of a request may take: where it does not say, as many as one may have. */
function mostBytes({ method, headers }: Request, most: number): number {
  if (method === "GET") return 0;
  const said = headers.get("content-length");
  return said !== null && /^\d{1,15}$/.test(said) ? Math.min(Number(said), most) : most;
}
