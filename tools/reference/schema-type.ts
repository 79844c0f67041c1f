import type { JsonSchema } from "@gatehouse-hooks/hosts/json-schemas";
import { codeSpan } from "./markdown-table.js";

/** Names of more than these are not written out. */
const MAX_WORDS = 8;

/** What a schema takes, in words: `a string or a list of strings`. */
export function schemaType(schema: JsonSchema): string {
  const parts = [...new Set(typesOf(schema))];
  return parts.length < 2 ? (parts[0] ?? "anything") : `${parts.slice(0, -1).join(", ")} or ${parts.at(-1)}`;
}

function typesOf(schema: JsonSchema): readonly string[] {
  const any = schema["anyOf"];
  if (Array.isArray(any)) return any.flatMap((one) => typesOf(one as JsonSchema));
  if (typeof schema["$ref"] === "string") return [refOf(schema["$ref"])];
  if ("const" in schema) return [codeSpan(JSON.stringify(schema["const"]))];
  const words = schema["enum"];
  if (Array.isArray(words)) return words.length > MAX_WORDS ? ["a string"] : words.map(String).map(codeSpan);
  const bounds = boundsOf(schema);
  switch (schema["type"]) {
    case "string":
      return [`a string${bounds}`];
    case "integer":
      return [`a whole number${bounds}`];
    case "number":
      return [`a number${bounds}`];
    case "boolean":
      return ["`true`", "`false`"];
    case "null":
      return ["`null`"];
    case "array":
      return [listOf(schema["items"] as JsonSchema | undefined)];
    case "object":
      return ["a mapping"];
    default:
      return ["anything"];
  }
}

/** `#/definitions/policyTest`: a list of these has a heading of its own. */
function refOf(ref: string): string {
  return `a ${ref.split("/").at(-1) === "policy" ? "policy" : "test"}`;
}

function listOf(items: JsonSchema | undefined): string {
  if (items === undefined) return "a list";
  const [first = "anything", ...others] = new Set(typesOf(items));
  if (others.length > 0 || first === "anything") return "a list of them";
  const item = first.replace(/^a string.*/, "a string");
  const plural: Readonly<Record<string, string>> = {
    "a string": "strings",
    "a policy": "policies",
    "a test": "tests",
    "a mapping": "mappings",
  };
  return `a list of ${plural[item] ?? item}`;
}

function boundsOf(schema: JsonSchema): string {
  const { minimum, maximum, maxLength } = schema;
  if (typeof maxLength === "number") return ` of at most ${maxLength} characters`;
  if (typeof minimum === "number" && typeof maximum === "number") return ` from ${minimum} to ${maximum}`;
  return "";
}
