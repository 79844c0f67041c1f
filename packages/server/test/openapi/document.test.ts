import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Schema, Validator } from "@cfworker/json-schema";
import { openApiDocument } from "../../src/openapi/openapi-document.js";
import { expect, test } from "vitest";
import type { DoorEnvironment } from "../../src/doors/environment.js";
import { routesOf } from "../../src/doors/routes.js";
import { PROBLEMS } from "../../src/http/problem.js";
import { DOCUMENT, misfits } from "../misfits.js";
import { ask, serverOf, tokenOf } from "../served.js";

const server = await serverOf("version: 1\npolicies: []");

test("the document is valid OpenAPI 3.1, by the schema of the OpenAPI Initiative", () => {
  // Only its data: the program of the package makes code of schemas, which nothing here may do.
  const require = createRequire(import.meta.url);
  const file = require.resolve("@seriousme/openapi-schema-validator/schemas/v3.1/schema.json");
  const schema = JSON.parse(readFileSync(file, "utf8")) as Schema;
  const validator = new Validator(schema, "2020-12", false);
  expect(validator.validate(openApiDocument()).errors).toEqual([]);
  expect(validator.validate({ ...openApiDocument(), paths: { "/a": { get: { responses: 1 } } } }).valid).toBe(
    false,
  );
});

test("it is served as it is, to anybody", async () => {
  const { body } = await ask(server, "/openapi.json", { token: null });
  expect(body).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
});

test("no two operations have the same id, and each part of an address is a parameter", () => {
  const operations = Object.entries(DOCUMENT.paths).flatMap(([at, methods]) =>
    Object.values(methods).map((operation) => ({ at, ...operation })),
  );
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { at, ...operation } of operations) {
    const named = [...at.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const { parameters = [] } = operation as { parameters?: readonly { readonly name: string }[] };
    expect(parameters.map(({ name }) => name)).toEqual(named);
  }
});

/** What the app really has: that no address is kept from the document. */
function routes(): readonly string[] {
  const app = routesOf({ inFlight: {}, limits: {} } as unknown as DoorEnvironment);
  return app.routes
    .filter(({ method }) => method !== "ALL")
    .map(({ method, path: at }) => `${method} ${at.replaceAll(/:(\w+)/g, "{$1}")}`)
    .toSorted();
}

/** It answers, and says that it is not offered (Authorization API 1.0: what is not offered is not told of). */
const NOT_OFFERED = ["POST /access/v1/search/{what}"];

test("every route is in the document, and the other way round", () => {
  const documented = Object.entries(DOCUMENT.paths).flatMap(([at, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${at}`),
  );
  expect(routes()).toEqual([...documented, ...NOT_OFFERED].toSorted());
});

test("every address answers as the document says: to who may ask, to others, and with a body that is none", async () => {
  for (const [pattern, methods] of Object.entries(DOCUMENT.paths))
    for (const method of Object.keys(methods)) {
      const at = pattern.replace("{agent}", "claude-code").replace("{id}", "someId");
      for (const token of [
        tokenOf("decide"),
        tokenOf("answer"),
        tokenOf("approve"),
        tokenOf("metrics"),
        null,
      ])
        for (const body of method === "post" ? ["{}", "{", "[]"] : [undefined]) {
          const answer = await ask(server, at, { token, body, method: method === "post" ? "POST" : "GET" });
          expect(answer.status).toBeLessThan(500);
        }
    }
});

test("metrics and the page are as the document says", async () => {
  const metrics = await ask(server, "/metrics", { token: tokenOf("metrics") });
  expect(metrics.text).toContain("gatehouse_http_requests_total");
  expect((await ask(server, "/metrics")).status).toBe(403);
  const page = await ask(server, "/approvals", { token: null });
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
});

test("every problem has a status of its document, and the check of answers bites", () => {
  for (const { status } of Object.values(PROBLEMS)) expect(status).toBeGreaterThanOrEqual(400);
  const sent = { method: "POST", path: "/access/v1/evaluation", status: 200, type: "application/json" };
  expect(misfits({ ...sent, text: '{"decision":true}' })).toEqual([]);
  expect(misfits({ ...sent, text: '{"decision":"true"}' })).not.toEqual([]);
  expect(misfits({ ...sent, status: 418, text: "{}" })).not.toEqual([]);
  expect(misfits({ ...sent, path: "/elsewhere", text: "{}" })).not.toEqual([]);
});

test("a server that is being stopped says so, as the document has it", async () => {
  const stopping = await serverOf("version: 1\npolicies: []");
  await stopping.close();
  expect((await ask(stopping, "/readyz", { token: null })).body).toEqual({ status: "draining" });
  expect((await ask(stopping, "/healthz", { token: null })).status).toBe(200);
  const { status, headers } = await ask(stopping, "/v1/decide", { body: { event: {} } });
  expect([status, headers.get("retry-after")]).toEqual([503, "1"]);
});
