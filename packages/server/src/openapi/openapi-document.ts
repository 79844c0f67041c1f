import { z } from "zod";
import { PROBLEMS } from "../http/problem.js";
import { problemSchema } from "./answers.schema.js";
import { type HttpOperation, OPERATIONS } from "./operations.table.js";

/** The interface of the server as an OpenAPI 3.1 document, made from the schemas that requests are read with. */
export function openApiDocument(): Readonly<Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of OPERATIONS)
    (paths[operation.path] ??= {})[operation.method] = operationObject(operation);
  return {
    openapi: "3.1.1",
    info: {
      title: "Gatehouse decision server",
      version: "1",
      description:
        "Decides what AI agents may do. AuthZEN Authorization API 1.0 and the server's own interface.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    paths,
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer" },
        certificate: { type: "mutualTLS" },
      },
    },
  };
}

function operationObject(operation: HttpOperation): object {
  const { id, summary, roles, body, answer, media, unready, path, problems } = operation;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  return {
    operationId: id,
    summary: roles === undefined ? summary : `${summary} (role: ${roles.join(" or ")})`,
    security: roles === undefined ? [] : [{ token: [] }, { certificate: [] }],
    ...(names.length > 0 && {
      parameters: names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
    }),
    ...(body !== undefined && {
      requestBody: { required: true, content: { "application/json": { schema: schemaOf(body, "input") } } },
    }),
    responses: {
      "200": {
        description: "The answer",
        content:
          answer === undefined
            ? { [media ?? "text/plain"]: { schema: { type: "string" } } }
            : { "application/json": { schema: schemaOf(answer, "output") } },
      },
      ...(unready !== undefined && {
        "503": {
          description: "Not now",
          content: { "application/json": { schema: schemaOf(unready, "output") } },
        },
      }),
      ...problemResponses(problems),
    },
  };
}

function problemResponses(codes: HttpOperation["problems"]): object {
  const statuses = [...new Set(codes.map((code) => PROBLEMS[code].status))];
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      {
        description: codes
          .filter((code) => PROBLEMS[code].status === status)
          .map((code) => PROBLEMS[code].title)
          .join("; "),
        content: { "application/problem+json": { schema: schemaOf(problemSchema, "output") } },
      },
    ]),
  );
}

/** OpenAPI 3.1 has the JSON Schema of 2020-12. */
function schemaOf(schema: z.ZodType, io: "input" | "output"): object {
  const { $schema: _dialect, ...made } = z.toJSONSchema(schema, { io });
  return made;
}
