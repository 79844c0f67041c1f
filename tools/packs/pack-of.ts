import { parse } from "yaml";
import { guardedGlobs } from "../../packages/hosts/src/gatehouse/packs/guarded-globs.js";

/** What `packs/NAME.yaml` holds. */
interface PackFile {
  readonly description: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly policies: readonly PackPolicy[];
}

interface PackPolicy extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly examples: { readonly applies: readonly unknown[]; readonly not: readonly unknown[] };
}

/**
 * A pack as the loader takes it: examples apart from the policies, and the event that all packs are about.
 *
 * @param constants globs that a condition names with `$`, and that are no parameters
 */
export function packOf(
  name: string,
  text: string,
  constants: Readonly<Record<string, string>> = guardedGlobs(),
): Readonly<Record<string, unknown>> {
  const { description, parameters = {}, policies } = parse(text) as PackFile;
  return {
    name,
    description,
    parameters,
    policies: policies.map((policy) => ({
      id: policy.id,
      events: "before_tool_call",
      ...Object.fromEntries(
        Object.entries(policy)
          .filter(([key]) => key !== "examples")
          .map(([key, value]) => [key, key === "when" ? withConstants(value, constants) : value]),
      ),
    })),
    examples: Object.fromEntries(policies.map(({ id, examples }) => [id, examples])),
  };
}

function withConstants(when: unknown, constants: Readonly<Record<string, string>>): unknown {
  if (typeof when !== "string") return when;
  return when.replace(/\$([A-Za-z]+)/g, (whole, name: string) =>
    Object.hasOwn(constants, name) ? JSON.stringify(constants[name]) : whole,
  );
}
