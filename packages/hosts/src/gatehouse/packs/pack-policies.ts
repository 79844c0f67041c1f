import { isList, isRecord, type JsonObject, type JsonValue } from "@gatehouse-hooks/json";
import type { PolicyDefinition } from "@gatehouse-hooks/engine";
import type { PolicyFileContext } from "../file-context.js";
import { readPolicy } from "../read-policy.js";
import type { PackRules, PackParameter } from "./pack.js";

/** A string of the condition language, or a parameter. A dollar sign inside of a string is a character like any other. */
const STRING_OR_PARAMETER = /r"[^"]*"|r'[^']*'|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\$([a-z][a-z_]*)/gs;

/**
 * The policies of a pack, with the values of a file for its parameters.
 *
 * @param values by parameter; for others the pack's own lists count
 * @param file what the policies are read for; every position is that of the pack's name
 */
export function packPolicies(
  pack: PackRules,
  values: ReadonlyMap<string, readonly string[]>,
  order: number,
  file: PolicyFileContext,
): readonly PolicyDefinition[] {
  const literals = literalsOf(pack, values);
  return pack.policies.flatMap((policy, index) => {
    const { definition } = readPolicy(filled(policy, literals), ["extends"], order + index, file);
    if (values.size === 0) requireWhole(pack, policy, definition);
    return definition === null
      ? []
      : [{ ...definition, source: { path: "", ...definition.source, pack: pack.name } }];
  });
}

/** What the policies of a pack remember, with the values of a file for its parameters, as the key `memory` of a file. */
export function packMemory(pack: PackRules, values: ReadonlyMap<string, readonly string[]>): JsonObject {
  const literals = literalsOf(pack, values);
  const inner = (value: JsonValue, key: string): JsonValue => {
    if (typeof value === "string")
      return key === "when" || key === "where" ? fillParameters(value, literals) : value;
    if (isList(value)) return value.map((one) => inner(one, key));
    return isRecord(value) ? members(value) : value;
  };
  const members = (object: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(object).map(([key, value]) => [key, inner(value, key)]));
  return members(pack.memory ?? {});
}

function literalsOf(
  pack: PackRules,
  values: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(pack.parameters).map(([name, { kind, default: own }]) => [
      name,
      literalOf(kind, values.get(name) ?? own),
    ]),
  );
}

/**
 * Packs are part of the program and tested with it: one that cannot be read is a defect of the program, and read as a user's file, its
 * policy would apply to everything.
 *
 * @throws Error
 */
function requireWhole(pack: PackRules, policy: JsonObject, definition: PolicyDefinition | null): void {
  if (definition !== null && (policy["when"] === undefined || definition.condition?.ast != null)) return;
  throw new Error(
    `this program is broken: \`${JSON.stringify(policy["id"])}\` of pack \`${pack.name}\` cannot be read`,
  );
}

function filled(policy: JsonObject, literals: ReadonlyMap<string, string>): JsonObject {
  const { when } = policy;
  return typeof when === "string" ? { ...policy, when: fillParameters(when, literals) } : policy;
}

/**
 * A condition of a pack with its parameters filled in. A value becomes a literal of the condition language, whatever characters it
 * holds: never text of the condition.
 */
function fillParameters(condition: string, literals: ReadonlyMap<string, string>): string {
  return condition.replace(STRING_OR_PARAMETER, (token, name: string | undefined) =>
    name === undefined ? token : (literals.get(name) ?? token),
  );
}

/** A value as a literal of the condition language. */
function literalOf(kind: PackParameter["kind"], values: readonly string[]): string {
  if (kind === "names") return JSON.stringify(values);
  // An empty list matches a path and a host that do not exist.
  const [first = "/\u0001"] = values;
  return JSON.stringify(values.length < 2 ? first : `{${values.join(",")}}`);
}
