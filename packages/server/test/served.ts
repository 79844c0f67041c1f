import type { DecisionServer } from "@gatehouse-hooks/server";
import { expect } from "vitest";
import { misfits } from "./misfits.js";
import { tokenOf } from "./served-by.js";

export { callersOf, gatehouseOf, KEY, serverOf, sha256, tenantOf, tokenOf } from "./served-by.js";

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
