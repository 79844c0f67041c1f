import { createHash } from "node:crypto";
import { createGatehouse, type Gatehouse, type GatehouseOptions } from "@gatehouse-hooks/core";
import {
  type Caller,
  type CallerRole,
  createDecisionServer,
  type DecisionServer,
  type DecisionServerOptions,
  type TenantOptions,
} from "@gatehouse-hooks/server";

/** What servers of these tests seal with. */
export const KEY = "a key of the tests, not of anybody";

const ROLES: readonly CallerRole[] = ["decide", "answer", "approve", "metrics"];

/** The token of the caller of a tenant who has a role. */
export function tokenOf(role: CallerRole, tenant = "main"): string {
  return `token-of.${tenant}.${role}`;
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** One caller for each role. */
export function callersOf(tenant = "main"): readonly Caller[] {
  return ROLES.map((role) => ({
    name: `${tenant}-${role}`,
    roles: [role],
    tokenSha256: sha256(tokenOf(role, tenant)),
  }));
}

/** A gatehouse of a policy file's text. */
export async function gatehouseOf(text: string, options: Partial<GatehouseOptions> = {}): Promise<Gatehouse> {
  return await createGatehouse({
    policies: { text },
    onIssues: "throw",
    facts: false,
    onNotice: () => undefined,
    ...options,
  });
}

export function tenantOf(gatehouse: Gatehouse, more: Partial<TenantOptions> = {}): TenantOptions {
  return { name: "main", gatehouse, callers: callersOf(more.name), ...more };
}

/** A server of one tenant, `main`. A defect of it fails the test. */
export async function serverOf(
  gatehouse: Gatehouse | string,
  { tenant, ...options }: Partial<DecisionServerOptions> & { readonly tenant?: Partial<TenantOptions> } = {},
): Promise<DecisionServer> {
  const made = typeof gatehouse === "string" ? await gatehouseOf(gatehouse) : gatehouse;
  return createDecisionServer({ key: KEY, tenants: [tenantOf(made, tenant)], onError: rethrow, ...options });
}

function rethrow(error: unknown): void {
  throw error;
}
