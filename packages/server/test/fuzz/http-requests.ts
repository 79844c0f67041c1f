import fc from "fast-check";
import { DOCUMENT } from "../misfits.js";
import { tokenOf } from "../served-by.js";
import { type BodySchema, valuesOf, words } from "./schema-values.js";

/** A request that any client may send. */
export interface HttpAttempt {
  readonly kind: "http";
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As it travels; a string of one character for each byte. */
  readonly body: string | null;
}

const tokens = fc.oneof(
  { weight: 12, arbitrary: fc.constant(tokenOf("decide")) },
  { weight: 3, arbitrary: fc.constantFrom(tokenOf("answer"), tokenOf("approve"), tokenOf("metrics")) },
  {
    weight: 2,
    arbitrary: fc.constantFrom("", "x", tokenOf("decide").toUpperCase(), `${tokenOf("decide")} x`),
  },
);

const types = fc.oneof(
  { weight: 14, arbitrary: fc.constantFrom("application/json", "application/json; charset=utf-8") },
  { weight: 1, arbitrary: fc.constantFrom("text/plain", "", "application/json-seq", "multipart/form-data") },
);

/** What a text of JSON may become on its way. */
const damages: fc.Arbitrary<(text: string) => string> = fc.oneof(
  { weight: 14, arbitrary: fc.constant((text: string) => text) },
  fc
    .double({ min: 0, max: 1, noNaN: true })
    .map((at) => (text: string) => text.slice(0, Math.floor(at * text.length))),
  fc.constant((text: string) => text.replace("{", '{"__proto__":{"decision":true,"effect":"allow"},')),
  fc.constant((text: string) => text.replace("}", ',"id":"twice","id":"twice"}')),
  fc.constant((text: string) => text.replace(/"[^"]*"\}/, '"\\ud800"}')),
  fc
    .integer({ min: 10, max: 60_000 })
    .map((deep) => (text: string) => text.replace(/"[^"]*"\}/, `${"[".repeat(deep)}${"]".repeat(deep)}}`)),
  fc
    .integer({ min: 10, max: 6_000 })
    .map(
      (deep) => (text: string) => text.replace(/"[^"]*"\}/, `${'{"a":'.repeat(deep)}1${"}".repeat(deep)}}`),
    ),
  fc.constant((text: string) => text.replace(/"[^"]*"\}/, "1e999}")),
  fc.constant((text: string) => `\u00ef\u00bb\u00bf${text}`),
  fc.constant((text: string) => text.replace('"', '"\u00ff\u00fe')),
  fc.constant((text: string) => `${text}${text}`),
  fc.constant((text: string) => text.replace("{", `{"long":"${"a".repeat(1_200_000)}",`)),
);

const READ = {
  subject: { type: "user", id: "alice" },
  action: { name: "read" },
  resource: { type: "book", id: "1" },
};

/** Bodies that mean something, beside those that only have the shape. */
const MEANT: Readonly<Record<string, readonly unknown[]>> = {
  "/access/v1/evaluation": [READ, { ...READ, action: { name: "write" } }],
  "/access/v1/evaluations": [{ ...READ, evaluations: [{}, { action: { name: "write" } }, { resource: {} }] }],
  "/v1/decide": ["pwd", "ls", "rm -rf /"].map((command) => ({
    event: { event: "before_tool_call", toolName: "Bash", params: { command } },
  })),
  "/v1/step": [{ event: { event: "before_tool_call", toolName: "Bash", params: { command: "judge" } } }],
  "/v1/hooks/{agent}": ["pwd", "ls", "rm -rf /"].map((command) => ({
    ...{
      hook_event_name: "PreToolUse",
      session_id: "s",
      cwd: "/",
      tool_name: "Bash",
      tool_input: { command },
    },
  })),
  "/v1/approvals/{id}": [{ answer: "approve" }],
};

/** Without halves of surrogate pairs, which no address can have. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

const operations = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

const params = fc.oneof(
  fc.constantFrom(
    "claude-code",
    "copilot",
    "claude-code",
    "copilot",
    "cursor",
    "..",
    "%2e%2e",
    "%ff",
    "%",
    "__proto__",
  ),
  words.map((word) => encodeURIComponent(wellFormed(word))),
);

/** Requests that are made from the document. */
export const documented: fc.Arbitrary<HttpAttempt> = fc
  .constantFrom(...operations)
  .chain(({ path, method, operation }) => {
    const schema = operation.requestBody?.content["application/json"]?.schema as BodySchema | undefined;
    const meant = fc.constantFrom(...(MEANT[path] ?? [{}]));
    return fc
      .record({
        param: params,
        token: tokens,
        type: types,
        damage: damages,
        value: fc.oneof({ weight: 2, arbitrary: meant }, { weight: 1, arbitrary: valuesOf(schema) }),
        method: fc.oneof(
          { weight: 19, arbitrary: fc.constant(method) },
          fc.constantFrom("GET", "PUT", "HEAD", "OPTIONS", "DELETE", "PATCH"),
        ),
        id: fc.option(words, { freq: 4 }),
      })
      .map((one): HttpAttempt => ({
        kind: "http",
        method: one.method,
        path: path.replace(/\{\w+\}/, one.param),
        headers: {
          ...(one.token !== "" && { authorization: `Bearer ${one.token}` }),
          ...(one.type !== "" && { "content-type": one.type }),
          ...(one.id !== null && { "x-request-id": one.id.replaceAll(/[^\x20-\x7e]/g, "").slice(0, 300) }),
        },
        body: one.method === "POST" || one.method === "PUT" ? one.damage(bytesOf(one.value)) : null,
      }));
  });

/** UTF-8 as one character for each byte. */
function bytesOf(value: unknown): string {
  return Buffer.from(JSON.stringify(value) ?? "null").toString("latin1");
}

/** Addresses that are none, or nearly. */
export const elsewhere: fc.Arbitrary<HttpAttempt> = fc
  .record({
    method: fc.constantFrom("GET", "POST"),
    path: fc.oneof(
      fc.constantFrom(
        "/",
        "//",
        "/v1/approvals/",
        "/v1//decide",
        "/access/v1/search/subject",
        "/v1/decide/",
        "/%00",
        "/v1/%64ecide",
      ),
      fc.constantFrom(
        "/v1/approvals/a/b",
        "/../etc/passwd",
        "/v1/hooks/",
        "/*",
        "/:agent",
        "/v1/hooks/%2e%2e%2fdecide",
        "/?a=%ff",
      ),
      fc
        .array(words, { maxLength: 6 })
        .map((parts) => `/${parts.map((part) => encodeURIComponent(wellFormed(part))).join("/")}`),
    ),
  })
  .map((one) => ({
    kind: "http",
    ...one,
    headers: { authorization: `Bearer ${tokenOf("decide")}` },
    body: one.method === "POST" ? "{}" : null,
  }));
