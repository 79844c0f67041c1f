import { tokenOf } from "../served-by.js";
import type { HttpAttempt } from "./http-requests.js";

/** What the server of the fuzzer has in force. */
export const FUZZ_POLICIES = `
version: 1
policies:
  - { id: reads, events: access_request, when: 'action.name == "read" && resource.type == "book"', allow: everybody may read }
  - { id: writes, events: access_request, when: 'action.name == "write"', ask: is it meant? }
  - { id: pwd, events: before_tool_call, when: 'params.command == "pwd"', allow: harmless }
  - { id: rm, events: before_tool_call, when: 'params.command == "rm -rf /"', deny: no }
  - { id: judged, events: before_tool_call, when: 'params.command == "judge"', function: nobody }
`;

/** A yes of any kind in an answer: an escaped one, within a string, has a backslash before its quotes. */
export const YES = /"decision":true|"effect":"allow"|"permissionDecision":"allow"|"behavior":"allow"/;

/** Whether a request may get a yes: it asks, as somebody who may, exactly what the policies allow. Not how the server reads it. */
export function mayGetYes({ method, path, headers, body }: HttpAttempt): boolean {
  if (method !== "POST" || body === null) return false;
  if (headers["authorization"] !== `Bearer ${tokenOf("decide")}`) return false;
  const type = headers["content-type"] ?? "";
  const hook = path.startsWith("/v1/hooks/");
  if (!hook && !/^application\/json *(?:;|$)/i.test(type)) return false;
  const value = parsed(body);
  if (value === undefined) return false;
  if (hook) return member(value, "tool_input", "command") === "pwd";
  if (path === "/v1/decide" || path === "/v1/step")
    return member(value, "event", "params", "command") === "pwd";
  if (path === "/access/v1/evaluation") return isAllowed(value, {});
  if (path !== "/access/v1/evaluations") return false;
  const list = member(value, "evaluations");
  return Array.isArray(list) && list.length > 0
    ? list.some((one: unknown) => isAllowed(one, value))
    : isAllowed(value, {});
}

function isAllowed(one: unknown, defaults: unknown): boolean {
  const of = (name: string, part: string): unknown =>
    has(one, name) ? member(one, name, part) : member(defaults, name, part);
  if (of("action", "name") === "call" && of("resource", "type") === "tool") return true;
  return (
    of("action", "name") === "read" &&
    of("resource", "type") === "book" &&
    typeof of("subject", "id") === "string"
  );
}

function has(value: unknown, name: string): boolean {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name);
}

function member(value: unknown, ...names: readonly string[]): unknown {
  let at = value;
  for (const name of names) at = has(at, name) ? (at as Record<string, unknown>)[name] : undefined;
  return at;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(
      new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(body, "latin1")),
    );
  } catch {
    return undefined;
  }
}
