import type { JsonObject } from "@gatehouse-hooks/json";
import type { PolicyDefinition } from "@gatehouse-hooks/engine";
import type { PolicyFileContext } from "../file-context.js";
import { readPolicy } from "../read-policy.js";
import { fillParameters, literalOf } from "./fill-parameters.js";
import type { Pack } from "./pack.js";

/**
 * The policies of a pack, with the values of a file for its parameters.
 *
 * @param values by parameter; for others the pack's own lists count
 * @param file what the policies are read for; every position is that of the pack's name
 */
export function packPolicies(
  pack: Pack,
  values: ReadonlyMap<string, readonly string[]>,
  order: number,
  file: PolicyFileContext,
): readonly PolicyDefinition[] {
  const literals = new Map(
    Object.entries(pack.parameters).map(([name, { kind, default: own }]) => [
      name,
      literalOf(kind, values.get(name) ?? own),
    ]),
  );
  return pack.policies.flatMap((policy, index) => {
    const { definition } = readPolicy(filled(policy, literals), ["extends"], order + index, file);
    if (values.size === 0) requireWhole(pack, policy, definition);
    return definition === null
      ? []
      : [{ ...definition, source: { ...sourceOf(definition), pack: pack.name } }];
  });
}

/**
 * Packs are part of the program and tested with it: one that cannot be read is a defect of the program, and read as a user's file, its
 * policy would apply to everything.
 *
 * @throws Error
 */
function requireWhole(pack: Pack, policy: JsonObject, definition: PolicyDefinition | null): void {
  if (definition !== null && (policy["when"] === undefined || definition.condition?.ast != null)) return;
  throw new Error(
    `this program is broken: \`${JSON.stringify(policy["id"])}\` of pack \`${pack.name}\` cannot be read`,
  );
}

function filled(policy: JsonObject, literals: ReadonlyMap<string, string>): JsonObject {
  const { when } = policy;
  return typeof when === "string" ? { ...policy, when: fillParameters(when, literals) } : policy;
}

function sourceOf({ source }: PolicyDefinition): NonNullable<PolicyDefinition["source"]> {
  return source ?? { path: "" };
}
