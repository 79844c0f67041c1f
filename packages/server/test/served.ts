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
import { expect } from "vitest";
import { misfits } from "./misfits.js";

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

export interface Asking {
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string or bytes travel as they are. */
  readonly body?: unknown;
  readonly method?: "GET" | "POST";
}

/** An answer, which is as the server's OpenAPI document says. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The answer as JSON; empty where it is none. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Sends a request, and holds the answer against the OpenAPI document. */
export async function ask(
  server: Pick<DecisionServer, "fetch">,
  path: string,
  asking: Asking = {},
): Promise<Answered> {
  const { token = tokenOf("decide"), body, headers = {} } = asking;
  const method = asking.method ?? (body === undefined ? "GET" : "POST");
  const response = await server.fetch(
    new Request(`http://pdp.test${path}`, {
      method,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: bodyOf(body) }),
    }),
  );
  return await answered(method, path, response);
}

/** Reads an answer, and holds it against the OpenAPI document. */
export async function answered(method: string, path: string, response: Response): Promise<Answered> {
  const { status, headers } = response;
  const text = await response.text();
  const type = headers.get("content-type") ?? "";
  expect(misfits({ method, path, status, type, text }), `${method} ${path} ${status} ${text}`).toEqual([]);
  const body = type.includes("json") ? (JSON.parse(text) as Answered["body"]) : {};
  return { status, headers, text, body };
}

function bodyOf(body: unknown): string | Uint8Array {
  return typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);
}
