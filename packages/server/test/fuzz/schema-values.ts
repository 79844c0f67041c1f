import fc from "fast-check";
import { characters } from "../../../../test/arbitraries/characters.js";

/** What of JSON Schema the document uses. */
export interface BodySchema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, BodySchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: BodySchema | boolean;
  readonly items?: BodySchema;
  readonly anyOf?: readonly BodySchema[];
  readonly oneOf?: readonly BodySchema[];
}

const KEYS = [
  "name",
  "id",
  "type",
  "event",
  "toolName",
  "params",
  "command",
  "__proto__",
  "constructor",
  "toString",
];

/** Strings that mean something to the policies of the fuzzer, and some that mean something elsewhere. */
export const words: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom("read", "write", "book", "user", "call", "tool", "Bash", "before_tool_call"),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom("ls", "pwd", "rm -rf /", "access_request", "PreToolUse", "deny", "allow"),
  },
  { weight: 2, arbitrary: fc.string({ unit: characters, maxLength: 12 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("", "\0", "a".repeat(5_000), "__proto__", '","decision":true,"', "\u202e"),
  },
);

const anything: fc.Arbitrary<unknown> = fc.oneof(
  words,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
  fc.array(words, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom(...KEYS), words, { maxKeys: 3 }),
);

/** Values that are as a schema says, mostly. */
export function valuesOf(schema: BodySchema | boolean | undefined, depth = 0): fc.Arbitrary<unknown> {
  if (schema === undefined || typeof schema === "boolean" || depth > 6) return anything;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map((one) => valuesOf(one, depth + 1)));
  switch (schema.type) {
    case "object":
      return objectsOf(schema, depth);
    case "array":
      return fc.array(valuesOf(schema.items, depth + 1), { maxLength: 4 });
    case "string":
      return words;
    case "number":
    case "integer":
      return fc.oneof(fc.nat(1_000), fc.double({ noNaN: true, noDefaultInfinity: true }));
    case "boolean":
      return fc.boolean();
    default:
      return anything;
  }
}

function objectsOf(
  { properties = {}, required = [], additionalProperties }: BodySchema,
  depth: number,
): fc.Arbitrary<unknown> {
  const members = Object.fromEntries(
    Object.entries(properties).map(([key, member]) => [key, valuesOf(member, depth + 1)]),
  );
  const named = fc.record(members, { requiredKeys: [...required] });
  if (additionalProperties === undefined || additionalProperties === false) return named;
  const more = fc.dictionary(fc.constantFrom(...KEYS), valuesOf(additionalProperties, depth + 1), {
    maxKeys: 3,
  });
  return fc.tuple(more, named).map(([others, known]) => ({ ...others, ...known }));
}
