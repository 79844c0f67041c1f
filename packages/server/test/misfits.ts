import { type Schema, Validator } from "@cfworker/json-schema";
import { openApiDocument } from "../src/openapi/openapi-document.js";

interface Content {
  readonly schema: Schema;
}

/** What these tests read of the document. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
}

export interface ApiOperation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, Content>>; readonly headers?: object }>
  >;
}

export const DOCUMENT = openApiDocument() as unknown as ApiDocument;

/** An answer as it came. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Its `content-type`. */
  readonly type: string;
  readonly text: string;
}

const validators = new Map<Schema, Validator>();

/** What of an answer is not as the document says; empty where all is. */
export function misfits({ method, path, status, type, text }: Sent): readonly string[] {
  const media = (type.split(";")[0] ?? "").trim();
  const operation = operationAt(method, path);
  // What is not in the document does not exist, or is not offered.
  if (operation === undefined)
    return [404, 405, 501].includes(status) && media === "application/problem+json"
      ? []
      : [`${status} ${media} from an address that is not in the document`];
  const content = operation.responses[String(status)]?.content?.[media];
  if (content === undefined) return [`${status} ${media} is not among its answers`];
  if (!media.includes("json")) return [];
  const validator = validators.get(content.schema) ?? new Validator(content.schema, "2020-12");
  validators.set(content.schema, validator);
  return validator
    .validate(JSON.parse(text))
    .errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`);
}

/** The operation of an address; undefined where the document has none. */
export function operationAt(method: string, path: string): ApiOperation | undefined {
  const parts = (path.split("?")[0] ?? "").split("/");
  const found = Object.keys(DOCUMENT.paths).find((pattern) => {
    const wanted = pattern.split("/");
    return (
      wanted.length === parts.length &&
      wanted.every((part, i) => (part.startsWith("{") ? parts[i] !== "" : part === parts[i]))
    );
  });
  return found === undefined ? undefined : DOCUMENT.paths[found]?.[method.toLowerCase()];
}
